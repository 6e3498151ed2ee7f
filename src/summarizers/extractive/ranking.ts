/**
 * How much a sentence matters: the weight of its terms in the conversation, its act, and its place. Linear in the
 * number of terms; sentences are not compared with each other.
 */
import type { Act } from './acts.ts';
import type { Document, Sentence } from './document.ts';
import { withSubject } from './english/elided.ts';
import { stripOpening } from './english/openings.ts';
import { hasFiniteVerb } from './english/verbs.ts';

/** Weight of an act relative to a plain statement: outcomes and requests are more informative. */
const actWeight: Record<Act, number> = {
  request: 1.4,
  decision: 1.3,
  commitment: 1.3,
  proposal: 1.2,
  problem: 1.2,
  finding: 1.1,
  action: 1.1,
  question: 1.1,
  statement: 1,
  smalltalk: 0.1,
};

const tuning = {
  /** Questions in a group are mostly rhetorical; those of two people lead the conversation. */
  groupQuestion: 0.65,
  /** Openings tell the purpose of a conversation; ends tell the outcome. */
  opening: 1,
  ending: 0.2,
  /** Long sentences contain more terms, so the sum is divided by the length to this power. */
  lengthPower: 0.65,
  /** "It", "that" or "they" at the start refer to something that the summary may not contain. */
  dangling: 0.75,
  fragment: 0.4,
  failure: 0.6,
  report: 0.25,
  /** "Here are the changes:" announces something outside the sentence. */
  announcement: 0.3,
};

export type Weights = ReadonlyMap<string, number>;

/**
 * The weight of a term is the number of turns that use it. In languages without a stop list the most frequent ones are
 * damped.
 */
export function termWeights({ sentences, listedLanguage }: Document): Weights {
  const turns = new Map<string, { count: number; last: number }>();
  for (const { terms, turn, index, kind } of sentences) {
    const place = kind === 'previous' ? -1 - index : turn;
    const gain = kind === 'report' ? 0.25 : 1;
    for (const term of terms) {
      const usage = turns.get(term);
      if (!usage) turns.set(term, { count: gain, last: place });
      else if (usage.last !== place) {
        usage.count += gain;
        usage.last = place;
      }
    }
  }
  const size = sentences.length;
  const weights = new Map<string, number>();
  for (const [term, { count }] of turns)
    weights.set(term, listedLanguage ? count : count * Math.log(1 + size / (count * count + 1)));
  return weights;
}

const failure =
  /\b(?:error|exception|fail(?:ed|ure|s)?|fatal|panic|denied|refused|not found|cannot|unable)\b/i;
const danglingStart = /^(?:it|that|this|they|he|she|those|these|them|its)\b/i;

/** The weight of a sentence apart from its terms. */
export function salience(sentence: Sentence, document: Document): number {
  const { sentences, speakers, english } = document;
  const size = sentences.length;
  const reach = 2 + size * 0.05;
  const opening = Math.exp(-sentence.index / reach);
  const ending = Math.exp(-(size - 1 - sentence.index) / reach);
  let value = actWeight[sentence.act] * (1 + tuning.opening * opening + tuning.ending * ending);
  if (sentence.act === 'question' && speakers.length > 2) value *= tuning.groupQuestion;
  if (sentence.kind === 'report')
    return value * (failure.test(sentence.text) ? tuning.failure : tuning.report);
  if (/[:：]\s*$/u.test(sentence.text)) value *= tuning.announcement;
  if (english && danglingStart.test(sentence.text)) value *= tuning.dangling;
  if (english && sentence.kind === 'prose' && !hasFiniteVerb(withSubject(stripOpening(sentence.text))))
    value *= tuning.fragment;
  return value;
}

/** Value of a sentence's terms that are not covered yet. Each further mention counts less. */
export function coverage(
  terms: readonly string[],
  weights: Weights,
  covered: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const term of terms) {
    const times = covered.get(term) ?? 0;
    sum += (weights.get(term) ?? 0) * 0.3 ** times;
  }
  return sum;
}

export function perLength(value: number, words: number): number {
  return value / Math.max(3, words) ** tuning.lengthPower;
}
