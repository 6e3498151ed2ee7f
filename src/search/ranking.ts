/** Ranks candidates by their weighted features, and gives the reasons for each hit. */
import type { Candidate, CandidateSet } from './candidates.ts';
import {
  computeFeatures,
  type FeatureName,
  featureNames,
  type Matches,
  withFeedbackFeatures,
} from './features.ts';
import type { Feedback } from './feedback.ts';
import type { ParsedQuery } from './query.ts';
import type { Reason } from './reasons.ts';
import type { RecallHit } from './recall.ts';

type Weights = {
  /** Log odds for a feature of 1. */
  features: Record<FeatureName, number>;
  /** Penalty for each logarithm of a message's tokens, because a long message takes the room of several short ones. */
  length: number;
  /** Penalty for the length beyond `pieceTokens`, which is smaller, because only a piece of a long message is quoted. */
  furtherLength: number;
};

/**
 * A linear model: halfway between weights fitted to five public conversations of friends and weights fitted to these, to
 * meetings and to generated conversations with long answers together, rounded. On topics and meetings it was not fitted
 * to it finds more than the first. The weight of `timeTold` is set by
 * hand; those of `feedbackRank` and `news` were chosen by what contexts hold, of friends and of generated conversations.
 */
const byWords: Weights = {
  features: {
    wordRank: 1.5,
    nearCoverage: 2.1,
    stretchCoverage: 2.35,
    stretchBest: 1.6,
    expansionCoverage: 1,
    feedbackRank: 1,
    news: 3,
    speaker: 2.05,
    speakerOfMany: 0.45,
    role: 1.6,
    answersAsked: 2,
    hasItem: 2,
    timeSaid: 2.65,
    timeNear: 2.55,
    timeTold: 1.5,
    tellsTime: 1.9,
    tellsNumber: 1.5,
    informativeness: 2.4,
    smallTalk: -2,
    isQuestion: -0.5,
    followsQuestion: 0.45,
    firstPerson: 0.2,
    properNames: 1.1,
    opensStretch: 0.8,
    vectorRank: 0,
    vectorRankBefore: 0,
    vectorRankAfter: 0,
    vectorRankStretch: 0,
  },
  length: 0.5,
  furtherLength: 0.4,
};

/** With vectors, words weigh less. Fitted only to conversations of friends over months. */
const byWordsAndVectors: Weights = {
  features: {
    ...byWords.features,
    wordRank: 0.3,
    nearCoverage: 1.8,
    stretchCoverage: 2.4,
    stretchBest: 1.4,
    expansionCoverage: 0.6,
    speaker: 2.4,
    role: 1,
    timeSaid: 2.7,
    timeNear: 2.9,
    tellsTime: 2,
    informativeness: 1.8,
    smallTalk: -1.5,
    followsQuestion: 0.4,
    firstPerson: 0.3,
    properNames: 1.3,
    opensStretch: 1,
    vectorRank: 3,
    vectorRankBefore: 1.2,
    vectorRankAfter: 0.3,
    vectorRankStretch: 1.4,
  },
  length: 0.5,
  furtherLength: 0.5,
};

const frameTokens = 6;
/** Up to this length, messages are quoted whole. */
const pieceTokens = 120;
const longestPriced = 600;
/** Penalty for each further message of the same stretch, because the answers may be in several stretches. */
const repetitionPrice = 0.3;
/** Value of the rank by vectors from which it is given as a reason: the first thirty. */
const nearInMeaning = 2 / 3;

type Ranked = { index: number; score: number };

export type Ranking = {
  /** The score of each candidate by itself; undefined if it does not match. */
  scores: readonly (number | undefined)[];
  /** The same with the penalty for further messages of a stretch. */
  diversifiedScores: readonly (number | undefined)[];
  matches: Matches;
  /** Index of the best candidate; undefined if none matches. */
  best: number | undefined;
  /** The best matching candidates, best first. */
  hits(limit: number): RecallHit[];
  /** One candidate, with a score given. */
  hitOf(index: number, score: number): RecallHit;
};

export function rank(set: CandidateSet, query: ParsedQuery): Ranking {
  return rankBy(set, query, computeFeatures(set, query));
}

/** Ranks again with feedback. `known`: the matches of these candidates, if no others were added. */
export function rankWithFeedback(
  set: CandidateSet,
  query: ParsedQuery,
  { feedback, known }: { feedback: Feedback; known: Matches | undefined },
): Ranking {
  return rankBy(set, query, withFeedbackFeatures(set, known ?? computeFeatures(set, query), feedback));
}

function rankBy(set: CandidateSet, query: ParsedQuery, matches: Matches): Ranking {
  const scores = scoresOf(set.candidates, matches, set.hasVectors ? byWordsAndVectors : byWords);
  const best = diversified(set.candidates, scores);
  const diversifiedScores: (number | undefined)[] = set.candidates.map(() => undefined);
  for (const { index, score } of best) diversifiedScores[index] = score;
  return {
    scores,
    diversifiedScores,
    matches,
    best: best[0]?.index,
    hits: (limit) => best.slice(0, limit).map(({ index, score }) => hitOf(index, score)),
    hitOf,
  };

  function hitOf(index: number, score: number): RecallHit {
    return {
      message: set.candidates[index]!.message,
      score,
      isDirect: () => isDirect(matches, index),
      reasons: () => reasonsOf({ set, query, matches, index }),
    };
  }
}

