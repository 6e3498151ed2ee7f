/**
 * Finds messages with an outdated value: a price, date or limit that a later message states differently. Changes are
 * known from the value histories of facts, and from pairs of sentences that state different values of the same thing. The
 * later sentence must be as relevant to the query as the earlier one; otherwise one customer's total could be taken for
 * another's.
 */

import { labelsOf, readStatedValues, type StatedValue } from '../facts/stated-values.ts';
import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { createMemory } from '../text/remembered.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { type Analyses, containsTerm, currentAnalyses } from './analysis.ts';

/** A value of a subject that a later message gave another one. */
export type ValueChange = { subject: string; older: number; newer: number };

/** Messages that are compared, the most relevant first; of those still shown, the newest. */
const mostFound = 60;
const mostShown = 60;
/** Two sentences are about the same thing if they share this part of the shorter one's words, and at least two words. */
const leastShared = 0.5;
const leastWords = 2;
/** Share of the query's terms around the earlier message that must also occur around the later one. */
const leastCoverage = 0.4;
/** Distance in messages within which a word of the query belongs to a statement. */
const nearReach = 2;
const mostRemembered = 2_000_000;
/** Size in the cache of a message without a value: only its hash is stored. */
const emptySize = 32;

export function valueChanges(facts: readonly Fact[]): ValueChange[] {
  return facts.flatMap(({ subject, seq, valueHistory = [] }) =>
    subject === undefined
      ? []
      : valueHistory
          .filter((before) => before.seq < seq)
          .map((before) => ({ subject, older: before.seq, newer: seq })),
  );
}

type Source = {
  seq: number;
  speaker: string | undefined;
  terms: { has(term: string): boolean };
  told: readonly StatedValue[];
};

/** Maps the number of each message with an outdated value to that of the message with the newest value. */
export function olderValues(options: {
  asked: string;
  /** The most relevant first. */
  found: readonly Message[];
  /** Shown in any case. */
  shown: readonly Message[];
  changes: readonly ValueChange[];
}): Map<number, number> {
  const { found, shown, changes } = options;
  const asked = new Set(textTerms(options.asked).filter((term) => !isStopTerm(term)));
  const messages = new Map(
    [...found.slice(0, mostFound), ...shown.slice(-mostShown)].map((message) => [message.seq, message]),
  );
  const analyses = currentAnalyses();
  const sources = [...messages.values()]
    .sort((first, second) => first.seq - second.seq)
    .map((message) => sourceOf(message, analyses));
  const nearby = nearbyIn(sources, asked);
  const names = labelsOf(options.asked);
  const older = new Map<number, number>();
  const mark = (earlier: number, later: number) =>
    older.set(earlier, Math.max(later, older.get(earlier) ?? 0));
  for (const { subject, older: earlier, newer } of changes) {
    const terms = textTerms(subject).filter((term) => !isStopTerm(term));
    const isAsked = messages.has(newer)
      ? terms.some((term) => asked.has(term)) && isCovered(earlier, newer)
      : terms.length > 0 && terms.every((term) => asked.has(term));
    if (messages.has(earlier) && isAsked) mark(earlier, newer);
  }
  const telling = sources.flatMap(({ told, ...source }) => {
    const about = told.filter((value) => intersects(asked, value.about));
    return about.length === 0 ? [] : [{ ...source, told: about }];
  });
  for (const [index, source] of telling.entries()) {
    for (const value of source.told) {
      const isSameSubject = (other: StatedValue) => isSameThing(value, other, asked);
      const newest = telling.findLast(
        (later, place) => place > index && isSpeaker(source, later) && later.told.some(isSameSubject),
      );
      const isNew = newest?.told.filter(isSameSubject).every(({ keys }) => !isSubset(keys, value.keys));
      if (newest && isNew && isCovered(source.seq, newest.seq)) mark(source.seq, newest.seq);
    }
  }
  return new Map([...older.keys()].map((seq) => [seq, newestOf(seq)]));

  function isCovered(earlier: number, later: number): boolean {
    const [before, after] = [nearby(earlier), nearby(later)];
    const both = before.filter((term) => after.includes(term));
    const named = before.filter((term) => names.has(term));
    // Names in the query must occur in both places.
    const isNamed = names.size === 0 || (named.length > 0 && named.every((term) => after.includes(term)));
    return isNamed && both.length >= leastCoverage * before.length;
  }

  function newestOf(seq: number): number {
    const newer = older.get(seq);
    return newer === undefined ? seq : newestOf(newer);
  }
}

/** Cached, because searches find the same messages again and again. */
const remembered = createMemory<string, readonly StatedValue[]>({ mostSize: mostRemembered });

function sourceOf(message: Message, { book, of }: Analyses): Source {
  const analysis = of(message);
  const { text, heading } = analysis;
  return {
    seq: message.seq,
    speaker: message.name ?? heading.speaker,
    terms: { has: (term) => containsTerm(analysis, book.find(term)) },
    told: valuesIn(message, text),
  };
}

function valuesIn({ hash, role }: Message, text: string): readonly StatedValue[] {
  const known = remembered.get(hash);
  if (known !== undefined) return known;
  const told = role === 'tool' ? [] : readStatedValues(text);
  remembered.set(hash, told, told.length === 0 ? emptySize : text.length);
  return told;
}

/** Statements of different speakers are about different things, because people speak about themselves. */
function isSpeaker(one: Source, other: Source): boolean {
  return one.speaker === undefined || other.speaker === undefined || one.speaker === other.speaker;
}

function isSameThing(one: StatedValue, other: StatedValue, asked: ReadonlySet<string>): boolean {
  if (one.measure !== other.measure) return false;
  const shared = [...one.about].filter((term) => other.about.has(term));
  if (!shared.some((term) => asked.has(term))) return false;
  // "From 75 to 82 degrees" names the value that it replaces.
  const named = [...other.labels].filter((label) => one.said.has(label) && !one.about.has(label));
  const shorter = Math.min(one.about.size, other.about.size);
  if (shared.length + named.length < Math.max(leastShared * shorter, Math.min(leastWords, shorter)))
    return false;
  // "Mill 7" and "mill 8" are different things, and so are a total and the total of one customer.
  return isSubset(one.labels, other.said) && isSubset(other.labels, one.said);
}

function intersects(terms: ReadonlySet<string>, by: ReadonlySet<string>): boolean {
  for (const term of terms) if (by.has(term)) return true;
  return false;
}

function isSubset(terms: ReadonlySet<string>, by: ReadonlySet<string>): boolean {
  return [...terms].every((term) => by.has(term));
}

/** The terms of the query that occur in a message or close by. */
function nearbyIn(sources: readonly Source[], asked: ReadonlySet<string>): (seq: number) => string[] {
  return (seq) => {
    const near = sources.filter((source) => Math.abs(source.seq - seq) <= nearReach);
    return [...asked].filter((term) => near.some(({ terms }) => terms.has(term)));
  };
}
