/** Proximity: what stands next to what, and how far a match in one message reaches into those around it. */
import type { Candidate } from './candidates.ts';

/**
 * For each message the greatest value in it or in a nearby one of the same stretch, less with distance: at
 * `reach` messages away about a third of it is left.
 */
export function spreadBest(
  candidates: readonly Candidate[],
  values: ArrayLike<number>,
  reach: number,
): Float64Array {
  return spreadBy(decays(candidates, reach), values);
}

/** The factor by which a value decreases from each message to the next; 0 at the beginning of a stretch. */
export function decays(candidates: readonly Candidate[], reach: number): Float64Array {
  const left = new Float64Array(candidates.length);
  for (let index = 1; index < candidates.length; index += 1) {
    const [before, candidate] = [candidates[index - 1]!, candidates[index]!];
    if (before.stretch === candidate.stretch)
      left[index] = Math.exp(-Math.abs(candidate.message.seq - before.message.seq) / reach);
  }
  return left;
}

/** The same as `spreadBest` with known factors, because many values are spread over the same messages. */
export function spreadBy(left: Float64Array, values: ArrayLike<number>): Float64Array {
  const best = new Float64Array(values.length);
  let carried = 0;
  for (let index = 0; index < best.length; index += 1) {
    carried = Math.max(carried * left[index]!, values[index]!);
    best[index] = carried;
  }
  carried = 0;
  for (let index = best.length - 1; index >= 0; index -= 1) {
    carried = Math.max(index + 1 < best.length ? carried * left[index + 1]! : 0, values[index]!);
    if (carried > best[index]!) best[index] = carried;
  }
  return best;
}

/** The value of the message directly before or after, in the same stretch; 0 where there is none. */
export function neighbourValue(
  candidates: readonly Candidate[],
  values: ArrayLike<number>,
  index: number,
  step: -1 | 1,
): number {
  const [candidate, other] = [candidates[index]!, candidates[index + step]];
  if (!other || other.stretch !== candidate.stretch) return 0;
  return other.message.seq - candidate.message.seq === step ? values[index + step]! : 0;
}

/** The first message after a pause often brings news. Known only where the message before was read, too. */
export function opensStretch(candidates: readonly Candidate[], index: number): boolean {
  const [before, candidate] = [candidates[index - 1], candidates[index]!];
  if (candidate.message.seq === 1) return true;
  return (
    before !== undefined &&
    before.message.threadId === candidate.message.threadId &&
    before.message.seq === candidate.message.seq - 1 &&
    before.stretch !== candidate.stretch
  );
}

/**
 * The rank by a score as a value from 1 for the first towards 0, one half at rank `half`: comparable between queries
 * and models, as scores are not.
 */
export function rankValues(scores: ArrayLike<number>, half: number): Float64Array {
  const values = new Float64Array(scores.length);
  const found: number[] = [];
  for (let index = 0; index < scores.length; index += 1) if (scores[index]! > 0) found.push(index);
  found.sort((first, second) => scores[second]! - scores[first]! || first - second);
  for (let rank = 0; rank < found.length; rank += 1) values[found[rank]!] = half / (half + rank);
  return values;
}