function isMatch({ features }: Matches, index: number): boolean {
  const { stretchBest, stretchCoverage, expansionCoverage, feedbackRank, speaker, vectorRank } = features;
  const { timeSaid, timeNear, timeTold } = features;
  return (
    stretchBest[index]! > 0 ||
    stretchCoverage[index]! > 0 ||
    expansionCoverage[index]! > 0 ||
    feedbackRank[index]! > 0 ||
    speaker[index]! > 0 ||
    timeSaid[index]! > 0 ||
    timeNear[index]! > 0 ||
    timeTold[index]! > 0 ||
    vectorRank[index]! > 0
  );
}

function isDirect(matches: Matches, index: number): boolean {
  return (
    matches.matched(index).length > 0 ||
    matches.related(index).length > 0 ||
    matches.time(index) !== undefined ||
    matches.features.vectorRank[index]! >= nearInMeaning
  );
}

function scoresOf(
  candidates: readonly Candidate[],
  matches: Matches,
  weights: Weights,
): (number | undefined)[] {
  const scores = Float64Array.from(candidates, ({ message }) => {
    const tokens = Math.min(longestPriced, message.tokens + frameTokens);
    return (
      -weights.length * Math.log(Math.min(pieceTokens, tokens)) -
      weights.furtherLength * Math.log(Math.max(1, tokens / pieceTokens))
    );
  });
  for (const name of featureNames) {
    const [weight, values] = [weights.features[name], matches.features[name]];
    if (values === matches.none || weight === 0) continue;
    for (let index = 0; index < scores.length; index += 1) scores[index]! += weight * values[index]!;
  }
  return Array.from(scores, (score, index) => (isMatch(matches, index) ? score : undefined));
}

function diversified(candidates: readonly Candidate[], scores: readonly (number | undefined)[]): Ranked[] {
  const ranked = scores.flatMap((score, index): Ranked[] => (score === undefined ? [] : [{ index, score }]));
  const taken = new Map<number, number>();
  for (const item of ranked.sort(byScore)) {
    const { stretch } = candidates[item.index]!;
    const before = taken.get(stretch) ?? 0;
    taken.set(stretch, before + 1);
    item.score -= repetitionPrice * Math.log1p(before);
  }
  return ranked.sort(byScore);
}

/** With equal scores the newer message comes first; across threads, the order of the candidates counts. */
function byScore(first: Ranked, second: Ranked): number {
  return second.score - first.score || second.index - first.index;
}

function reasonsOf(options: {
  set: CandidateSet;
  query: ParsedQuery;
  matches: Matches;
  index: number;
}): Reason[] {
  const { set, query, matches, index } = options;
  const { features } = matches;
  const [matched, related, time] = [matches.matched(index), matches.related(index), matches.time(index)];
  const spelled = (terms: readonly string[]) => terms.map((term) => query.words.get(term) ?? term).join(', ');
  const reasons: Reason[] = [];
  if (matched.length > 0) reasons.push({ kind: 'words', text: `matches ${spelled(matched)}` });
  if (related.length > 0) reasons.push({ kind: 'related-words', text: `related to ${spelled(related)}` });
  if (features.speaker[index]! > 0)
    reasons.push({ kind: 'speaker', text: `said by ${set.candidates[index]!.speaker}` });
  if (time !== undefined) reasons.push({ kind: 'time', text: time });
  if (features.vectorRank[index]! >= nearInMeaning)
    reasons.push({ kind: 'meaning', text: 'near in meaning' });
  const nearest = matched.length > 0 ? undefined : nearestMatch(set, matches, index);
  if (nearest !== undefined) reasons.push({ kind: 'neighbour', text: `next to #${nearest}` });
  if (reasons.length > 0) return reasons;
  const isByFeedback = matches.feedback !== undefined && features.feedbackRank[index]! > 0;
  return [isByFeedback ? { kind: 'neighbour', text: matches.feedback! } : samePart];
}

/** The reason for a message without any word of the query, which stands where the subject was talked about. */
export const samePart: Reason = { kind: 'neighbour', text: 'from the same part of the conversation' };

const closeBy = 2;

function nearestMatch(set: CandidateSet, matches: Matches, index: number): number | undefined {
  const { message, stretch } = set.candidates[index]!;
  for (let distance = 1; distance <= closeBy; distance += 1) {
    for (const other of [index - distance, index + distance]) {
      const candidate = set.candidates[other];
      if (!candidate || candidate.stretch !== stretch || matches.matched(other).length === 0) continue;
      if (Math.abs(candidate.message.seq - message.seq) <= closeBy) return candidate.message.seq;
    }
  }
  return undefined;
}
