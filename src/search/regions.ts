/**
 * Regions: a subject is often discussed in one part of the conversation, also by messages without any of the question's
 * words. The density at a message is the summed relevance of the messages around it, decreasing with the tokens between.
 * A message is ranked by its own score and by the density of its region; the second counts more the more likely the
 * question asks about a whole part.
 */
import type { MessagePlace } from '../store.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranking } from './ranking.ts';
import { regionOdds } from './region-odds.ts';

/** The score of a message, from itself or from its region. Comparable only within one result. */
export type RegionScore = {
  score: number;
  /** True if its region gives it this score. It is then quoted from its beginning. */
  inRegion: boolean;
};

export type Region = {
  /** By candidate. */
  scores: readonly RegionScore[];
  /** Messages between candidates that no search found. */
  unread: readonly MessagePlace[];
  /** Of one that was unread. */
  scoreAt(seq: number): RegionScore;
};

/** Distance in tokens at which the relevance of a message has fallen to about a third. */
const reach = 400;
/** Most that one message adds to the distance, however long it is. */
const farthestStep = 0.3;
/** The difference in score at which a message is about a third as relevant. */
const spread = 2;
/** Tokens from which a message counts in full: very short messages say little about where a subject was discussed. */
const wholeTokens = 100;
/** With lower odds, regions are not used. */
const leastOdds = -1.5;
/** Limit of the odds in a room of `smallRoom` tokens. It falls with each doubling, because a large room holds both kinds. */
const smallRoom = 700;
const mostInSmallRoom = 2;
const lessInDouble = 1.5;

const mostUnread = 60;
/** Share of the highest density below which unread messages are left out. */
const leastDensity = 0.1;
/** Share of the highest density from which a message is in the middle of the region. */
const middleDensity = 0.5;

/** Undefined if the question probably asks for single messages. */
export function regionAsked(options: {
  set: CandidateSet;
  ranking: Ranking;
  query: ParsedQuery;
  /** Tokens there are for what is found. */
  room: number;
}): Region | undefined {
  const { set, ranking, query, room } = options;
  const { candidates } = set;
  if (ranking.best === undefined) return undefined;
  const best = ranking.scores[ranking.best]!;
  const relevance = ranking.scores.map((score, index) =>
    score === undefined ? 0 : Math.exp((score - best) / spread) * Math.sqrt(shareOf(candidates[index]!)),
  );
  const steps = stepsBetween(candidates);
  const { all, fromBefore, fromAfter } = densities(relevance, steps);
  const densest = Math.max(...all);
  const odds = Math.min(mostOdds(room), regionOdds({ set, ranking, query, relevance, densest }));
  if (odds < leastOdds) return undefined;
  const unread = messagesBetween({ candidates, steps, fromBefore, fromAfter })
    .filter(({ density }) => density >= densest * leastDensity)
    .sort((first, second) => second.density - first.density)
    .slice(0, mostUnread);
  const densityAt = new Map(unread.map(({ place, density }) => [place.seq, density]));
  const regionScore = (density: number) => odds + Math.log(density / densest + Number.EPSILON);
  return {
    scores: ranking.diversifiedScores.map((score, index) =>
      combinedScore(
        score === undefined ? undefined : score - best,
        regionScore(all[index]!),
        all[index]! >= densest * middleDensity,
      ),
    ),
    unread: unread.map(({ place }) => place),
    scoreAt: (seq) => ({ score: regionScore(densityAt.get(seq) ?? 0), inRegion: true }),
  };
}

/** Adds the odds of both scores. */
function combinedScore(own: number | undefined, regionScore: number, inMiddle: boolean): RegionScore {
  if (own === undefined) return { score: regionScore, inRegion: true };
  const [more, less] = own > regionScore ? [own, regionScore] : [regionScore, own];
  return { score: more + Math.log1p(Math.exp(less - more)), inRegion: inMiddle || regionScore > own };
}

function mostOdds(room: number): number {
  return mostInSmallRoom - lessInDouble * Math.max(0, Math.log2(room / smallRoom));
}

function shareOf({ message }: Candidate): number {
  return Math.min(1, message.tokens / wholeTokens);
}

/** Distance of each candidate from the one before, relative to `reach`; infinite at the beginning of a stretch. */
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

/** The density at each candidate, from all others, from those up to it, and from those after it. */
function densities(relevance: readonly number[], { toBefore }: Steps) {
  const count = relevance.length;
  const [all, fromBefore, fromAfter] = [count, count, count].map((length) => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let index = 0, carried = 0; index < count; index += 1) {
    carried = carried * Math.exp(-toBefore[index]!) + relevance[index]!;
    fromBefore[index] = carried;
  }
  for (let index = count - 1, carried = 0; index >= 0; index -= 1) {
    all[index] = fromBefore[index]! + carried;
    fromAfter[index] = carried + relevance[index]!;
    carried = fromAfter[index]! * Math.exp(-toBefore[index]!);
  }
  return { all, fromBefore, fromAfter };
}

/** The messages between two candidates of one stretch, each with its density. */
function messagesBetween(options: {
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
      // Far from both candidates the density is too low, so the middle of a long gap is skipped.
      if (seq === from + 1 + mostUnread) seq = Math.max(seq, to - mostUnread);
      const density =
        fromBefore[index - 1]! * Math.exp(-(seq - from) * steps.usual) +
        fromAfter[index]! * Math.exp(-(to - seq) * steps.usual);
      found.push({ place: { threadId, seq }, density });
    }
  }
  return found;
}
