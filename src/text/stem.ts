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

/** What Arabic and Hebrew write as one with the word it stands before. */
const joinedParticles = /^(?:وال|بال|كال|فال|لل|ال|و(?=.{4})|[הובכלמש](?=.{3}))/u;

/**
 * The beginning of a word, for comparing texts of any language: endings are dropped by length alone, the same rule for
 * every language that inflects at the end. Rougher than a stem, and blind to what language it reads.
 */
export function wordBeginning(bare: string): string {
  if (/\p{Script=Hangul}/u.test(bare)) return [...bare].slice(0, 2).join('');
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(bare))
    return [...bare.replace(joinedParticles, '')].slice(0, 4).join('');
  const plain = bare
    .normalize('NFD')
    .replace(/\p{M}/gu, (mark) => (/[\u0300-\u036f]/u.test(mark) ? '' : mark));
  const characters = [...plain];
  return characters.slice(0, characters.length <= 5 ? 4 : 5).join('');
}
