/** A message as the index sees it: the terms of its text, of its tool calls and results, and of its speaker's name. */
import type { MessageContent } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { textTerms } from '../text/terms.ts';

/** Changes whenever the same text gives other terms: an index of another version has to be rebuilt. */
export const termsVersion = 5;

/** What is read of one tool call or result: enough to find it, not so much that one log drowns the index. */
const toolCharacters = 4_000;
const mostTerms = 20_000;
/** Of a huge text the beginning is read: an append has no time for the rest. */
const mostCharacters = 300_000;
/** Read at a time: a long text is read until there are terms enough. */
const sliceCharacters = 4_000;
/** No term, accent or word with an apostrophe goes on across it. */
const border = /[ \n](?=[\x21-\x26\x28-\x7e])/g;

/** Terms of a message in order, with repetitions: what the index stores, or the first `most` of them. */
export function indexTerms(content: Pick<MessageContent, 'parts' | 'name'>, most = mostTerms): string[] {
  const text = renderMessageText(content, {
    toolInputCharacters: toolCharacters,
    toolOutputCharacters: toolCharacters,
  });
  const read = text.slice(0, mostCharacters);
  return firstTerms(content.name === undefined ? read : `${content.name} ${read}`, most);
}

function firstTerms(text: string, most: number): string[] {
  const terms: string[] = [];
  for (let start = 0; start < text.length && terms.length < most; ) {
    border.lastIndex = start + sliceCharacters;
    const end = border.exec(text)?.index ?? text.length;
    for (const term of textTerms(text.slice(start, end))) terms.push(term);
    start = end;
  }
  return terms.slice(0, most);
}
