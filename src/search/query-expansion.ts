/** Query expansion by everyday words of one field; a related word counts far less than the word itself. */
import { textTerms } from '../text/terms.ts';
import { nearFamilies } from '../text/word-families.ts';
import { relatedWords } from './related-words.ts';

const expansions: ReadonlyMap<string, readonly string[]> = readFields();

/** Related terms, without the term itself. */
export function expansionsOf(term: string): readonly string[] {
  return expansions.get(term) ?? [];
}

function readFields(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const lines = [...relatedWords.trim().split('\n'), ...nearFamilies.map((family) => family.join(' '))];
  for (const line of lines) {
    const terms = new Set(textTerms(line));
    for (const term of terms) {
      const others = found.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return new Map([...found].map(([term, others]) => [term, [...others]]));
}
