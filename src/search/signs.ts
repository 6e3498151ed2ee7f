/**
 * Signs that a message answers a question: each a number from 0 to about 1, so that they can be weighed against each
 * other. What they weigh is in ranking.ts.
 */
import { termShare, termWeight } from '../text/bm25.ts';
import { momentMatch } from './moments.ts';
import type { Entry, Pool } from './pool.ts';
import type { Question } from './question.ts';
import { nameTerms } from './speakers.ts';
import { rarities } from './substance.ts';
import { beside, decays, opensTalk, spreadBest, spreadBy, standings } from './talk.ts';

export const signNames = [
  /** Place in the order by words (BM25), neighbours counting in part. */
  'standing',
  /** Share of the question's words in this message and the few around it. */
  'window',
  /** The same over the stretch of talk; no sign where the answer stands in several places. */
  'stretch',
  /** The best match by words in the stretch of talk. */
  'stretchBest',
  /** Share of the question's words of which a word of the same field is said here or close by. */
  'kin',
  /** Said by the speaker who is asked about. */
  'speaker',
  'speakerOfMany',
  /** Said by the user or the assistant, as asked. */
  'role',
  /** Said at the time that is asked about, soon after it, or telling its date. */
  'said',
  'near',
  'told',
  /** Tells a time or a number where one is asked for. */
  'time',
  'number',
  'rarity',
  'pleasant',
  'asks',
  /** Follows a question. */
  'answers',
  'self',
  'names',
  'opens',
  /** Place in the order by vectors: of this message, of its neighbours, of the best in the stretch of talk. */
  'meaning',
  'meaningBefore',
  'meaningAfter',
  'meaningStretch',
] as const;

export type SignName = (typeof signNames)[number];
export type Signs = Record<SignName, number>;

export type Reading = {
  signs: Signs;
  /** Words of the question it says, and those of which it says a kindred one. */
  matched: readonly string[];
  akin: readonly string[];
  /** The time asked about that it belongs to, in words. */
  moment: string | undefined;
};

/** How far a word reaches, in messages: into the exchange around it, and into the stretch of talk. */
const nearReach = 3;
const farReach = 20;
const wholeStretch = 1_000;
const neighbourShare = 0.4;
/** Places in the order by words and by meaning that count half. Vectors tell the first from the tenth less sharply. */
const halfByWords = 20;
const halfByMeaning = 60;
const saturation = { repetition: 1, length: 0.5 };
/** Weight of a word said in one message of some four hundred: scores by words are told as parts of it. */
const usualWeight = 6;
/** What a word counts that only the message before says. */
const lentShare = 0.4;
/** A rare word makes its kindred words no rarer. */
const mostKinWeight = 5;

