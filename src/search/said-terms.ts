/** Term frequencies of candidates, and what follows from them: scores by words (BM25) and coverage of the query. */
import { termShare } from '../text/bm25.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import { spreadBy } from './proximity.ts';

/** For each candidate: how often it contains one of the terms, and 1 if it contains any. */
export type TermCounts = { times: Uint32Array; held: Uint8Array };
export type WeightedTerm = { weight: number; held: Uint8Array };
/** A term of the query with its weight and the candidates that contain it. */
export type CountedTerm = WeightedTerm & TermCounts;

const saturation = { repetition: 1, length: 0.5 };
/** Weight of a term that occurs in one of about four hundred messages. Scores by words are relative to it. */
const usualWeight = 6;

/** For each group of terms. */
export function countTerms(
  { candidates, analyses: { book } }: Pick<CandidateSet, 'candidates' | 'analyses'>,
  groups: readonly (readonly string[])[],
): TermCounts[] {
  const said = groups.map((): TermCounts => {
    return { times: new Uint32Array(candidates.length), held: new Uint8Array(candidates.length) };
  });
  // For each term of the book: 1 plus its index in `groupsOf`, or 0 if it is not searched for.
  const placeOf = new Uint16Array(book.size);
  const groupsOf: TermCounts[][] = [];
  for (const [number, terms] of groups.entries()) {
    for (const term of terms) {
      const entered = book.find(term);
      if (entered === undefined) continue;
      const place = placeOf[entered]! || groupsOf.push([]);
      placeOf[entered] = place;
      groupsOf[place - 1]!.push(said[number]!);
    }
  }
  if (groupsOf.length === 0) return said;
  for (let index = 0; index < candidates.length; index += 1) {
    const { terms, times } = candidates[index]!.analysis;
    for (let place = 0; place < terms.length; place += 1) {
      const found = placeOf[terms[place]!]!;
      if (found === 0) continue;
      for (const one of groupsOf[found - 1]!) {
        one.times[index]! += times[place]!;
        one.held[index] = 1;
      }
    }
  }
  return said;
}

export function wordScores(candidates: readonly Candidate[], terms: readonly CountedTerm[]): Float64Array {
  const lengths = Float64Array.from(candidates, ({ analysis }) => analysis.length);
  const middle = lengths.reduce((sum, length) => sum + length, 0) / (candidates.length || 1) || 1;
  const scores = new Float64Array(candidates.length);
  for (const { weight, times } of terms) {
    for (let index = 0; index < scores.length; index += 1) {
      if (times[index]! > 0)
        scores[index]! += weight * termShare(times[index]!, lengths[index]! / middle, saturation);
    }
  }
  return scores.map((score) => score / usualWeight);
}

/** For each message the weighted share of the terms that occur in it or near it; nearer ones count more. */
export function coverage(left: Float64Array, terms: readonly WeightedTerm[]): Float64Array {
  const covered = new Float64Array(left.length);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  for (const { weight, held } of terms) {
    const share = weight / total;
    const spread = spreadBy(left, held);
    for (let index = 0; index < spread.length; index += 1) covered[index]! += share * spread[index]!;
  }
  return covered;
}
