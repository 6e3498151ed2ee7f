/**
 * Scripts in which words are not parted by spaces. There a pair of neighbouring characters is about a word, and the
 * overlapping pairs of a text can be counted, searched and compared as words are elsewhere.
 */

/** For a character class of a regular expression with the `u` flag. */
export const unspacedScripts =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}\\p{sc=Myanmar}';
/**
 * Korean has spaces, but endings hang on its words and compounds are written as one: a search for a part of a word
 * goes by pairs there, too.
 */
export const pairedScripts = `${unspacedScripts}\\p{sc=Hangul}`;

export const unspacedCharacter: RegExp = new RegExp(`[${unspacedScripts}]`, 'u');
export const pairedCharacter: RegExp = new RegExp(`[${pairedScripts}]`, 'u');

/** Every two neighbours, in order; none of a single character. */
export function characterPairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => characters[index]! + character);
}
