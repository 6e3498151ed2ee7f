/**
 * How likely the answer is a part of the conversation as a whole, and not what a few messages say: read from how long
 * the question is, from what kind of thing it asks for, and from how what was found lies, in one place or everywhere.
 */
import { termWeight } from '../text/bm25.ts';
import type { CandidateSet } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranking } from './ranking.ts';

const bestHits = 10;
/** Tokens from which a message is a speech and no remark, and up to which: what is longer was pasted, or a tool said it. */
const speech = { least: 100, most: 300 };

/**
 * A linear model, as log odds. Fitted to every second of the public conversations of friends, of the meetings and of
 * the generated talks, friends and talks also without their times, to tell which order finds more.
 */
const weights = {
  constant: -8.7,
  /** Worth of what stands around the densest place. */
  density: 0.87,
  /** Tokens of the best messages, and of all that were read. */
  length: 1.65,
  usualLength: -1.4,
  /** How far the best messages are speeches: who speaks at length rarely answers in one sentence. */
  speech: 2,
  /** Content words of the question: a long one asks for more. */
  terms: 3.3,
  /** Part of the question that the best message says itself: one fact can be told as densely as a talk about it. */
  saidByBest: -2.4,
  /** It asks for a day, a number, several places, or one thing with a name. */
  time: -3.7,
  number: -0.5,
  many: -1.3,
  detail: -2.7,
};

export function regionOdds(options: {
  set: CandidateSet;
  ranking: Ranking;
  query: ParsedQuery;
  /** By candidate. */
  worth: readonly number[];
  /** Around the densest place. */
  densest: number;
}): number {
  const { set, query, worth, densest } = options;
  const length = Math.log(bestLength(set, worth));
  const usualLength = sumOf(set.candidates.map(({ message }) => message.tokens)) / worth.length;
  return (
    weights.constant +
    weights.density * Math.log(densest) +
    weights.length * length +
    weights.speech * Math.max(0, Math.min(length, Math.log(speech.most)) - Math.log(speech.least)) +
    weights.usualLength * Math.log(usualLength) +
    weights.terms * Math.log1p(query.terms.length) +
    weights.saidByBest * saidByBest(options) +
    (query.times.length > 0 ? weights.time : 0) +
    (query.wantsNumber ? weights.number : 0) +
    (query.wantsMany ? weights.many : 0) +
    (query.wantsDetail ? weights.detail : 0)
  );
}

/** Tokens of the best messages, by what they are worth. */
function bestLength({ candidates }: CandidateSet, worth: readonly number[]): number {
  const best = [...worth.keys()].sort((first, second) => worth[second]! - worth[first]!).slice(0, bestHits);
  const all = sumOf(best.map((index) => worth[index]!));
  return sumOf(best.map((index) => worth[index]! * candidates[index]!.message.tokens)) / all;
}

/** Part of the question's words; rare ones count more. Words that nobody said count as `unsaid` tells. */
export function saidByBest(
  { set, ranking, query }: { set: CandidateSet; ranking: Ranking; query: ParsedQuery },
  { unsaid }: { unsaid: 'not at all' | 'as rare' } = { unsaid: 'not at all' },
): number {
  const said = new Set(ranking.matches.matched(ranking.best!));
  const weightOf = (term: string) => {
    const frequency = set.frequencies.get(term) ?? 0;
    if (frequency === 0 && unsaid === 'not at all') return 0;
    return termWeight({ frequency: Math.max(1, frequency), messages: set.messages });
  };
  const all = sumOf(query.terms.map(weightOf));
  return all === 0 ? 0 : sumOf(query.terms.filter((term) => said.has(term)).map(weightOf)) / all;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
