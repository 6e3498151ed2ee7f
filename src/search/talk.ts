/** Messages as talk: what stands beside what, and how far a match in one message reaches into those around it. */
import type { Entry } from './pool.ts';

/**
 * For each message the greatest value in it or in a nearby one of the same stretch of talk, less with distance: at
 * `reach` messages away about a third of it is left.
 */
export function spreadBest(entries: readonly Entry[], values: readonly number[], reach: number): number[] {
  return spreadBy(decays(entries, reach), values);
}

/** What is left of a value from each message to the next; 0 where another stretch of talk begins. */
export function decays(entries: readonly Entry[], reach: number): Float64Array {
  const left = new Float64Array(entries.length);
  for (let index = 1; index < entries.length; index += 1) {
    const [before, entry] = [entries[index - 1]!, entries[index]!];
    if (before.session === entry.session)
      left[index] = Math.exp(-Math.abs(entry.message.seq - before.message.seq) / reach);
  }
  return left;
}

/** The same as `spreadBest` with what is left known: many values are spread over the same messages. */
export function spreadBy(left: Float64Array, values: readonly number[]): number[] {
  const best = values.slice();
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

/** The value of the message directly before or after, in the same stretch of talk; 0 where there is none. */
export function beside(
  entries: readonly Entry[],
  values: readonly number[],
  index: number,
  step: -1 | 1,
): number {
  const [entry, other] = [entries[index]!, entries[index + step]];
  if (!other || other.session !== entry.session) return 0;
  return other.message.seq - entry.message.seq === step ? values[index + step]! : 0;
}

/** The first message after a pause often brings news. Known only where the message before was read, too. */
export function opensTalk(entries: readonly Entry[], index: number): boolean {
  const [before, entry] = [entries[index - 1], entries[index]!];
  if (entry.message.seq === 1) return true;
  return (
    before !== undefined &&
    before.message.threadId === entry.message.threadId &&
    before.message.seq === entry.message.seq - 1 &&
    before.session !== entry.session
  );
}

/**
 * Place in the order by a score, from 1 for the first towards 0, one half at place `half`: comparable between
 * questions and models, as scores are not.
 */
export function standings(scores: readonly number[], half: number): number[] {
  const standing = scores.map(() => 0);
  [...scores.keys()]
    .filter((index) => scores[index]! > 0)
    .sort((first, second) => scores[second]! - scores[first]! || first - second)
    .forEach((index, rank) => {
      standing[index] = half / (half + rank);
    });
  return standing;
}
