/** How much a message says, whatever is asked: news and names rather than small talk. */
import type { Entry } from './pool.ts';
import { emptyWords, pleasantWords } from './words.ts';

/** Mean rarity of the content words among all messages given, 0 to 1. */
export function rarities(entries: readonly Entry[]): number[] {
  const contents = entries.map(({ terms }) =>
    [...terms.keys()].filter((term) => !emptyWords.has(term) && !pleasantWords.has(term)),
  );
  const held = new Map<string, number>();
  for (const content of contents) for (const term of content) held.set(term, (held.get(term) ?? 0) + 1);
  const most = Math.log(Math.max(2, entries.length));
  return contents.map((content) => {
    if (content.length === 0) return 0;
    const sum = content.reduce((rare, term) => rare + Math.log(entries.length / held.get(term)!), 0);
    return sum / content.length / most;
  });
}

/** The share of its words that are small talk. */
export function pleasantShare({ terms }: Entry): number {
  let pleasant = 0;
  for (const term of terms.keys()) if (pleasantWords.has(term)) pleasant += 1;
  return pleasant / (terms.size || 1);
}

/** Words with a capital inside of sentences, up to three: 0 to 1. */
export function namesShare({ text, message }: Entry): number {
  let count = 0;
  for (const [word] of text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)) {
    if (word !== message.name) count += 1;
    if (count === 3) break;
  }
  return count / 3;
}

/** Ends by asking: what is asked is rarely what is told. */
export function endsAsking({ text }: Entry): boolean {
  return /[?？]\s*(?:$|\n)/u.test(text.trimEnd());
}