export function readSigns(pool: Pool, question: Question): Reading[] {
  const { entries } = pool;
  const speakers = speakersAsked(entries, question);
  const isKnown = (term: string) => (pool.frequencies.get(term) ?? 0) > 0;
  const nameless = question.terms.filter((term) => !speakers.terms.has(term));
  // A question of nothing but names is about them.
  const terms = nameless.some(isKnown) || speakers.any ? nameless : question.terms;
  const known = terms.filter(isKnown);
  const kindred = terms.filter((term) => (question.kin.get(term)?.length ?? 0) > 0);
  const weightOf = (term: string) =>
    termWeight({ frequency: pool.frequencies.get(term) ?? 0, messages: pool.messages }) *
    (question.lent.has(term) ? lentShare : 1);
  const kinWeight = (term: string) => Math.min(mostKinWeight, weightOf(term));
  const says = (term: string, entry: Entry) => entry.terms.has(term);
  const saysKin = (term: string, entry: Entry) =>
    question.kin.get(term)!.some((other) => entry.terms.has(other));

  const words = wordScores(entries, known, weightOf);
  const standing = standings(
    words.map(
      (score, index) =>
        score + neighbourShare * (beside(entries, words, index, -1) + beside(entries, words, index, 1)),
    ),
    halfByWords,
  );
  const window = coverage({ entries, terms: known, says, weightOf, reach: nearReach });
  const stretch = coverage({ entries, terms: known, says, weightOf, reach: farReach });
  const stretchBest = spreadBest(entries, words, farReach);
  const kin = coverage({
    entries,
    terms: kindred,
    says: (term, entry) => says(term, entry) || saysKin(term, entry),
    weightOf: kinWeight,
    reach: nearReach,
  });
  const meaning = standings(
    entries.map(({ similarity }) => (pool.hasVectors ? similarity : 0)),
    halfByMeaning,
  );
  const meaningStretch = spreadBest(entries, meaning, wholeStretch);
  const rarity = rarities(entries);
  const asks = entries.map(({ endsAsking }) => (endsAsking ? 1 : 0));

  return entries.map((entry, index) => {
    const { message } = entry;
    const matches = question.moments.map((moment) => ({ moment, ...momentMatch(moment, entry) }));
    const isSpeaker = speakers.any && message.name !== undefined && speakers.names.has(message.name);
    const isRole = !speakers.any && message.role === question.role;
    return {
      matched: known.filter((term) => says(term, entry)),
      akin: kindred.filter((term) => !says(term, entry) && saysKin(term, entry)),
      moment: momentInWords(matches),
      signs: {
        standing: standing[index]!,
        window: window[index]!,
        stretch: question.wantsMany ? 0 : stretch[index]!,
        stretchBest: Math.min(2, stretchBest[index]!),
        kin: kin[index]!,
        speaker: isSpeaker ? 1 : 0,
        speakerOfMany: isSpeaker && question.wantsMany ? 1 : 0,
        role: isRole ? 1 : 0,
        said: matches.some(({ said }) => said) ? 1 : 0,
        near: matches.some(({ near }) => near) ? 1 : 0,
        told: matches.some(({ told }) => told) ? 1 : 0,
        time: question.wantsTime && entry.tellsTime ? 1 : 0,
        number: question.wantsNumber && entry.tellsNumber ? 1 : 0,
        rarity: rarity[index]!,
        pleasant: entry.pleasantShare,
        asks: asks[index]!,
        answers: beside(entries, asks, index, -1),
        self: entry.tellsOfSelf ? 1 : 0,
        names: entry.namesShare,
        opens: opensTalk(entries, index) ? 1 : 0,
        meaning: meaning[index]!,
        meaningBefore: beside(entries, meaning, index, -1),
        meaningAfter: beside(entries, meaning, index, 1),
        meaningStretch: meaningStretch[index]!,
      },
    };
  });
}

function wordScores(
  entries: readonly Entry[],
  terms: readonly string[],
  weightOf: (term: string) => number,
): number[] {
  const middle = entries.reduce((sum, { length }) => sum + length, 0) / (entries.length || 1) || 1;
  return entries.map((entry) => {
    let score = 0;
    for (const term of terms) {
      const times = entry.terms.get(term) ?? 0;
      if (times > 0) score += weightOf(term) * termShare(times, entry.length / middle, saturation);
    }
    return score / usualWeight;
  });
}

/** For each message the weighed share of the terms that are said in it or around it, the nearer the more. */
function coverage(options: {
  entries: readonly Entry[];
  terms: readonly string[];
  says: (term: string, entry: Entry) => boolean;
  weightOf: (term: string) => number;
  reach: number;
}): number[] {
  const { entries, terms, says, weightOf, reach } = options;
  const covered = entries.map(() => 0);
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0) || 1;
  const left = decays(entries, reach);
  for (const term of terms) {
    const held = entries.map((entry) => (says(term, entry) ? 1 : 0));
    const share = weightOf(term) / total;
    const spread = spreadBy(left, held);
    for (let index = 0; index < spread.length; index += 1) covered[index]! += share * spread[index]!;
  }
  return covered;
}

/** Speakers the question names. Where it names all of them, it prefers none. */
function speakersAsked(
  entries: readonly Entry[],
  question: Question,
): { any: boolean; names: ReadonlySet<string>; terms: ReadonlySet<string> } {
  const all = new Set(entries.flatMap(({ message }) => message.name ?? []));
  const names = new Set<string>();
  const terms = new Set<string>();
  for (const name of all) {
    const asked = nameTerms(name).filter((term) => question.words.has(term));
    if (asked.length === 0) continue;
    names.add(name);
    for (const term of asked) terms.add(term);
  }
  return { any: names.size > 0 && names.size < all.size, names, terms };
}

function momentInWords(
  matches: readonly { moment: { label: string }; said: boolean; near: boolean; told: boolean }[],
): string | undefined {
  const said = matches.find((match) => match.said);
  if (said) return said.moment.label;
  const told = matches.find((match) => match.told);
  if (told) return `tells of a time ${told.moment.label}`;
  const near = matches.find((match) => match.near);
  return near && `around the time asked about, ${near.moment.label}`;
}
