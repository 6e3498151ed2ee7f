/** Informativeness: how much a message says, independent of the query. News has more of it than small talk. */
import type { CandidateSet } from './candidates.ts';

/** How rare each content word is among all messages given, 0 to 1. */
export type Rarities = {
  /** By term: in how many of the messages it is. */
  counts: Uint32Array;
  /** By that number. */
  rarities: Float64Array;
};

type Counted = Pick<CandidateSet, 'candidates'>;

export function raritiesOf({ candidates, analyses }: Counted & Pick<CandidateSet, 'analyses'>): Rarities {
  const counts = new Uint32Array(analyses.book.size);
  for (const { analysis } of candidates) {
    const { terms, contentTerms } = analysis;
    for (let place = 0; place < contentTerms; place += 1) counts[terms[place]!]! += 1;
  }
  const most = Math.log(Math.max(2, candidates.length));
  const rarities = Float64Array.from(
    { length: candidates.length + 1 },
    (_, messages) => Math.log(candidates.length / messages) / most,
  );
  return { counts, rarities };
}

/** The mean of each message. */
export function informativenessOf({ candidates }: Counted, { counts, rarities }: Rarities): Float64Array {
  return Float64Array.from(candidates, ({ analysis: { terms, contentTerms } }) => {
    if (contentTerms === 0) return 0;
    let sum = 0;
    for (let place = 0; place < contentTerms; place += 1) sum += rarities[counts[terms[place]!]!]!;
    return sum / contentTerms;
  });
}

/** The mean rarity of a message's three rarest terms, times `share`: whether it tells any news at all. */
export function newsOf({ candidates }: Counted, { counts, rarities }: Rarities, share: number): Float64Array {
  return Float64Array.from(candidates, ({ analysis: { terms, contentTerms } }) => {
    let [first, second, third] = [0, 0, 0];
    for (let place = 0; place < contentTerms; place += 1) {
      const rarity = rarities[counts[terms[place]!]!]!;
      if (rarity <= third) continue;
      if (rarity <= second) third = rarity;
      else if (rarity <= first) [second, third] = [rarity, second];
      else [first, second, third] = [rarity, first, second];
    }
    return (share * (third + second + first)) / 3;
  });
}
