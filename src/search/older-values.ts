/**
 * Which of the messages found tell a value that a later message tells anew: a price, a date, a limit that changed. Known
 * from the facts that summaries keep with their histories, and from the sentences themselves: two that say the same of
 * the same thing, with another value. The later one has to be about what is asked no less than the earlier one, or the
 * total of one customer would be taken for that of another.
 */

import { labelsOf, readStatedValues, type StatedValue } from '../facts/stated-values.ts';
import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { createMemory } from '../text/remembered.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { type Analyses, currentAnalyses, says } from './analysis.ts';

/** A value of a subject that a later message gave another one. */
export type ValueChange = { subject: string; older: number; newer: number };

/** Messages that are compared, the most relevant first; of those still shown, the newest. */
const mostFound = 60;
const mostShown = 60;
/** What the shorter sentence says has to be said by the other one too: so much of it, and two words of several. */
const leastShared = 0.5;
const leastWords = 2;
/** Share of what is asked about and said around the earlier message that is said around the later one too. */
const leastCoverage = 0.4;
/** Said this many messages away, a word of the question still belongs to what is told. */
const nearReach = 2;
const mostRemembered = 2_000_000;
/** Most messages tell no value, and to know that takes no more than their hash. */
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

/** By the number of the older message that of the newest one. */
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
    const about = told.filter((value) => isSaid(asked, value.about));
    return about.length === 0 ? [] : [{ ...source, told: about }];
  });
  for (const [index, source] of telling.entries()) {
    for (const value of source.told) {
      const isRetold = (other: StatedValue) => isSameThing(value, other, asked);
      const newest = telling.findLast(
        (later, place) => place > index && isSpeaker(source, later) && later.told.some(isRetold),
      );
      const isNew = newest?.told.filter(isRetold).every(({ keys }) => !isHeld(keys, value.keys));
      if (newest && isNew && isCovered(source.seq, newest.seq)) mark(source.seq, newest.seq);
    }
  }
  return new Map([...older.keys()].map((seq) => [seq, newestOf(seq)]));

  function isCovered(earlier: number, later: number): boolean {
    const [before, after] = [nearby(earlier), nearby(later)];
    const both = before.filter((term) => after.includes(term));
    const named = before.filter((term) => names.has(term));
    // Who or what is asked about by name has to be spoken of in both places.
    const isNamed = names.size === 0 || (named.length > 0 && named.every((term) => after.includes(term)));
    return isNamed && both.length >= leastCoverage * before.length;
  }

  function newestOf(seq: number): number {
    const newer = older.get(seq);
    return newer === undefined ? seq : newestOf(newer);
  }
}

/** The same messages are found again and again. */
const remembered = createMemory<string, readonly StatedValue[]>({ mostSize: mostRemembered });

function sourceOf(message: Message, { book, of }: Analyses): Source {
  const analysis = of(message);
  const { text, heading } = analysis;
  return {
    seq: message.seq,
    speaker: message.name ?? heading.speaker,
    terms: { has: (term) => says(analysis, book.find(term)) },
    told: toldIn(message, text),
  };
}

function toldIn({ hash, role }: Message, text: string): readonly StatedValue[] {
  const known = remembered.get(hash);
  if (known !== undefined) return known;
  const told = role === 'tool' ? [] : readStatedValues(text);
  remembered.set(hash, told, told.length === 0 ? emptySize : text.length);
  return told;
}

/** What one person tells of themselves is not what another does. */
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
  // "Mill 7" and "mill 8" are two, and so may be a total and the total for somebody.
  return isHeld(one.labels, other.said) && isHeld(other.labels, one.said);
}

function isSaid(terms: ReadonlySet<string>, by: ReadonlySet<string>): boolean {
  for (const term of terms) if (by.has(term)) return true;
  return false;
}

function isHeld(terms: ReadonlySet<string>, by: ReadonlySet<string>): boolean {
  return [...terms].every((term) => by.has(term));
}

/** What is asked about and said in a message or close by. */
function nearbyIn(sources: readonly Source[], asked: ReadonlySet<string>): (seq: number) => string[] {
  return (seq) => {
    const near = sources.filter((source) => Math.abs(source.seq - seq) <= nearReach);
    return [...asked].filter((term) => near.some(({ terms }) => terms.has(term)));
  };
}
