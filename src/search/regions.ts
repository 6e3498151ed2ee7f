/**
 * Regions: what was said about something often stands in one part of the conversation, also in messages that have none
 * of the question's words. How much of what was found stands around a message is its density: the sum of what messages
 * near it are worth, less with every token between. A message deserves its place for what it says itself or for the
 * part it stands in, whichever is more: how much the second counts depends on how likely a part is asked for.
 */
import type { MessagePlace } from '../store.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranking } from './ranking.ts';
import { regionOdds } from './region-odds.ts';

/** What a message deserves its place for, and how much: comparable within one answer only. */
export type Deserved = {
  score: number;
  /** For the part of the conversation it stands in: quoted as it was said. */
  inRegion: boolean;
};

export type Region = {
  /** By candidate. */
  deserved: readonly Deserved[];
  /** Messages between candidates that no search found. */
  unread: readonly MessagePlace[];
  /** Of one that was unread. */
  deservedAt(seq: number): Deserved;
};

/** Tokens after which about a third is left of what a message is worth to others. */
const reach = 400;
/** A long message parts those beside it no more than this. */
const farthestStep = 0.3;
/** By how much the score of a message has to be lower for it to be worth a third to those around it. */
const spread = 2;
/** Tokens from which a message counts in full: what is said in a word or two tells little of where the talk was about it. */
const wholeTokens = 100;
/** Less likely than this, parts are left alone. */
const leastOdds = -1.5;
/** A small room has to decide for one of both: in one of so many tokens a part may win by this; with each doubling, by less. */
const smallRoom = 700;
const mostInSmallRoom = 2;
const lessInDouble = 1.5;

const mostUnread = 60;
/** Of the densest: what stands around less is left out. */
const leastDensity = 0.1;
/** Of the densest: what has as much around it stands in the middle of the part. */
const middleDensity = 0.5;

/** Undefined where single messages answer. */
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
  const worth = ranking.scores.map((score, index) =>
    score === undefined ? 0 : Math.exp((score - best) / spread) * Math.sqrt(shareOf(candidates[index]!)),
  );
  const steps = stepsBetween(candidates);
  const { all, fromBefore, fromAfter } = densities(worth, steps);
  const densest = Math.max(...all);
  const odds = Math.min(mostOdds(room), regionOdds({ set, ranking, query, worth, densest }));
  if (odds < leastOdds) return undefined;
  const unread = between({ candidates, steps, fromBefore, fromAfter })
    .filter(({ density }) => density >= densest * leastDensity)
    .sort((first, second) => second.density - first.density)
    .slice(0, mostUnread);
  const densityAt = new Map(unread.map(({ place, density }) => [place.seq, density]));
  const ofRegion = (density: number) => odds + Math.log(density / densest + Number.EPSILON);
  return {
    deserved: ranking.besides.map((score, index) =>
      either(
        score === undefined ? undefined : score - best,
        ofRegion(all[index]!),
        all[index]! >= densest * middleDensity,
      ),
    ),
    unread: unread.map(({ place }) => place),
    deservedAt: (seq) => ({ score: ofRegion(densityAt.get(seq) ?? 0), inRegion: true }),
  };
}

/** As odds add up: what deserves its place for both deserves it more. */
function either(own: number | undefined, ofRegion: number, inMiddle: boolean): Deserved {
  if (own === undefined) return { score: ofRegion, inRegion: true };
  const [more, less] = own > ofRegion ? [own, ofRegion] : [ofRegion, own];
  return { score: more + Math.log1p(Math.exp(less - more)), inRegion: inMiddle || ofRegion > own };
}

function mostOdds(room: number): number {
  return mostInSmallRoom - lessInDouble * Math.max(0, Math.log2(room / smallRoom));
}

function shareOf({ message }: Candidate): number {
  return Math.min(1, message.tokens / wholeTokens);
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
