/**
 * Regions: where a question asks for what was said about something, and what was found stands close together, the answer
 * is that part of the conversation as a whole, and not its best sentences. How much of what was found stands around a
 * message is its density: the sum of what messages near it are worth, less with every token between.
 */
import type { MessagePlace } from '../store.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import type { ParsedQuery } from './query.ts';

export type Region = {
  /** By candidate: comparable with each other only. */
  scores: readonly number[];
  /** Messages between candidates that no search found. */
  unread: readonly MessagePlace[];
  /** Of one that was unread. */
  scoreAt(seq: number): number;
};

/** Tokens after which about a third is left of what a message is worth to others. */
const reach = 400;
/** A long message parts those beside it no more than this. */
const farthestStep = 0.3;
/** By how much the score of a message has to be lower for it to be worth a third: for the order, and for the decision. */
const orderSpread = 1;
const decisionSpread = 2;
/** The rank whose distance from the best tells whether one place stands out, and how many tell how long messages are. */
const comparedRank = 4;
const measuredHits = 10;

/**
 * Whether a region is asked for, as log odds: fitted to every second of the public conversations of friends, of the
 * meetings and of the generated talks, friends and talks also without their times, by which of both orders finds more.
 */
const weights = { density: 3.3, gap: 0.8, length: 0.87, detail: -1, many: -0.85 };
const leastSum = 8;

const mostUnread = 60;
/** Of the densest: what stands around less is left out. */
const leastDensity = 0.1;

export function regionAsked(
  set: CandidateSet,
  scores: readonly (number | undefined)[],
  query: ParsedQuery,
): Region | undefined {
  // One fact in a long message can be as dense as a talk about it: no figure tells them apart, the question does.
  if (!query.wantsAccount) return undefined;
  const { candidates } = set;
  const best = scores.reduce<number>(
    (most, score) => Math.max(most, score ?? most),
    Number.NEGATIVE_INFINITY,
  );
  if (best === Number.NEGATIVE_INFINITY) return undefined;
  const worth = (spread: number) =>
    scores.map((score) => (score === undefined ? 0 : Math.exp((score - best) / spread)));
  const steps = stepsBetween(candidates);
  const decisive = worth(decisionSpread);
  const sum =
    weights.density * Math.log(Math.max(...densities(decisive, steps).all)) +
    weights.length * Math.log(lengthOf(candidates, decisive)) +
    weights.gap * (best - rankedAt(scores, comparedRank)) +
    (query.wantsDetail ? weights.detail : 0) +
    (query.wantsMany ? weights.many : 0);
  if (sum < leastSum) return undefined;
  const { all, fromBefore, fromAfter } = densities(worth(orderSpread), steps);
  const densest = Math.max(...all);
  const unread = between({ candidates, steps, fromBefore, fromAfter })
    .filter(({ density }) => density >= densest * leastDensity)
    .sort((first, second) => second.density - first.density)
    .slice(0, mostUnread);
  const densityAt = new Map(unread.map(({ place, density }) => [place.seq, density]));
  const scoreOf = (density: number) => orderSpread * Math.log(density / densest + Number.EPSILON);
  return {
    scores: [...all].map(scoreOf),
    unread: unread.map(({ place }) => place),
    scoreAt: (seq) => scoreOf(densityAt.get(seq) ?? 0),
  };
}

/** The score at a rank, or the last one. */
function rankedAt(scores: readonly (number | undefined)[], rank: number): number {
  const found = scores.filter((score) => score !== undefined).sort((first, second) => second - first);
  return found[Math.min(rank, found.length - 1)]!;
}

/** Tokens of the best messages, by what they are worth. */
function lengthOf(candidates: readonly Candidate[], worth: readonly number[]): number {
  const best = [...worth.keys()]
    .sort((first, second) => worth[second]! - worth[first]!)
    .slice(0, measuredHits);
  const all = best.reduce((sum, index) => sum + worth[index]!, 0);
  return best.reduce((sum, index) => sum + worth[index]! * candidates[index]!.message.tokens, 0) / all;
}

/** How far each candidate is from the one before, in parts of the reach; endless where another stretch begins. */
type Steps = { toBefore: Float64Array; usual: number };

function stepsBetween(candidates: readonly Candidate[]): Steps {
  const stepOf = (tokens: number) => Math.min(farthestStep, tokens / reach);
  const tokens = candidates.reduce((sum, { message }) => sum + message.tokens, 0);
  const usual = stepOf(tokens / (candidates.length || 1));
  const toBefore = new Float64Array(candidates.length).fill(Number.POSITIVE_INFINITY);
  for (let index = 1; index < candidates.length; index += 1) {
    const [before, candidate] = [candidates[index - 1]!, candidates[index]!];
    if (before.stretch !== candidate.stretch) continue;
    const missing = candidate.message.seq - before.message.seq - 1;
    toBefore[index] = stepOf((before.message.tokens + candidate.message.tokens) / 2) + missing * usual;
  }
  return { toBefore, usual };
}

/** What a candidate and those before it are worth there, and those after it. */
function densities(worth: readonly number[], { toBefore }: Steps) {
  const count = worth.length;
  const [all, fromBefore, fromAfter] = [count, count, count].map((length) => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let index = 0, carried = 0; index < count; index += 1) {
    carried = carried * Math.exp(-toBefore[index]!) + worth[index]!;
    fromBefore[index] = carried;
  }
  for (let index = count - 1, carried = 0; index >= 0; index -= 1) {
    all[index] = fromBefore[index]! + carried;
    fromAfter[index] = carried + worth[index]!;
    carried = fromAfter[index]! * Math.exp(-toBefore[index]!);
  }
  return { all, fromBefore, fromAfter };
}

/** The messages between two candidates of one stretch, each with what stands around it. */
function between(options: {
  candidates: readonly Candidate[];
  steps: Steps;
  fromBefore: Float64Array;
  fromAfter: Float64Array;
}): { place: MessagePlace; density: number }[] {
  const { candidates, steps, fromBefore, fromAfter } = options;
  const found: { place: MessagePlace; density: number }[] = [];
  for (let index = 1; index < candidates.length; index += 1) {
    if (steps.toBefore[index] === Number.POSITIVE_INFINITY) continue;
    const { threadId, seq: from } = candidates[index - 1]!.message;
    const { seq: to } = candidates[index]!.message;
    for (let seq = from + 1; seq < to; seq += 1) {
      // Far from both, nothing is dense enough to be read, however long the thread.
      if (seq === from + 1 + mostUnread) seq = Math.max(seq, to - mostUnread);
      const density =
        fromBefore[index - 1]! * Math.exp(-(seq - from) * steps.usual) +
        fromAfter[index]! * Math.exp(-(to - seq) * steps.usual);
      found.push({ place: { threadId, seq }, density });
    }
  }
  return found;
}
