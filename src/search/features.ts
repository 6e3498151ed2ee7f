/**
 * Features of a candidate, by which it is ranked: each a number from 0 to about 1, so that they can be weighed against
 * each other. Their weights are in ranking.ts.
 */
import { termShare, termWeight } from '../text/bm25.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import { informativenessOf } from './informativeness.ts';
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
export type Features = Record<FeatureName, number>;

/** A candidate as the query sees it. */
export type Match = {
  features: Features;
  /** Terms of the query it says, and those of which it says a related one. */
  matched: readonly string[];
  related: readonly string[];
  /** The time asked about that it belongs to, in words. */
  time: string | undefined;
};

/** How far a term reaches, in messages: into the exchange around it, and into the stretch. */
const nearReach = 3;
const farReach = 20;
const wholeStretch = 1_000;
const neighbourShare = 0.4;
/** Ranks by words and by vectors that count half. Vectors tell the first from the tenth less sharply. */
const halfByWords = 20;
const halfByVectors = 60;
const saturation = { repetition: 1, length: 0.5 };
/** Weight of a term said in one message of some four hundred: scores by words are given as parts of it. */
const usualWeight = 6;
/** What a term counts that is borrowed from the message before. */
const borrowedShare = 0.4;
/** A rare term makes its related terms no rarer. */
const mostRelatedWeight = 5;

export function computeFeatures(set: CandidateSet, query: ParsedQuery): Match[] {
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
  const heldAlone = new Map(
    [...new Set([...known, ...expanded])].map((term) => [term, heldBy(candidates, formsOf(term))]),
  );
  const own = known.map((term): Weighed => ({ weight: weightOf(term), held: heldAlone.get(term)! }));
  const related = expanded.map((term) => heldBy(candidates, query.expansions.get(term)!));
  const ownOfExpanded = expanded.map((term) => heldAlone.get(term)!);
  const eitherOfExpanded = expanded.map((term, number): Weighed => {
    const others = related[number]!;
    const held = ownOfExpanded[number]!.map((value, index) => value | others[index]!);
    return { weight: Math.min(mostRelatedWeight, weightOf(term)), held };
  });
  const near = decays(candidates, nearReach);
  const far = decays(candidates, farReach);

  const words = wordScores(
    candidates,
    known.map((term) => ({ forms: formsOf(term), weight: weightOf(term) })),
  );
  const wordRank = rankValues(
    words.map(
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
  const vectorRankStretch = spreadBest(candidates, vectorRank, wholeStretch);
  const informativeness = informativenessOf(candidates);
  const questions = candidates.map(({ endsWithQuestion }) => (endsWithQuestion ? 1 : 0));

  return candidates.map((candidate, index) => {
    const { message } = candidate;
    const times = query.times.map((time) => ({ time, ...matchTime(time, candidate) }));
    const { speaker } = candidate;
    const isSpeaker = speakers.any && speaker !== undefined && speakers.names.has(speaker);
    const isRole = !speakers.any && message.role === query.role;
    return {
      matched: known.filter((_, number) => own[number]!.held[index] === 1),
      related: expanded.filter(
        (_, number) => ownOfExpanded[number]![index] === 0 && related[number]![index] === 1,
      ),
      time: timeInWords(times),
      features: {
        wordRank: wordRank[index]!,
        nearCoverage: nearCoverage[index]!,
        stretchCoverage: query.wantsMany ? 0 : stretchCoverage[index]!,
        stretchBest: Math.min(2, stretchBest[index]!),
        expansionCoverage: expansionCoverage[index]!,
        speaker: isSpeaker ? 1 : 0,
        speakerOfMany: isSpeaker && query.wantsMany ? 1 : 0,
        role: isRole ? 1 : 0,
        timeSaid: times.some(({ said }) => said) ? 1 : 0,
        timeNear: times.some(({ near }) => near) ? 1 : 0,
        timeTold: times.some(({ told }) => told) ? 1 : 0,
        tellsTime: query.wantsTime && candidate.tellsTime ? 1 : 0,
        tellsNumber: query.wantsNumber && candidate.tellsNumber ? 1 : 0,
        informativeness: informativeness[index]!,
        smallTalk: candidate.smallTalkShare,
        isQuestion: questions[index]!,
        followsQuestion: neighbourValue(candidates, questions, index, -1),
        firstPerson: candidate.firstPerson ? 1 : 0,
        properNames: candidate.properNameShare,
        opensStretch: opensStretch(candidates, index) ? 1 : 0,
        vectorRank: vectorRank[index]!,
        vectorRankBefore: neighbourValue(candidates, vectorRank, index, -1),
        vectorRankAfter: neighbourValue(candidates, vectorRank, index, 1),
        vectorRankStretch: vectorRankStretch[index]!,
      },
    };
  });
}

/** A term of the query with the candidates that say it: 1 for each that does. */
type Weighed = { weight: number; held: Uint8Array };

/** 1 for each candidate that says one of the terms. */
function heldBy(candidates: readonly Candidate[], terms: readonly string[]): Uint8Array {
  const held = new Uint8Array(candidates.length);
  for (let index = 0; index < candidates.length; index += 1) {
    const said = candidates[index]!.terms;
    for (const term of terms) {
      if (!said.has(term)) continue;
      held[index] = 1;
      break;
    }
  }
  return held;
}

function wordScores(
  candidates: readonly Candidate[],
  terms: readonly { forms: readonly string[]; weight: number }[],
): number[] {
  const middle = candidates.reduce((sum, { length }) => sum + length, 0) / (candidates.length || 1) || 1;
  return candidates.map((candidate) => {
    let score = 0;
    for (const { forms, weight } of terms) {
      let times = 0;
      for (const form of forms) times += candidate.terms.get(form) ?? 0;
      if (times > 0) score += weight * termShare(times, candidate.length / middle, saturation);
    }
    return score / usualWeight;
  });
}

/** For each message the weighed share of the terms that are said in it or around it, the nearer the more. */
function coverage(left: Float64Array, terms: readonly Weighed[]): Float64Array {
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
