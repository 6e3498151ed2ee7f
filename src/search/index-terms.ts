/** A message as the index sees it: the terms of its text, of its tool calls and results, and of its speaker's name. */
import type { MessageContent } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { textTerms } from '../text/terms.ts';

/** Changes whenever the same text gives other terms: an index of another version has to be rebuilt. */
export const termsVersion = 5;

/** Characters indexed of one tool call or result: enough to find it, but no whole log. */
const toolCharacters = 4_000;
const mostTerms = 20_000;
/** Characters indexed of a text, because reading more would delay the append. */
const mostCharacters = 300_000;
/** Characters read at a time, until there are enough terms. */
const sliceCharacters = 4_000;
/** A place to cut a text: no term, accent or word with an apostrophe continues across it. */
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
