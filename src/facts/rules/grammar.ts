/**
 * How one language tells an assistant to do something from now on. Patterns are matched with a sentence in lower case.
 */
export type InstructionGrammar = {
  patterns: readonly string[];
  matches?: (sentence: string) => boolean;
};

/** The regular expression engine optimizes longer patterns less. */
const longestJoined = 12_000;

/**
 * Joins the patterns into few expressions, because a sentence is tested against all of them, and a hundred tests take
 * longer than one expression that fails at the beginning. Anchored patterns are not joined with unanchored ones.
 */
export function compilePatterns(patterns: readonly string[]): RegExp[] {
  const joined: string[] = [];
  for (const pattern of patterns) {
    const last = joined.at(-1);
    const fits = last !== undefined && last.length + pattern.length < longestJoined;
    const sameKind = last?.startsWith('^') === pattern.startsWith('^');
    if (fits && sameKind) joined[joined.length - 1] = `${last}|${pattern}`;
    else joined.push(pattern);
  }
  return joined.map((pattern) => new RegExp(pattern, 'u'));
}

/** Whole words of a list, for scripts in which `\b` does not detect the end of a word. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/u).join('|').replaceAll('_', ' ')})(?!\\p{L})`;
}
