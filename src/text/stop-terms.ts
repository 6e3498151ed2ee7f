/** Stop words and small talk as terms, as they are compared with the terms of a query or a message. */
import { lazily } from './lazily.ts';
import { queryStopWords, smallTalk } from './stop-words.ts';
import { textTerms } from './terms.ts';

const termsOf = (words: ReadonlySet<string>) => lazily(() => new Set([...words].flatMap(textTerms)));
const stopTerms = termsOf(queryStopWords);
const smallTalkTerms = termsOf(smallTalk);

/** Function and question words: they match everywhere and mean nothing by themselves. */
export function isStopTerm(term: string): boolean {
  return stopTerms().has(term);
}

/** Small talk: warm, frequent, and never what a question about the past looks for. */
export function isSmallTalkTerm(term: string): boolean {
  return smallTalkTerms().has(term);
}
