/** Calls that an assistant writes into its text as elements, `<write_to_file><path>…</path>…</write_to_file>`. */
import type { JsonObject } from '../../message/message.ts';

export type ElementCall = { start: number; end: number; name: string; input: JsonObject };

const opening = /^<([a-z][a-z0-9]*(?:_[a-z0-9]+)+)>/gm;
const parameter = /<([a-z][\w-]{0,60})>/gi;

export function readElementCalls(text: string, isCall: (call: ElementCall) => boolean): ElementCall[] {
  return elementsOf(text, opening)
    .map(({ start, end, name, body }) => ({
      start,
      end,
      name,
      input: Object.fromEntries(
        elementsOf(body, parameter).map(({ name, body }) => [name, body.replace(/^\n|\n$/g, '')]),
      ),
    }))
    .filter(isCall);
}

type Element = { start: number; end: number; name: string; body: string };

/** In order, without those inside of others. Elements that are never closed are passed over. */
function elementsOf(text: string, opens: RegExp): Element[] {
  const found: Element[] = [];
  const unclosed = new Set<string>();
  let until = 0;
  for (const match of text.matchAll(opens)) {
    const name = match[1]!;
    if (match.index < until || unclosed.has(name)) continue;
    const from = match.index + match[0].length;
    const close = text.indexOf(`</${name}>`, from);
    if (close === -1) {
      unclosed.add(name);
      continue;
    }
    until = close + name.length + 3;
    found.push({ start: match.index, end: until, name, body: text.slice(from, close) });
  }
  return found;
}

export type ElementAnswer = { start: number; end: number; name: string; output: string };

const answer = /^\[([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?: [^\n]{0,500}?)?\] Result:[^\S\n]*\n?/gm;
/** What follows the answer and is not part of it. */
const besides = /^<(?:feedback|answer|user_message|environment_details)>/m;

/** `[write_to_file for 'a.ts'] Result:` and what follows. */
export function readElementAnswers(text: string): ElementAnswer[] {
  const heads = [...text.matchAll(answer)];
  return heads.map((head, place) => {
    const from = head.index + head[0].length;
    const rest = text.slice(from, heads[place + 1]?.index ?? text.length);
    const end = from + (besides.exec(rest)?.index ?? rest.length);
    return { start: head.index, end, name: head[1]!, output: text.slice(from, end).trim() };
  });
}
