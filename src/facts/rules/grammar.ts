/**
 * How one language tells an assistant to do something from now on. Patterns are matched with a sentence in lower case.
 */
export type InstructionGrammar = {
  patterns: readonly string[];
  matches?: (sentence: string) => boolean;
};

/** Whole words of a list, for scripts in which `\b` does not detect the end of a word. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/u).join('|').replaceAll('_', ' ')})(?!\\p{L})`;
}
