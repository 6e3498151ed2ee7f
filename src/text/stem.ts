/** The stem of a word: the same for "decide", "decided" and "deciding". */
import { stemmer } from 'stemmer';
import { foldAccents } from './fold.ts';

const plainWord = /^[a-z]+$/;
const possessive = /['’]s$|(?<=s)['’]$/;

/** Cached, because stemming is most of the work of reading a text, and most words repeat. */
const known = new Map<string, string>();
const mostKnown = 20_000;

/**
 * Porter's algorithm of 1980, in lower case, without accents or a possessive ending. A word with letters other than a
 * to z is returned whole.
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

/** Particles that Arabic and Hebrew attach to the beginning of the next word. */
const joinedParticles = /^(?:وال|بال|كال|فال|لل|ال|و(?=.{4})|[הובכלמש](?=.{3}))/u;

/**
 * The beginning of a word, for comparing texts in any language: cuts endings by length alone. The rule is the same for
 * all languages that inflect at the end. Rougher than a stem, but does not need to know the language.
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
