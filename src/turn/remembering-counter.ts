/**
 * The token counter of contexts: system prompt, summaries, ledger and passages are the same turn after turn, and are
 * counted once. Where lines add up, a long text is counted by its lines, so that one that changed in places is not
 * counted anew. What it answers is what the counter behind it answers.
 */

import type { MessageContent, Role } from '../message/message.ts';
import { rememberTexts } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { longestRun } from '../tokens/slices.ts';

/** Of texts and of lines, such as those of passages, of which hundreds are looked at for every question. */
const mostCharacters = 800_000;
/** Of each role. */
const mostSpoken = 400_000;
/** Cut apart, a long run of one kind need not count what it counts in its text. */
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
  const empty = new Map<Role, number>();
  const spoken = new Map<Role, (text: string) => number>();
  const countEmpty = (role: Role) => {
    const tokens = empty.get(role) ?? counter.message({ role, parts: [] });
    empty.set(role, tokens);
    return tokens;
  };
  const countSpoken = (role: Role) => {
    const known = spoken.get(role);
    if (known) return known;
    const made = addsUp
      ? (text: string) => countEmpty(role) + count(text)
      : rememberTexts((text) => counter.message({ role, parts: [{ type: 'text', text }] }), {
          mostCharacters: mostSpoken,
        });
    spoken.set(role, made);
    return made;
  };
  return {
    name: counter.name,
    ...(addsUp && { addsUpByLine: true }),
    count,
    countLong: (text) => counter.countLong(text),
    part: (part) => counter.part(part),
    messageLong: (content) => counter.messageLong(content),
    truncate: (text, tokens) => counter.truncate(text, tokens),
    truncateStart: (text, tokens) => counter.truncateStart(text, tokens),
    message(content: Pick<MessageContent, 'role' | 'parts' | 'name'>) {
      const { role, parts, name } = content;
      const [first] = parts;
      if (name !== undefined || parts.length > 1) return counter.message(content);
      if (first === undefined) return countEmpty(role);
      const isPlain = first.type === 'text' && first.extra === undefined;
      return isPlain ? countSpoken(role)(first.text) : counter.message(content);
    },
  };
}

/** Each with its line break, parted only where their counts add up. */
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
