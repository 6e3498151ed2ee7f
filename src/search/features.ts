/**
 * Features of a candidate, by which it is ranked: each a number from 0 to about 1, so that they can be weighed against
 * each other. Their weights are in ranking.ts.
 */
import { termShare, termWeight } from '../text/bm25.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import type { Feedback } from './feedback.ts';
import { informativenessOf, newsOf, raritiesOf } from './informativeness.ts';
import { decays, neighbourValue, opensStretch, rankValues, spreadBest, spreadBy } from './proximity.ts';
import type { ParsedQuery } from './query.ts';
import { nameTerms } from './speakers.ts';
import { matchTime } from './time-expressions.ts';

export const featureNames = [
  /** Rank by words (BM25), neighbours counting in part. */
  'wordRank',
  /** Share of the query's terms in this message and the few around it. */
  'nearCoverage',
  /** The same over the stretch of conversation; 0 where the answer stands in several places. */
  'stretchCoverage',
  /** The best match by words in the stretch. */
  'stretchBest',
  /** Share of the query's terms of which a related one is said here or close by. */
  'expansionCoverage',
  /** Rank by the words that what was found first shares; and the rarest words, where feedback widened the search. */
  'feedbackRank',
  'news',
  /** Said by the speaker who is asked about; again where many answers are wanted. */
  'speaker',
  'speakerOfMany',
  /** Said by the user or the assistant, as asked. */
  'role',
  /** Said at the time that is asked about, around it, or telling its date. */
  'timeSaid',
  'timeNear',
  'timeTold',
  /** Tells a time or a number where one is asked for. */
  'tellsTime',
  'tellsNumber',
  'informativeness',
  'smallTalk',
  'isQuestion',
  'followsQuestion',
  'firstPerson',
  'properNames',
  /** The first message after a pause. */
  'opensStretch',
  /** Rank by vectors: of this message, of its neighbours, of the best in the stretch. */
  'vectorRank',
  'vectorRankBefore',
  'vectorRankAfter',
  'vectorRankStretch',
] as const;

export type FeatureName = (typeof featureNames)[number];

/** The candidates as the query sees them. */
export type Matches = {
  /** Each feature of all candidates: hundreds are ranked for one turn, and a list of numbers is made in no time. */
  features: Readonly<Record<FeatureName, ArrayLike<number>>>;
  /** Terms of the query that a candidate says, and those of which it says a related one. */
  matched(index: number): string[];
  related(index: number): string[];
  /** The time asked about that it belongs to, in words. */
  time(index: number): string | undefined;
};

/** How far a term reaches, in messages: into the exchange around it, and into the stretch. */
const nearReach = 3;
const farReach = 20;
const wholeStretch = 1_000;
const neighbourShare = 0.4;
/** Ranks by words and by vectors that count half. Vectors tell the first from the tenth less sharply. */
const halfByWords = 20;
const halfByVectors = 60;
const halfByFeedback = 40;
const saturation = { repetition: 1, length: 0.5 };
/** Weight of a term said in one message of some four hundred: scores by words are given as parts of it. */
const usualWeight = 6;
/** What a term counts that is borrowed from the message before. */
const borrowedShare = 0.4;
/** A rare term makes its related terms no rarer. */
const mostRelatedWeight = 5;

