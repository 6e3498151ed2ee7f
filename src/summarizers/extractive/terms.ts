/**
 * The terms of a sentence: word stems in lower case without stop words, and pairs of characters in scripts without
 * spaces. Numbers and identifiers are terms too.
 */
import { characterPairs, unspacedCharacter } from '../../text/scripts.ts';
import { stem } from '../../text/stem.ts';

const wordPattern = /[\p{L}\p{M}\p{N}_]+(?:['’.-][\p{L}\p{M}\p{N}_]+)*/gu;

export type TermOptions = { stopWords: ReadonlySet<string>; english: boolean };

export function termsOf(text: string, { stopWords, english }: TermOptions): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize('NFC').toLowerCase().matchAll(wordPattern)) {
    if (unspacedCharacter.test(word)) {
      for (const pair of characterPairs(word)) terms.push(pair);
      continue;
    }
    const bare = word.replace(/['’]\p{L}{1,2}$/u, '');
    if (bare.length < 2 && !/\p{N}/u.test(bare)) continue;
    if (stopWords.has(bare) || stopWords.has(word)) continue;
    terms.push(english ? stem(bare) : bare);
  }
  return terms;
}
