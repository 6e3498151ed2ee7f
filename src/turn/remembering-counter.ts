/**
 * The token counter of contexts. It remembers counts, because system prompt, summaries, ledger and passages are the
 * same turn after turn. If the counts of lines add up, a long text is counted line by line, so that a text with a few
 * changes is not counted anew. Its results are those of the counter behind it.
 */
import type { MessageContent, Role } from '../message/message.ts';
import { rememberTexts } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { stepsOf, withSteps } from '../tokens/counting-steps.ts';
import { longestRun } from '../tokens/slices.ts';

/** Most characters remembered, of texts and of lines each. Every question looks at hundreds of lines of passages. */
const mostCharacters = 800_000;
/** Most characters of messages remembered for each role. */
const mostMessageCharacters = 400_000;
/** Longer texts are counted with pauses where the caller can pause. */
const longText = 64 * 1024;
/** A long run of one kind of character that is cut apart may count differently from the same run in its text. */
const longRun = new RegExp(`\\S{${longestRun}}|\\s{${longestRun}}`, 'u');

export function rememberingCounter(counter: TokenCounter): TokenCounter {
  const addsUp = counter.addsUpByLine === true;
  const countLine = rememberTexts(
    (line) => (line.length > longestRun && longRun.test(line) ? Number.NaN : counter.count(line)),
    { mostCharacters },
  );
  const countLines = (text: string): number => {
    const sum = linesOf(text).reduce((total, line) => total + countLine(line), 0);
    return Number.isNaN(sum) ? counter.count(text) : sum;
  };
  const count = rememberTexts(
    (text) => (addsUp && text.length > longestRun ? countLines(text) : counter.count(text)),
    { mostCharacters },
  );
  const emptyByRole = new Map<Role, number>();
  const byRole = new Map<Role, (text: string) => number>();
  const countEmpty = (role: Role) => {
    const tokens = emptyByRole.get(role) ?? counter.message({ role, parts: [] });
    emptyByRole.set(role, tokens);
    return tokens;
  };
  const countTextMessage = (role: Role) => {
    const known = byRole.get(role);
    if (known) return known;
    const made = addsUp
      ? (text: string) => countEmpty(role) + count(text)
      : rememberTexts((text) => counter.message({ role, parts: [{ type: 'text', text }] }), {
          mostCharacters: mostMessageCharacters,
        });
    byRole.set(role, made);
    return made;
  };
  const message = (content: Pick<MessageContent, 'role' | 'parts' | 'name'>): number => {
    const { role, parts, name } = content;
    const [first] = parts;
    if (name !== undefined || parts.length > 1) return counter.message(content);
    if (first === undefined) return countEmpty(role);
    const isPlain = first.type === 'text' && first.extra === undefined;
    return isPlain ? countTextMessage(role)(first.text) : counter.message(content);
  };
  const remembering: TokenCounter = {
    name: counter.name,
    ...(addsUp && { addsUpByLine: true }),
    count,
    countLong: (text) => counter.countLong(text),
    part: (part) => counter.part(part),
    messageLong: (content) => counter.messageLong(content),
    truncate: (text, tokens) => counter.truncate(text, tokens),
    truncateStart: (text, tokens) => counter.truncateStart(text, tokens),
    message,
  };
  const steps = stepsOf(counter);
  return withSteps(remembering, {
    ...steps,
    *count(text) {
      return text.length > longText ? yield* steps.count(text) : count(text);
    },
    *message(content) {
      const [first] = content.parts;
      const isShort = content.parts.length === 1 && first!.type === 'text' && first!.text.length <= longText;
      return isShort || first === undefined ? message(content) : yield* steps.message(content);
    },
  });
}

/** The lines with their line breaks. They are split only before characters with which the counts add up. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (!lineBeginnings.has(text.charCodeAt(end + 1))) continue;
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  lines.push(text.slice(start));
  return lines;
}

const lineBeginnings = new Set(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#<-', (one) => one.charCodeAt(0)),
);