export function computeFeatures(set: CandidateSet, query: ParsedQuery, feedback?: Feedback): Matches {
  const { candidates } = set;
  const speakers = speakersAsked(candidates, query);
  const formsOf = (term: string) => [term, ...(query.forms.get(term) ?? [])];
  const frequencyOf = (term: string) =>
    formsOf(term).reduce((sum, form) => sum + (set.frequencies.get(form) ?? 0), 0);
  const isKnown = (term: string) => frequencyOf(term) > 0;
  const nameless = query.terms.filter((term) => !speakers.terms.has(term));
  // A question of nothing but names is about them.
  const terms = nameless.some(isKnown) || speakers.any ? nameless : query.terms;
  const known = terms.filter(isKnown);
  const expanded = terms.filter((term) => (query.expansions.get(term)?.length ?? 0) > 0);
  const weightOf = (term: string) =>
    termWeight({ frequency: frequencyOf(term), messages: set.messages }) *
    (query.borrowed.has(term) ? borrowedShare : 1);
  const alone = [...new Set([...known, ...expanded])];
  const said = timesSaid(candidates, [
    ...alone.map(formsOf),
    ...expanded.map((term) => query.expansions.get(term)!),
  ]);
  const saidAlone = new Map(alone.map((term, number) => [term, said[number]!]));
  const own = known.map((term): Weighed => ({ weight: weightOf(term), ...saidAlone.get(term)! }));
  const related = said.slice(alone.length).map(({ held }) => held);
  const ownOfExpanded = expanded.map((term) => saidAlone.get(term)!.held);
  const eitherOfExpanded = expanded.map((term, number) => {
    const others = related[number]!;
    const held = ownOfExpanded[number]!.map((value, index) => value | others[index]!);
    return { weight: Math.min(mostRelatedWeight, weightOf(term)), held };
  });
  const near = decays(candidates, nearReach);
  const far = decays(candidates, farReach);

  const words = wordScores(candidates, own);
  const wordRank = rankValues(
    Array.from(
      words,
      (score, index) =>
        score +
        neighbourShare *
          (neighbourValue(candidates, words, index, -1) + neighbourValue(candidates, words, index, 1)),
    ),
    halfByWords,
  );
  const nearCoverage = coverage(near, own);
  const stretchCoverage = coverage(far, own);
  const stretchBest = spreadBy(far, words);
  const expansionCoverage = coverage(near, eitherOfExpanded);
  const vectorRank = rankValues(
    candidates.map(({ similarity }) => (set.hasVectors ? similarity : 0)),
    halfByVectors,
  );
  const rarities = raritiesOf(candidates);
  const zeros = new Float64Array(candidates.length);
  const given = (isGiven: (candidate: Candidate) => boolean) =>
    Uint8Array.from(candidates, (candidate) => (isGiven(candidate) ? 1 : 0));
  const beside = (values: ArrayLike<number>, step: -1 | 1) =>
    Float64Array.from(candidates, (_, index) => neighbourValue(candidates, values, index, step));
  const questions = given(({ endsWithQuestion }) => endsWithQuestion);
  const bySpeaker = speakers.any
    ? given(({ speaker }) => speaker !== undefined && speakers.names.has(speaker))
    : zeros;
  const times = query.times.map((time) => candidates.map((candidate) => matchTime(time, candidate)));
  const timely = (kind: 'said' | 'near' | 'told') =>
    times.length === 0
      ? zeros
      : Uint8Array.from(candidates, (_, index) => (times.some((time) => time[index]![kind]) ? 1 : 0));

  return {
    matched: (index) => known.filter((_, number) => own[number]!.held[index] === 1),
    related: (index) =>
      expanded.filter((_, number) => ownOfExpanded[number]![index] === 0 && related[number]![index] === 1),
    time: (index) => timeInWords(query.times.map((time, number) => ({ time, ...times[number]![index]! }))),
    features: {
      wordRank,
      nearCoverage,
      stretchCoverage: query.wantsMany ? zeros : stretchCoverage,
      stretchBest: stretchBest.map((value) => Math.min(2, value)),
      expansionCoverage,
      feedbackRank: feedback ? feedbackRank(candidates, feedback) : zeros,
      news: feedback ? newsOf(rarities, feedback.newsShare) : zeros,
      speaker: bySpeaker,
      speakerOfMany: query.wantsMany ? bySpeaker : zeros,
      role: speakers.any ? zeros : given(({ message }) => message.role === query.role),
      timeSaid: timely('said'),
      timeNear: timely('near'),
      timeTold: timely('told'),
      tellsTime: query.wantsTime ? given(({ tellsTime }) => tellsTime) : zeros,
      tellsNumber: query.wantsNumber ? given(({ tellsNumber }) => tellsNumber) : zeros,
      informativeness: informativenessOf(rarities),
      smallTalk: Float64Array.from(candidates, ({ smallTalkShare }) => smallTalkShare),
      isQuestion: questions,
      followsQuestion: beside(questions, -1),
      firstPerson: given(({ firstPerson }) => firstPerson),
      properNames: Float64Array.from(candidates, ({ properNameShare }) => properNameShare),
      opensStretch: Uint8Array.from(candidates, (_, index) => (opensStretch(candidates, index) ? 1 : 0)),
      vectorRank,
      vectorRankBefore: set.hasVectors ? beside(vectorRank, -1) : zeros,
      vectorRankAfter: set.hasVectors ? beside(vectorRank, 1) : zeros,
      vectorRankStretch: set.hasVectors ? spreadBest(candidates, vectorRank, wholeStretch) : zeros,
    },
  };
}

