/** Informativeness: how much a message says, whatever is asked. News rather than small talk. */
import type { Candidate } from './candidates.ts';

/** Mean rarity of the content words among all messages given, 0 to 1. */
export function informativenessOf(candidates: readonly Candidate[]): number[] {
  const held = new Map<string, number>();
  for (const { contentTerms } of candidates)
    for (const term of contentTerms) held.set(term, (held.get(term) ?? 0) + 1);
  const most = Math.log(Math.max(2, candidates.length));
  // As few logarithms as there are counts, not as there are words.
  const logs = new Map<number, number>();
  const rarityOf = (count: number) => {
    const known = logs.get(count) ?? Math.log(candidates.length / count);
    logs.set(count, known);
    return known;
  };
  return candidates.map(({ contentTerms }) => {
    if (contentTerms.length === 0) return 0;
    let sum = 0;
    for (const term of contentTerms) sum += rarityOf(held.get(term)!);
    return sum / contentTerms.length / most;
  });
}
