/**
 * The token counter of contexts: system prompt, summaries, ledger and passages are the same turn after turn, and are
 * counted once. What it answers is what the counter behind it answers.
 */

import type { MessageContent, Role } from '../message/message.ts';
import { rememberTexts } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';

/** Lines of passages, of which hundreds are looked at for every question. */
const mostCharacters = 1_600_000;
/** Of each role. */
const mostSpoken = 400_000;

export function rememberingCounter(counter: TokenCounter): TokenCounter {
  const empty = new Map<Role, number>();
  const spoken = new Map<Role, (text: string) => number>();
  const countSpoken = (role: Role) => {
    const known = spoken.get(role);
    if (known) return known;
    const made = rememberTexts((text) => counter.message({ role, parts: [{ type: 'text', text }] }), {
      mostCharacters: mostSpoken,
    });
    spoken.set(role, made);
    return made;
  };
  const countEmpty = (role: Role) => {
    const tokens = empty.get(role) ?? counter.message({ role, parts: [] });
    empty.set(role, tokens);
    return tokens;
  };
  return {
    name: counter.name,
    ...(counter.addsUpByLine === true && { addsUpByLine: true }),
    count: rememberTexts((text) => counter.count(text), { mostCharacters }),
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
