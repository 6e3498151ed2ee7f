/**
 * Adds up the weights of the matched terms for each message. One search scores thousands of messages, of which only
 * some hundreds are read. So scores are numbers in arrays instead of objects, and only the best ones are sorted.
 */
import type { Place, PlaceList } from '../text-index.ts';

/** For each place: the summed weights of terms that occur once in the message, and of those that occur repeatedly. */
export type ScoredPlaces = {
  readonly length: number;
  place(index: number): Place;
  once(index: number): number;
  repeated(index: number): number;
};

export type ScoreBoard = ScoredPlaces & {
  /** The messages at these places contain the term. `term` is its index in the query, at most 31. */
  add(term: number, weight: number, places: PlaceList): void;
  /** Of these messages, those already added for the term contain it more than once. */
  addRepeated(term: number, weight: number, places: PlaceList): void;
};

export function createScoreBoard(): ScoreBoard {
  const threadKeys: number[] = [];
  const seqs: number[] = [];
  const once: number[] = [];
  const repeated: number[] = [];
  // A bit for each term already counted: a query has at most 32.
  const terms: number[] = [];
  const threads = new Map<number, Map<number, number>>();
  const numbersOf = (threadKey: number) => {
    const known = threads.get(threadKey);
    if (known) return known;
    const numbers = new Map<number, number>();
    threads.set(threadKey, numbers);
    return numbers;
  };
  return {
    get length() {
      return seqs.length;
    },
    place: (index) => ({ threadKey: threadKeys[index]!, seq: seqs[index]! }),
    once: (index) => once[index]!,
    repeated: (index) => repeated[index]!,
    add(term, weight, places) {
      const bit = 1 << term;
      eachPlace(places, numbersOf, (numbers, seq, threadKey) => {
        const index = numbers.get(seq);
        if (index === undefined) {
          numbers.set(seq, seqs.length);
          threadKeys.push(threadKey);
          seqs.push(seq);
          once.push(weight);
          repeated.push(0);
          terms.push(bit);
        } else if ((terms[index]! & bit) === 0) {
          terms[index]! |= bit;
          once[index]! += weight;
        }
      });
    },
    addRepeated(term, weight, places) {
      const bit = 1 << term;
      eachPlace(places, numbersOf, (numbers, seq) => {
        const index = numbers.get(seq);
        if (index === undefined || (terms[index]! & bit) === 0) return;
        once[index]! -= weight;
        repeated[index]! += weight;
      });
    },
  };
}

function eachPlace(
  { threadKeys, seqs }: PlaceList,
  numbersOf: (threadKey: number) => Map<number, number>,
  visit: (numbers: Map<number, number>, seq: number, threadKey: number) => void,
): void {
  if (typeof threadKeys === 'number') {
    const numbers = numbersOf(threadKeys);
    for (let index = 0; index < seqs.length; index += 1) visit(numbers, seqs[index]!, threadKeys);
    return;
  }
  for (let index = 0; index < seqs.length; index += 1)
    visit(numbersOf(threadKeys[index]!), seqs[index]!, threadKeys[index]!);
}

/** The best `size` candidates in order, and the others, which are computed only when they are needed. */
export function splitByScore(scored: ScoredPlaces, size: number): { best: number[]; others: () => number[] } {
  const weights = new Float64Array(scored.length);
  for (let index = 0; index < weights.length; index += 1)
    weights[index] = scored.once(index) + 1.5 * scored.repeated(index);
  const least = nthLargest(weights, size);
  const first: number[] = [];
  for (let index = 0; index < weights.length; index += 1) if (weights[index]! >= least) first.push(index);
  const seqOf = (index: number) => scored.place(index).seq;
  first.sort((one, two) => weights[two]! - weights[one]! || seqOf(two) - seqOf(one));
  return {
    best: first.slice(0, size),
    others: () => [...first.slice(size), ...[...weights.keys()].filter((index) => weights[index]! < least)],
  };
}

/** Quickselect. Minus infinity if there are fewer values than `count`. */
export function nthLargest(values: Float64Array, count: number): number {
  if (count > values.length) return Number.NEGATIVE_INFINITY;
  const left = values.slice();
  const wanted = Math.max(1, Math.floor(count)) - 1;
  let [from, to] = [0, left.length - 1];
  while (from < to) {
    const middle = left[(from + to) >> 1]!;
    // Partitions into larger, equal and smaller values.
    let [above, place, below] = [from, from, to];
    while (place <= below) {
      const value = left[place]!;
      if (value > middle) swap(left, above++, place++);
      else if (value < middle) swap(left, place, below--);
      else place += 1;
    }
    if (wanted < above) to = above - 1;
    else if (wanted > below) from = below + 1;
    else return middle;
  }
  return left[wanted]!;
}

function swap(values: Float64Array, one: number, two: number): void {
  const value = values[one]!;
  values[one] = values[two]!;
  values[two] = value;
}
