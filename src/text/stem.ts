/** The stem of a word: the same for "decide", "decided" and "deciding". */
import { stemmer } from 'stemmer';
import { foldAccents } from './fold.ts';

const plainWord = /^[a-z]+$/;
const possessive = /['’]s$|(?<=s)['’]$/;

/** Stemming is most of the work of reading a text, and most words were seen before. */
const known = new Map<string, string>();
const mostKnown = 20_000;

/**
 * By Porter's algorithm of 1980, in lower case, without accents or a possessive ending. A word with other letters than
 * a to z is given back whole.
 */
export function stem(word: string): string {
  const lower = foldAccents(word.toLowerCase()).replace(possessive, '');
  if (!plainWord.test(lower)) return lower;
  const before = known.get(lower);
  if (before !== undefined) return before;
  const found = stemmer(lower);
  if (known.size >= mostKnown) known.clear();
  known.set(lower, found);
  return found;
}
