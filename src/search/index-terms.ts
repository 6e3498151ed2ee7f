/** A message as the index sees it: the terms of its text, of its tool calls and results, and of its speaker's name. */
import type { MessageContent } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { textTerms } from '../text/terms.ts';

/** Changes whenever the same text gives other terms: an index of another version has to be rebuilt. */
export const termsVersion = 4;

/** What is read of one tool call or result: enough to find it, not so much that one log drowns the index. */
const toolCharacters = 4_000;
const mostTerms = 20_000;
/** Of a huge text the beginning is read: an append has no time for the rest. */
const mostCharacters = 300_000;
/** Terms of a message in order, with repetitions: what the index stores. */
export function indexTerms(content: Pick<MessageContent, 'parts' | 'name'>): string[] {
  const text = renderMessageText(content, {
    toolInputCharacters: toolCharacters,
    toolOutputCharacters: toolCharacters,
  });
  const read = text.slice(0, mostCharacters);
  return textTerms(content.name === undefined ? read : `${content.name} ${read}`).slice(0, mostTerms);
}
