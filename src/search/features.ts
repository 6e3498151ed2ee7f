/**
 * Features of a candidate, by which it is ranked: each a number from 0 to about 1, so that they can be weighed against
 * each other. Their weights are in ranking.ts.
 */
import { termWeight } from '../text/bm25.ts';
import { listLength, statesNumber, statesTime } from './analysis.ts';
import type { Candidate, CandidateSet } from './candidates.ts';
import type { Feedback } from './feedback.ts';
import { informativenessOf, newsOf, type Rarities, raritiesOf } from './informativeness.ts';
import { decays, neighbourValue, opensStretch, rankValues, spreadBest, spreadBy } from './proximity.ts';
import type { ParsedQuery } from './query.ts';
import { type CountedTerm, countTerms, coverage, wordScores } from './said-terms.ts';
import { nameTerms } from './speakers.ts';
import { matchTime } from './time-expressions.ts';

export const featureNames = [
  /** Rank by words (BM25), neighbours counting in part. */
  'wordRank',
  /** Share of the query's terms in this message and the few around it. */
  'nearCoverage',
  /** The same over the stretch of conversation; 0 if the query asks for several places. */
  'stretchCoverage',
  /** The best match by words in the stretch. */
  'stretchBest',
  /** Share of the query's terms that occur here or close by, directly or as a related term. */
  'expansionCoverage',
  /** Rank by the terms that the best messages of a first ranking share; and rarest words, set only with feedback. */
  'feedbackRank',
  'news',
  /** Said by the speaker named in the query; the second one is set if the query asks for several places. */
  'speaker',
  'speakerOfMany',
  /** Said by the user or the assistant, as asked. */
  'role',
  /** For queries about the assistant's words: the share of the query's terms in the user message that it answers. */
  'answersAsked',
  /** Has a list with the item that is asked for. */
  'hasItem',
  /** Said at the time of the query, around it, or naming its date. */
  'timeSaid',
  'timeNear',
  'timeTold',
  /** States a time or a number, if the query asks for one. */
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
  /** An array for each feature, with the values of all candidates: much faster than an object for each candidate. */
  features: Readonly<Record<FeatureName, ArrayLike<number>>>;
  /** The array of zeros that stands for all features without effect on this query. */
  none: ArrayLike<number>;
  rarities: Rarities;
  /** Terms of the query that a candidate contains, and those of which it contains only a related term. */
  matched(index: number): string[];
  related(index: number): string[];
  /** The time of the query that the candidate matches, in words. */
  time(index: number): string | undefined;
  /** The reason to give for a message that only feedback found; undefined without feedback. */
  feedback?: string;
};

/** Distances in messages at which the effect of a term has fallen to a third: in its exchange, and in its stretch. */
const nearReach = 3;
const farReach = 20;
const wholeStretch = 1_000;
const neighbourShare = 0.4;
/** The ranks by words and by vectors that have half of the value. Vectors distinguish high ranks less sharply. */
const halfByWords = 20;
const halfByVectors = 60;
const halfByFeedback = 40;
/** Weight of a term that is taken over from the message before. */
const borrowedShare = 0.4;
/** Least number of items of a list if the query asks for its last item. */
const shortList = 3;
/** Limit for the weight of related terms: they need not be as rare as the term itself. */
const mostRelatedWeight = 5;

