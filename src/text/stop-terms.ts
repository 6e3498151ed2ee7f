/** Stop words and small talk as terms, to compare them with the terms of a query or a message. */
import { lazily } from './lazily.ts';
import { queryStopWords, smallTalk } from './stop-words.ts';
import { textTerms } from './terms.ts';

const termsOf = (words: ReadonlySet<string>) => lazily(() => new Set([...words].flatMap(textTerms)));
const stopTerms = termsOf(queryStopWords);
const smallTalkTerms = termsOf(smallTalk);

/** Function and question words match everywhere and mean nothing by themselves. */
export function isStopTerm(term: string): boolean {
  return stopTerms().has(term);
}

/** Small talk is frequent, and a question about the past never looks for it. */
export function isSmallTalkTerm(term: string): boolean {
  return smallTalkTerms().has(term);
}
