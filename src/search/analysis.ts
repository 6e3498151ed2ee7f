/**
 * What ranking needs to know of a message whatever is asked: its terms and what its wording tells. The same messages
 * are found again and again, so that it is remembered by the hash of their content, for as many as were looked at last.
 */
import { type Message, textOf } from '../message/message.ts';
import { longestList } from '../text/list-items.ts';
import { createMemory } from '../text/remembered.ts';
import { firstPerson, tellsNumber, tellsTime } from './cues.ts';
import { indexTerms } from './index-terms.ts';
import { createTermBook, type TermBook } from './term-book.ts';
import { readHeading, type TextHeading } from './text-heading.ts';

export type Analysis = {
  /** Its beginning: messages can be of any length. */
  text: string;
  /** Each once, as the book numbers them, content words first: lists of small numbers are made and read in no time. */
  terms: readonly number[];
  /** How often each is said. */
  times: readonly number[];
  /** So many of the terms are neither stop words nor small talk. */
  contentTerms: number;
  /** Terms said, repetitions included. */
  length: number;
  /** Looked for where a time or a number is asked for. */
  tellsTime?: boolean;
  tellsNumber?: boolean;
  /** Items of its longest list. */
  listItems?: number;
  firstPerson: boolean;
  /** Ends by asking: what is asked is rarely what is told. */
  endsWithQuestion: boolean;
  /** Who speaks and when, where the text says it. */
  heading: TextHeading;
  /** The share of its words that are small talk. */
  smallTalkShare: number;
  /** Words with a capital inside of sentences, up to three: 0 to 1. */
  properNameShare: number;
};

const messageCharacters = 8_000;
/** Characters of all that is remembered: some twenty thousand messages. With its terms, one takes about three bytes. */
const mostCharacters = 8_000_000;
/** Terms of a book; what was analysed with a full one is read again. */
const mostTerms = 60_000;

/** Analyses whose terms have the same numbers. */
export type Analyses = {
  book: TermBook;
  of(message: Message): Analysis;
};

let current: Analyses | undefined;

/** Whatever is compared is analysed by the same of them. */
export function currentAnalyses(): Analyses {
  if (current === undefined || current.book.size > mostTerms) current = createAnalyses();
  return current;
}

function createAnalyses(): Analyses {
  const book = createTermBook();
  const remembered = createMemory<string, { analysis: Analysis; parts: number }>({
    mostSize: mostCharacters,
  });
  return {
    book,
    of(message) {
      // A message of which only a part may be found is told from the whole one by how many parts it has.
      const parts = message.parts.length;
      const known = remembered.get(message.hash);
      if (known?.parts === parts) return known.analysis;
      const analysis = read(message, book);
      remembered.set(message.hash, { analysis, parts }, analysis.text.length + analysis.length * 5);
      return analysis;
    },
  };
}

export function doesTellTime(analysis: Analysis): boolean {
  analysis.tellsTime ??= tellsTime.test(analysis.text);
  return analysis.tellsTime;
}

export function doesTellNumber(analysis: Analysis): boolean {
  analysis.tellsNumber ??= tellsNumber.test(analysis.text);
  return analysis.tellsNumber;
}

export function listLength(analysis: Analysis): number {
  analysis.listItems ??= longestList(analysis.text);
  return analysis.listItems;
}

export function says({ terms }: Analysis, number: number | undefined): boolean {
  return number !== undefined && terms.includes(number);
}

function read(message: Message, book: TermBook): Analysis {
  const text = textOf(message.parts).slice(0, messageCharacters);
  const said = indexTerms(message, messageCharacters / 4);
  const counts = countsFor(book, said.length);
  const contents: number[] = [];
  const others: number[] = [];
  let smallTalk = 0;
  for (const term of said) {
    const number = book.enter(term);
    counts[number]! += 1;
    if (counts[number]! > 1) continue;
    if (book.isSmallTalk(number)) smallTalk += 1;
    if (book.isContent(number)) contents.push(number);
    else others.push(number);
  }
  const terms = contents.concat(others);
  const times = terms.length === said.length ? once(terms.length) : terms.map((number) => counts[number]!);
  for (const number of terms) counts[number] = 0;
  return {
    text,
    terms,
    times,
    contentTerms: contents.length,
    length: said.length,
    firstPerson: firstPerson.test(text),
    endsWithQuestion: /[?？]\s*(?:$|\n)/u.test(text.trimEnd()),
    heading: readHeading(text),
    smallTalkShare: smallTalk / (terms.length || 1),
    properNameShare: properNameShare(text, message.name),
  };
}

let counters = new Uint16Array(0);

/** All 0: who counts with them leaves them as they were. Room for all terms of the book and for so many more. */
function countsFor({ size }: TermBook, more: number): Uint16Array {
  if (counters.length < size + more) counters = new Uint16Array(2 * (size + more));
  return counters;
}

const onces: (readonly number[])[] = [];

/** Most short messages say no term twice, and need no list of their own for that. */
function once(length: number): readonly number[] {
  onces[length] ??= new Array<number>(length).fill(1);
  return onces[length];
}

function properNameShare(text: string, speaker: string | undefined): number {
  let count = 0;
  for (const [word] of text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)) {
    if (word !== speaker) count += 1;
    if (count === 3) break;
  }
  return count / 3;
}
