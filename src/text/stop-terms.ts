/** Stop words and small talk as terms, as they are compared with the terms of a query or a message. */
import { queryStopWords, smallTalk } from './stop-words.ts';
import { textTerms } from './terms.ts';

function termsOf(words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].flatMap((word) => textTerms(word)));
}

/** Function and question words: they match everywhere and mean nothing by themselves. */
export const stopTerms: ReadonlySet<string> = termsOf(queryStopWords);

/** Small talk: warm, frequent, and never what a question about the past looks for. */
export const smallTalkTerms: ReadonlySet<string> = termsOf(smallTalk);
