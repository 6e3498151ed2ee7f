/**
 * How one language tells an assistant to do something from now on. Patterns look at a sentence in small letters, from
 * its beginning.
 */
export type InstructionGrammar = {
  patterns: readonly RegExp[];
  matches?: (sentence: string) => boolean;
};

export function compilePatterns(patterns: readonly string[]): RegExp[] {
  return patterns.map((pattern) => new RegExp(pattern, 'u'));
}

/** Whole words of a list, for scripts in which `\b` does not see the end of a word. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/u).join('|').replaceAll('_', ' ')})(?!\\p{L})`;
}
