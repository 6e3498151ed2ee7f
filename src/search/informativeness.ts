/** Informativeness: how much a message says, whatever is asked. News rather than small talk. */
import type { Candidate } from './candidates.ts';

/** Of each message the rarity of its content words among all messages given, each 0 to 1. */
export type Rarities = readonly (readonly { rarity: number }[])[];

export function raritiesOf(candidates: readonly Candidate[]): Rarities {
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
  const most = Math.log(Math.max(2, candidates.length));
  for (const counter of counters.values())
    counter.rarity = Math.log(candidates.length / counter.messages) / most;
  return said;
}

/** In how many of the messages a word is, and what that is worth. */
type Counter = { messages: number; rarity: number };

/** The mean. */
export function informativenessOf(rarities: Rarities): number[] {
  return rarities.map((terms) => {
    if (terms.length === 0) return 0;
    let sum = 0;
    for (const { rarity } of terms) sum += rarity;
    return sum / terms.length;
  });
}

/** The mean of the three rarest, times what it may count: whether it tells any news, however much else it says. */
export function newsOf(rarities: Rarities, share: number): number[] {
  return rarities.map((terms) => {
    let [first, second, third] = [0, 0, 0];
    for (const { rarity } of terms) {
      if (rarity <= third) continue;
      if (rarity <= second) third = rarity;
      else if (rarity <= first) [second, third] = [rarity, second];
      else [first, second, third] = [rarity, first, second];
    }
    return (share * (third + second + first)) / 3;
  });
}
