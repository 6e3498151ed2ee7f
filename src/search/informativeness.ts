/** Informativeness: how much a message says, whatever is asked. News rather than small talk. */
import type { Candidate } from './candidates.ts';

/** Mean rarity of the content words among all messages given, 0 to 1. */
export function informativenessOf(candidates: readonly Candidate[]): number[] {
  const counters = new Map<string, Counter>();
  // Each word is looked up once: with hundreds of messages, that is most of the work.
  const said = candidates.map(({ contentTerms }) =>
    contentTerms.map((term) => {
      const counter = counters.get(term);
      if (counter === undefined) {
        const first = { messages: 1, rarity: 0 };
        counters.set(term, first);
        return first;
      }
      counter.messages += 1;
      return counter;
    }),
  );
  for (const counter of counters.values()) counter.rarity = Math.log(candidates.length / counter.messages);
  const most = Math.log(Math.max(2, candidates.length));
  return said.map((terms) => {
    if (terms.length === 0) return 0;
    let sum = 0;
    for (const { rarity } of terms) sum += rarity;
    return sum / terms.length / most;
  });
}

/** In how many of the messages a word is, and what that is worth. */
type Counter = { messages: number; rarity: number };