/** By candidate: how often it says one of the terms, and 1 where it does at all. */
type Said = { times: Uint32Array; held: Uint8Array };
type Held = { weight: number; held: Uint8Array };
/** A term of the query with the candidates that say it. */
type Weighed = Held & Said;

/**
 * For each group of terms. A message has about as many terms as a query with its related ones, but a query's are at hand
 * for all messages: so those of the message are gone through.
 */
function timesSaid(candidates: readonly Candidate[], groups: readonly (readonly string[])[]): Said[] {
  const said = groups.map((): Said => {
    return { times: new Uint32Array(candidates.length), held: new Uint8Array(candidates.length) };
  });
  const groupsOf = new Map<string, Said[]>();
  for (const [number, terms] of groups.entries()) {
    for (const term of terms) {
      const others = groupsOf.get(term);
      if (others === undefined) groupsOf.set(term, [said[number]!]);
      else others.push(said[number]!);
    }
  }
  const add = (index: number, among: readonly Said[], times: number) => {
    for (const one of among) {
      one.times[index]! += times;
      one.held[index] = 1;
    }
  };
  for (let index = 0; index < candidates.length; index += 1) {
    const { terms, allTerms } = candidates[index]!;
    if (allTerms.length <= groupsOf.size) {
      for (const term of allTerms) {
        const among = groupsOf.get(term);
        if (among !== undefined) add(index, among, terms.get(term)!);
      }
    } else {
      for (const [term, among] of groupsOf) {
        const times = terms.get(term);
        if (times !== undefined) add(index, among, times);
      }
    }
  }
  return said;
}

function feedbackRank(candidates: readonly Candidate[], { terms, share }: Feedback): number[] {
  const said = timesSaid(
    candidates,
    [...terms.keys()].map((term) => [term]),
  );
  const weights = [...terms.values()];
  const scores = wordScores(
    candidates,
    said.map((one, number) => ({ ...one, weight: weights[number]! })),
  );
  return rankValues([...scores], halfByFeedback).map((value) => value * share);
}

function wordScores(candidates: readonly Candidate[], terms: readonly Weighed[]): Float64Array {
  const middle = candidates.reduce((sum, { length }) => sum + length, 0) / (candidates.length || 1) || 1;
  const scores = new Float64Array(candidates.length);
  for (const { weight, times } of terms) {
    for (let index = 0; index < scores.length; index += 1) {
      if (times[index]! > 0)
        scores[index]! += weight * termShare(times[index]!, candidates[index]!.length / middle, saturation);
    }
  }
  return scores.map((score) => score / usualWeight);
}

/** For each message the weighed share of the terms that are said in it or around it, the nearer the more. */
function coverage(left: Float64Array, terms: readonly Held[]): Float64Array {
  const covered = new Float64Array(left.length);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  for (const { weight, held } of terms) {
    const share = weight / total;
    const spread = spreadBy(left, held);
    for (let index = 0; index < spread.length; index += 1) covered[index]! += share * spread[index]!;
  }
  return covered;
}

/** Speakers the query names. Where it names all of them, it prefers none. */
function speakersAsked(
  candidates: readonly Candidate[],
  query: ParsedQuery,
): { any: boolean; names: ReadonlySet<string>; terms: ReadonlySet<string> } {
  const all = speakersOf(candidates);
  const names = new Set<string>();
  const terms = new Set<string>();
  for (const name of all) {
    const asked = nameTerms(name).filter((term) => query.words.has(term));
    if (asked.length === 0) continue;
    names.add(name);
    for (const term of asked) terms.add(term);
  }
  return { any: names.size > 0 && names.size < all.size, names, terms };
}

/** A word before a colon is a name where it comes again. */
function speakersOf(candidates: readonly Candidate[]): Set<string> {
  const times = new Map<string, number>();
  for (const { speaker, message } of candidates) {
    if (speaker === undefined) continue;
    const before = times.get(speaker) ?? 0;
    times.set(speaker, message.name === undefined ? before + 1 : Number.POSITIVE_INFINITY);
  }
  return new Set([...times].filter(([, count]) => count >= leastTimes).map(([speaker]) => speaker));
}

const leastTimes = 3;

function timeInWords(
  matches: readonly { time: { label: string }; said: boolean; near: boolean; told: boolean }[],
): string | undefined {
  const said = matches.find((match) => match.said);
  if (said) return said.time.label;
  const told = matches.find((match) => match.told);
  if (told) return `tells of a time ${told.time.label}`;
  const near = matches.find((match) => match.near);
  return near && `around the time asked about, ${near.time.label}`;
}
