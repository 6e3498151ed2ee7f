/**
 * Estimates how likely the answer is a whole part of the conversation instead of a few messages, from the length of the
 * question, the kind of thing it asks for, and how concentrated the matches are.
 */
import { termWeight } from '../text/bm25.ts';
import type { CandidateSet } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranking } from './ranking.ts';

const bestHits = 10;
/** Length in tokens of a speech: shorter messages are remarks, and longer ones are pasted text or tool output. */
const speech = { least: 100, most: 300 };

/**
 * A linear model, as log odds. Fitted to every second of the public conversations of friends, of the meetings and of
 * the generated talks, friends and talks also without their times, to tell which order finds more.
 */
const weights = {
  constant: -8.7,
  /** Density at the densest place. */
  density: 0.87,
  /** Tokens of the best messages, and of all that were read. */
  length: 1.65,
  usualLength: -1.4,
  /** How far the best messages are speeches, which rarely contain a one-sentence answer. */
  speech: 2,
  /** Content words of the question: a long question asks for more. */
  terms: 3.3,
  /** Share of the question's terms in the best message: a single fact can match as densely as a whole discussion. */
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
  relevance: readonly number[];
  /** Around the densest place. */
  densest: number;
}): number {
  const { set, query, relevance, densest } = options;
  const length = Math.log(bestLength(set, relevance));
  const usualLength = sumOf(set.candidates.map(({ message }) => message.tokens)) / relevance.length;
  return (
    weights.constant +
    weights.density * Math.log(densest) +
    weights.length * length +
    weights.speech * Math.max(0, Math.min(length, Math.log(speech.most)) - Math.log(speech.least)) +
    weights.usualLength * Math.log(usualLength) +
    weights.terms * Math.log1p(query.wordCount) +
    weights.saidByBest * coverageByBest(options) +
    (query.times.length > 0 ? weights.time : 0) +
    (query.wantsNumber ? weights.number : 0) +
    (query.wantsMany ? weights.many : 0) +
    (query.wantsDetail ? weights.detail : 0)
  );
}

/** Mean tokens of the best messages, weighted by their relevance. */
function bestLength({ candidates }: CandidateSet, relevance: readonly number[]): number {
  const best = [...relevance.keys()]
    .sort((first, second) => relevance[second]! - relevance[first]!)
    .slice(0, bestHits);
  const all = sumOf(best.map((index) => relevance[index]!));
  return sumOf(best.map((index) => relevance[index]! * candidates[index]!.message.tokens)) / all;
}

/** The share of the question's terms in the best message, weighted by rarity. `unsaid`: the weight of unknown terms. */
export function coverageByBest(
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
