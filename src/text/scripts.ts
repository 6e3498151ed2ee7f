/**
 * Scripts that do not separate words by spaces. In these, a pair of neighbouring characters is about a word, and
 * overlapping pairs can be counted, searched and compared like words elsewhere.
 */

/** Goes into a character class of a regular expression with the `u` flag. */
export const unspacedScripts =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}\\p{sc=Myanmar}';
/**
 * Korean has spaces, but its words carry endings, and compounds are written as one word. So searches for a part of a
 * word use pairs there, too.
 */
export const pairedScripts = `${unspacedScripts}\\p{sc=Hangul}`;

export const unspacedCharacter: RegExp = new RegExp(`[${unspacedScripts}]`, 'u');
export const pairedCharacter: RegExp = new RegExp(`[${pairedScripts}]`, 'u');

/**
 * Japanese writes particles and endings in hiragana, and most words in other scripts. So a pair that begins with hiragana
 * and ends with another script belongs to two words.
 */
export const pairAcrossWords: RegExp = /^\p{sc=Hiragana}[\p{sc=Han}\p{sc=Katakana}]$/u;

/** All overlapping pairs of neighbours, in order. A single character has none. */
export function characterPairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => characters[index]! + character);
}