export function computeFeatures(set: CandidateSet, query: ParsedQuery): Matches {
  const { candidates } = set;
  const speakers = namedSpeakers(candidates, query);
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
  const said = countTerms(set, [
    ...alone.map(formsOf),
    ...expanded.map((term) => query.expansions.get(term)!),
  ]);
  const saidAlone = new Map(alone.map((term, number) => [term, said[number]!]));
  const own = known.map((term): CountedTerm => ({ weight: weightOf(term), ...saidAlone.get(term)! }));
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
  const zeros = new Float64Array(candidates.length);
  const vectorRank = set.hasVectors
    ? rankValues(
        candidates.map(({ similarity }) => similarity),
        halfByVectors,
      )
    : zeros;
  const rarities = raritiesOf(set);
  const flags = (isGiven: (candidate: Candidate) => boolean) =>
    Uint8Array.from(candidates, (candidate) => (isGiven(candidate) ? 1 : 0));
  const neighbourValues = (values: ArrayLike<number>, step: -1 | 1) =>
    Float64Array.from(candidates, (_, index) => neighbourValue(candidates, values, index, step));
  const questions = flags(({ analysis }) => analysis.endsWithQuestion);
  const bySpeaker = speakers.any
    ? flags(({ speaker }) => speaker !== undefined && speakers.names.has(speaker))
    : zeros;
  const times = query.times.map((time) =>
    candidates.map((candidate) => matchTime(time, { at: candidate.at, text: candidate.analysis.text })),
  );
  const timely = (kind: 'said' | 'near' | 'told') =>
    times.length === 0
      ? zeros
      : Uint8Array.from(candidates, (_, index) => (times.some((time) => time[index]![kind]) ? 1 : 0));

  return {
    none: zeros,
    rarities,
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
      feedbackRank: zeros,
      news: zeros,
      speaker: bySpeaker,
      speakerOfMany: query.wantsMany ? bySpeaker : zeros,
      role:
        speakers.any || query.role === undefined
          ? zeros
          : flags(({ message }) => message.role === query.role),
      answersAsked:
        query.role === 'assistant' || query.item !== undefined ? answersAsked(candidates, own) : zeros,
      hasItem:
        query.item === undefined
          ? zeros
          : flags(
              ({ analysis }) => listLength(analysis) >= (query.item === 'last' ? shortList : query.item!),
            ),
      timeSaid: timely('said'),
      timeNear: timely('near'),
      timeTold: timely('told'),
      tellsTime: query.wantsTime ? flags(({ analysis }) => statesTime(analysis)) : zeros,
      tellsNumber: query.wantsNumber ? flags(({ analysis }) => statesNumber(analysis)) : zeros,
      informativeness: informativenessOf(set, rarities),
      smallTalk: Float64Array.from(candidates, ({ analysis }) => analysis.smallTalkShare),
      isQuestion: questions,
      followsQuestion: neighbourValues(questions, -1),
      firstPerson: flags(({ analysis }) => analysis.firstPerson),
      properNames: Float64Array.from(candidates, ({ analysis }) => analysis.properNameShare),
      opensStretch: Uint8Array.from(candidates, (_, index) => (opensStretch(candidates, index) ? 1 : 0)),
      vectorRank,
      vectorRankBefore: set.hasVectors ? neighbourValues(vectorRank, -1) : zeros,
      vectorRankAfter: set.hasVectors ? neighbourValues(vectorRank, 1) : zeros,
      vectorRankStretch: set.hasVectors ? spreadBest(candidates, vectorRank, wholeStretch) : zeros,
    },
  };
}

/** An answer follows its question, and need not contain any of its words. */
function answersAsked(candidates: readonly Candidate[], own: readonly CountedTerm[]): Float64Array {
  const total = own.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return Float64Array.from(candidates, ({ message }, index) => {
    const asked = candidates[index - 1];
    if (asked === undefined || message.role !== 'assistant' || asked.message.role !== 'user') return 0;
    if (asked.stretch !== candidates[index]!.stretch || message.seq - asked.message.seq !== 1) return 0;
    return own.reduce((sum, { weight, held }) => sum + (held[index - 1] === 1 ? weight : 0), 0) / total;
  });
}

/** The same matches, with the features that come from feedback. */
export function withFeedbackFeatures(set: CandidateSet, matches: Matches, feedback: Feedback): Matches {
  return {
    ...matches,
    feedback: feedback.usesFunctionWords ? 'little else was found' : 'shares words with what was found',
    features: {
      ...matches.features,
      feedbackRank: feedbackRank(set, feedback),
      news: newsOf(set, matches.rarities, feedback.newsShare),
    },
  };
}

function feedbackRank(set: CandidateSet, { terms, share }: Feedback): Float64Array {
  const said = countTerms(
    set,
    [...terms.keys()].map((term) => [term]),
  );
  const weights = [...terms.values()];
  const scores = wordScores(
    set.candidates,
    said.map((one, number) => ({ ...one, weight: weights[number]! })),
  );
  return rankValues(scores, halfByFeedback).map((value) => value * share);
}

/** The speakers named in the query. If it names all of them, none is preferred. */
function namedSpeakers(
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

/** A word before a colon counts as a name if it occurs repeatedly. */
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
