/** The weight of each feature, the order in which messages deserve their tokens, and the reasons a person is given. */
import type { Candidate, CandidateSet } from './candidates.ts';
import { computeFeatures, type FeatureName, type Features, featureNames, type Match } from './features.ts';
import type { ParsedQuery } from './query.ts';
import type { Reason } from './reasons.ts';
import type { RecallHit } from './recall.ts';

type Weights = {
  /** Log odds for a feature of 1. */
  features: Record<FeatureName, number>;
  /** A longer message takes the place of several short ones, and has to deserve it: per logarithm of its tokens. */
  length: number;
  /** Of a long message a piece is quoted: what it is longer than that counts less. */
  furtherLength: number;
};

/**
 * A linear model: halfway between weights fitted to five public conversations of friends and weights fitted to these, to
 * meetings and to generated conversations with long answers together, rounded. On topics and meetings it was not fitted
 * to it finds more than the first. The weight of `timeTold` is set by hand.
 */
const byWords: Weights = {
  features: {
    wordRank: 1.5,
    nearCoverage: 2.1,
    stretchCoverage: 2.35,
    stretchBest: 1.6,
    expansionCoverage: 1,
    speaker: 2.05,
    speakerOfMany: 0.45,
    role: 1.05,
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

/** With vectors, words alone need to say less. Fitted to friends over months alone. */
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
/** Up to here a message is about as long as what is quoted of it. */
const pieceTokens = 120;
const longestPriced = 600;
/** Each further message of one stretch of conversation counts a little less: answers may stand in several. */
const repetitionPrice = 0.3;
/** Value of the rank by vectors from which a person is told of it: the first thirty. */
const nearInMeaning = 2 / 3;

type Ranked = { candidate: Candidate; match: Match; index: number; score: number };

export type Ranking = {
  /** By candidate, each for itself; undefined where it matches in no way. */
  scores: readonly (number | undefined)[];
  /** The same beside each other: each further one of a stretch counts a little less. */
  besides: readonly (number | undefined)[];
  matches: readonly Match[];
  /** Its candidate; undefined where none matches. */
  best: number | undefined;
  /** Best first, those that match. */
  hits(): RecallHit[];
  /** One candidate, with a score given. */
  hitOf(index: number, score: number): RecallHit;
};

export function rank(set: CandidateSet, query: ParsedQuery): Ranking {
  const weights = set.hasVectors ? byWordsAndVectors : byWords;
  const matches = computeFeatures(set, query);
  const ranked = set.candidates
    .map((candidate, index) => ({ candidate, index, match: matches[index]!, score: 0 }))
    .filter(({ match }) => isMatch(match.features))
    .map((item) => ({ ...item, score: scoreOf(item.candidate, item.match.features, weights) }));
  const best = diversified(ranked);
  return {
    scores: byCandidate(ranked),
    besides: byCandidate(best),
    matches,
    best: best[0]?.index,
    hits: () => best.map(({ index, score }) => hitOf(index, score)),
    hitOf,
  };

  function byCandidate(items: readonly Ranked[]): (number | undefined)[] {
    const scores: (number | undefined)[] = set.candidates.map(() => undefined);
    for (const { index, score } of items) scores[index] = score;
    return scores;
  }

  function hitOf(index: number, score: number): RecallHit {
    const [candidate, match] = [set.candidates[index]!, matches[index]!];
    return {
      message: candidate.message,
      score,
      direct: isDirect(match),
      reasons: reasonsOf({ set, query, matches, candidate, match, index }),
    };
  }
}

function isMatch(features: Features): boolean {
  const { stretchBest, stretchCoverage, expansionCoverage, speaker, vectorRank } = features;
  const byTime = features.timeSaid + features.timeNear + features.timeTold;
  return stretchBest + stretchCoverage + expansionCoverage + speaker + byTime + vectorRank > 0;
}

function isDirect({ matched, related, time, features }: Match): boolean {
  return (
    matched.length > 0 || related.length > 0 || time !== undefined || features.vectorRank >= nearInMeaning
  );
}

function scoreOf({ message }: Candidate, features: Features, weights: Weights): number {
  const tokens = Math.min(longestPriced, message.tokens + frameTokens);
  let score =
    -weights.length * Math.log(Math.min(pieceTokens, tokens)) -
    weights.furtherLength * Math.log(Math.max(1, tokens / pieceTokens));
  for (const name of featureNames) score += weights.features[name] * features[name];
  return score;
}

function diversified(ranked: readonly Ranked[]): Ranked[] {
  const taken = new Map<number, number>();
  return ranked
    .toSorted(byScore)
    .map((item) => {
      const before = taken.get(item.candidate.stretch) ?? 0;
      taken.set(item.candidate.stretch, before + 1);
      return { ...item, score: item.score - repetitionPrice * Math.log1p(before) };
    })
    .sort(byScore);
}

/** Of equals the newer; across threads in the order of the candidates. */
function byScore(first: Ranked, second: Ranked): number {
  return second.score - first.score || second.index - first.index;
}

function reasonsOf(options: {
  set: CandidateSet;
  query: ParsedQuery;
  matches: readonly Match[];
  candidate: Candidate;
  match: Match;
  index: number;
}): Reason[] {
  const { set, query, matches, candidate, match, index } = options;
  const { matched, related, time, features } = match;
  const spelled = (terms: readonly string[]) => terms.map((term) => query.words.get(term) ?? term).join(', ');
  const reasons: Reason[] = [];
  if (matched.length > 0) reasons.push({ kind: 'words', text: `matches ${spelled(matched)}` });
  if (related.length > 0) reasons.push({ kind: 'related-words', text: `related to ${spelled(related)}` });
  if (features.speaker > 0) reasons.push({ kind: 'speaker', text: `said by ${candidate.speaker}` });
  if (time !== undefined) reasons.push({ kind: 'time', text: time });
  if (features.vectorRank >= nearInMeaning) reasons.push({ kind: 'meaning', text: 'near in meaning' });
  const nearest = matched.length > 0 ? undefined : nearestMatch(set, matches, index);
  if (nearest !== undefined) reasons.push({ kind: 'neighbour', text: `next to #${nearest}` });
  return reasons.length > 0 ? reasons : [samePart];
}

/** Of a message that says nothing of what is asked, and stands where it was talked about. */
export const samePart: Reason = { kind: 'neighbour', text: 'from the same part of the conversation' };

const closeBy = 2;

function nearestMatch(set: CandidateSet, matches: readonly Match[], index: number): number | undefined {
  const { message, stretch } = set.candidates[index]!;
  for (let distance = 1; distance <= closeBy; distance += 1) {
    for (const other of [index - distance, index + distance]) {
      const candidate = set.candidates[other];
      if (!candidate || candidate.stretch !== stretch || matches[other]!.matched.length === 0) continue;
      if (Math.abs(candidate.message.seq - message.seq) <= closeBy) return candidate.message.seq;
    }
  }
  return undefined;
}
