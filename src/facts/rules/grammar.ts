/**
 * How one language tells an assistant to do something from now on. Patterns are matched with a sentence in lower case.
 */
export type InstructionGrammar = {
  patterns: readonly string[];
  /** Letters that every sentence of the language contains, if those of Latin are not among them. */
  letters?: RegExp;
  matches?: (sentence: string) => boolean;
};

export const scripts = {
  cyrillic: /\p{sc=Cyrillic}/u,
  arabic: /\p{sc=Arabic}/u,
  chineseOrJapanese: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  hangul: /\p{sc=Hangul}/u,
  devanagari: /\p{sc=Devanagari}/u,
} as const;

/** The letters of Latin script in small letters. `\p{L}` has hundreds of ranges, which are compiled at every place. */
const latin = 'a-zß-ɏḁ-ỿ';

/** The pattern with those letters for any letter, within classes and outside of them. */
function withLatinLetters(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\p\{L\}|\\.|[[\]]/gsu, (piece) => {
    if (piece === '[') inClass = true;
    if (piece === ']') inClass = false;
    if (piece !== '\\p{L}') return piece;
    return inClass ? latin : `[${latin}]`;
  });
}

/** The regular expression engine optimizes longer patterns less. */
const longestJoined = 12_000;

/**
 * Joins the patterns into few expressions, because a sentence is tested against all of them, and a hundred tests take
 * longer than one expression that fails at the beginning. Anchored patterns are not joined with unanchored ones.
 */
export function compilePatterns(
  patterns: readonly string[],
  { isLatin = false }: { isLatin?: boolean } = {},
): RegExp[] {
  const joined: string[] = [];
  const isAnchored = (pattern: string) => pattern.startsWith('^');
  const sorted = [...patterns.filter(isAnchored), ...patterns.filter((pattern) => !isAnchored(pattern))];
  for (const pattern of sorted) {
    const last = joined.at(-1);
    const fits = last !== undefined && last.length + pattern.length < longestJoined;
    const sameKind = last !== undefined && isAnchored(last) === isAnchored(pattern);
    if (fits && sameKind) joined[joined.length - 1] = `${last}|${pattern}`;
    else joined.push(pattern);
  }
  return joined.map((pattern) => new RegExp(isLatin ? withLatinLetters(pattern) : pattern, 'u'));
}

/** Whole words of a list, for scripts in which `\b` does not detect the end of a word. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/u).join('|').replaceAll('_', ' ')})(?!\\p{L})`;
}
