/**
 * The terms of a sentence: lower-case word stems without stop words; pairs of characters where a script writes no
 * spaces. Numbers and identifiers are terms too.
 */
import { characterPairs, unspacedCharacter } from '../../text/scripts.ts';

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
    terms.push(english ? lightStem(bare) : bare);
  }
  return terms;
}

/** Plurals and the two commonest verb endings: enough to join "battery" and "batteries", "meeting" and "meet". */
export function lightStem(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  let stem = word;
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  if (/[aeiouy].*ing$/.test(stem) && stem.length > 5) stem = undouble(stem.slice(0, -3));
  else if (/[aeiouy].*ed$/.test(stem) && stem.length > 4) stem = undouble(stem.slice(0, -2));
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function undouble(stem: string): string {
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
