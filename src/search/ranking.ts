/** What each sign weighs, the order in which messages are worth their tokens, and the reasons a person is given. */
import type { Entry, Pool } from './pool.ts';
import type { Question } from './question.ts';
import type { RecallHit } from './recall.ts';
import { type Reading, readSigns, type SignName, type Signs, signNames } from './signs.ts';

/**
 * Log odds for a sign of 1: a linear model fitted to the questions of five public conversations, rounded. Weights
 * fitted to four of them do as well on the fifth. Those of `role` and `told`, which the
 * conversations do not know, are set by hand.
 */
const byWords: Record<SignName, number> = {
  standing: 1.5,
  window: 2.2,
  stretch: 2.6,
  stretchBest: 1.8,
  kin: 1,
  speaker: 2.4,
  speakerOfMany: 0.5,
  role: 1,
  said: 2.7,
  near: 2.6,
  told: 1.5,
  time: 2,
  number: 1.5,
  rarity: 2.5,
  pleasant: -2,
  asks: -0.5,
  answers: 0.6,
  self: 0.3,
  names: 1.3,
  opens: 0.7,
  meaning: 0,
  meaningBefore: 0,
  meaningAfter: 0,
  meaningStretch: 0,
};

/** With vectors, words alone need to say less. */
const byWordsAndMeaning: Record<SignName, number> = {
  ...byWords,
  standing: 0.3,
  window: 1.8,
  stretch: 2.4,
  stretchBest: 1.4,
  kin: 0.6,
  near: 2.9,
  rarity: 1.8,
  pleasant: -1.5,
  answers: 0.4,
  opens: 1,
  meaning: 3,
  meaningBefore: 1.2,
  meaningAfter: 0.3,
  meaningStretch: 1.4,
};

/** A long message has to be worth the place of several short ones. */
const lengthPrice = 0.5;
const frameTokens = 6;
const longestPriced = 600;
/** Each further message of one stretch of talk is worth a little less: answers may stand in several. */
const repetitionPrice = 0.3;
/** Standing by meaning from which a person is told of it: the first thirty. */
const nearInMeaning = 2 / 3;

type Ranked = { entry: Entry; reading: Reading; index: number; score: number };

/** Best first. Messages without any sign of a match are left out. */
export function rank(pool: Pool, question: Question): RecallHit[] {
  const weights = pool.hasVectors ? byWordsAndMeaning : byWords;
  const readings = readSigns(pool, question);
  const ranked = pool.entries
    .map((entry, index) => ({ entry, index, reading: readings[index]!, score: 0 }))
    .filter(({ reading }) => isMatch(reading.signs))
    .map((item) => ({ ...item, score: worth(item.entry, item.reading.signs, weights) }));
  return diversified(ranked).map(({ entry, reading, index, score }) => ({
    message: entry.message,
    score,
    direct: isDirect(reading),
    reasons: reasonsOf({ pool, question, readings, entry, reading, index }),
  }));
}

function isMatch(signs: Signs): boolean {
  const { stretchBest, stretch, kin, speaker, said, near, told, meaning } = signs;
  return stretchBest + stretch + kin + speaker + said + near + told + meaning > 0;
}

function isDirect({ matched, akin, moment, signs }: Reading): boolean {
  return matched.length > 0 || akin.length > 0 || moment !== undefined || signs.meaning >= nearInMeaning;
}

function worth({ message }: Entry, signs: Signs, weights: Record<SignName, number>): number {
  let score = -lengthPrice * Math.log(Math.min(longestPriced, message.tokens + frameTokens));
  for (const name of signNames) score += weights[name] * signs[name];
  return score;
}

function diversified(ranked: readonly Ranked[]): Ranked[] {
  const taken = new Map<number, number>();
  return ranked
    .toSorted(byScore)
    .map((item) => {
      const before = taken.get(item.entry.session) ?? 0;
      taken.set(item.entry.session, before + 1);
      return { ...item, score: item.score - repetitionPrice * Math.log1p(before) };
    })
    .sort(byScore);
}

/** Of equals the newer; across threads in the order of the pool. */
function byScore(first: Ranked, second: Ranked): number {
  return second.score - first.score || second.index - first.index;
}

function reasonsOf(options: {
  pool: Pool;
  question: Question;
  readings: readonly Reading[];
  entry: Entry;
  reading: Reading;
  index: number;
}): string[] {
  const { pool, question, readings, entry, reading, index } = options;
  const { matched, akin, moment, signs } = reading;
  const spelled = (terms: readonly string[]) =>
    terms.map((term) => question.words.get(term) ?? term).join(', ');
  const reasons = [
    ...(matched.length > 0 ? [`matches ${spelled(matched)}`] : []),
    ...(akin.length > 0 ? [`related to ${spelled(akin)}`] : []),
    ...(signs.speaker > 0 ? [`said by ${entry.message.name}`] : []),
    ...(moment === undefined ? [] : [moment]),
    ...(signs.meaning >= nearInMeaning ? ['near in meaning'] : []),
  ];
  const beside = matched.length > 0 ? undefined : nearestMatch(pool, readings, index);
  if (beside !== undefined) reasons.push(`next to #${beside}`);
  return reasons.length > 0 ? reasons : ['from the same part of the conversation'];
}

const closeBy = 2;

function nearestMatch(pool: Pool, readings: readonly Reading[], index: number): number | undefined {
  const { message, session } = pool.entries[index]!;
  for (let distance = 1; distance <= closeBy; distance += 1) {
    for (const other of [index - distance, index + distance]) {
      const entry = pool.entries[other];
      if (!entry || entry.session !== session || readings[other]!.matched.length === 0) continue;
      if (Math.abs(entry.message.seq - message.seq) <= closeBy) return entry.message.seq;
    }
  }
  return undefined;
}
