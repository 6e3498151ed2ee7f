/**
 * How one language tells an assistant to do something from now on. Patterns look at a sentence in small letters, from
 * its beginning.
 */
export type InstructionGrammar = {
  patterns: readonly RegExp[];
  matches?: (sentence: string) => boolean;
};

/** The engine makes less of longer ones. */
const longestJoined = 12_000;

/**
 * In as few expressions as can be: a sentence is held against all of them, and asking a hundred times takes longer than
 * finding that none begins like it. Those that look at the beginning are not joined with those that look everywhere.
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

/** Whole words of a list, for scripts in which `\b` does not see the end of a word. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/u).join('|').replaceAll('_', ' ')})(?!\\p{L})`;
}
