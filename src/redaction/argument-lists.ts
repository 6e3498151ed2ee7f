/**
 * A command as a list of its arguments: `["mysql", "-uroot", "-pharbour"]`. Only together they show what each of them is,
 * so they are read as one line.
 */
import type { PlainView } from './plain-view.ts';
import type { SecretSpan } from './spans.ts';

const longestCommand = 4_000;
const mostArguments = 100;
const option = /^[-/][-A-Za-z]/;
/** What stands between two arguments in a list, with an option before or behind it. */
const between = /(?<quote>["'])\s{0,3},\s{0,12}\k<quote>(?=[^"'\n])/g;
const anyOption = /["'](?:-{1,2}|\/)[A-Za-z]/;

/** The text with its lists of arguments as command lines. Undefined if there are none. */
export function commandViewOf(text: string): PlainView | undefined {
  if (!text.includes('",') && !text.includes("',")) return undefined;
  if (!text.includes('"-') && !text.includes("'-") && !text.includes('"/')) return undefined;
  if (!anyOption.test(text)) return undefined;
  const pieces: string[] = [];
  const offsets = new Uint32Array(text.length + 1);
  let [from, length] = [0, 0];
  const copy = (to: number) => {
    pieces.push(text.slice(from, to));
    for (let index = from; index < to; index += 1) offsets[length++] = index;
  };
  for (const match of text.matchAll(between)) {
    copy(match.index);
    pieces.push(' ');
    from = match.index + match[0].length;
    offsets[length++] = match.index;
  }
  if (pieces.length === 0) return undefined;
  copy(text.length);
  return { text: pieces.join(''), offsets };
}

/**
 * The spans of secrets within each of several strings that are a command's arguments. Undefined if they look like
 * anything else.
 */
export function secretsInArguments(
  list: readonly unknown[],
  find: (text: string) => readonly SecretSpan[],
): SecretSpan[][] | undefined {
  if (list.length < 2 || list.length > mostArguments) return undefined;
  if (!list.every((item) => typeof item === 'string')) return undefined;
  const items = list as readonly string[];
  if (!items.some((item) => option.test(item)) || items.some((item) => /[\n\r]/.test(item))) return undefined;
  const line = items.join(' ');
  if (line.length > longestCommand) return undefined;
  const spans = find(line);
  if (spans.length === 0) return undefined;
  let start = 0;
  return items.map((item) => {
    const [from, to] = [start, start + item.length];
    start = to + 1;
    return spans
      .filter((span) => span.start < to && span.end > from)
      .map((span) => ({
        ...span,
        start: Math.max(0, span.start - from),
        end: Math.min(item.length, span.end - from),
      }));
  });
}
