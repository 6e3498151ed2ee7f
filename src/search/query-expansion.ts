/** Query expansion by everyday words of one field; a related word counts far less than the word itself. */
import { otherFormsOf } from '../text/irregular-words.ts';
import { textTerms } from '../text/terms.ts';
import { nearFamilies } from '../text/word-families.ts';
import { relatedWords } from './related-words.ts';

const expansions: ReadonlyMap<string, readonly string[]> = readFields();

/** Terms related to this one or to another form of its word, without those. */
export function expansionsOf(term: string): readonly string[] {
  const forms = otherFormsOf(term);
  if (forms.length === 0) return expansions.get(term) ?? [];
  const related = new Set([term, ...forms].flatMap((form) => expansions.get(form) ?? []));
  return [...related].filter((other) => other !== term && !forms.includes(other));
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
