/**
 * Analyses a message for ranking, independent of the query: its terms, and properties of its wording. Searches find the
 * same messages again and again, so analyses are cached by the hash of the content.
 */
import { type Message, textOf } from '../message/message.ts';
import { longestList } from '../text/list-items.ts';
import { createMemory } from '../text/remembered.ts';
import { firstPerson, tellsNumber, tellsTime } from './cues.ts';
import { indexTerms } from './index-terms.ts';
import { createTermBook, type TermBook } from './term-book.ts';
import { readHeading, type TextHeading } from './text-heading.ts';

export type Analysis = {
  /** The beginning of its text, of bounded length. */
  text: string;
  /** Its distinct terms by their numbers in the term book, content words first. Numbers are fast to compare. */
  terms: readonly number[];
  /** How often each of the terms occurs. */
  times: readonly number[];
  /** How many of the terms, from the first on, are content words: neither stop words nor small talk. */
  contentTerms: number;
  /** The number of its terms, repetitions included. */
  length: number;
  /** Whether it states a time or a number. Computed only if a query asks for one. */
  tellsTime?: boolean;
  tellsNumber?: boolean;
  /** Items of its longest list. */
  listItems?: number;
  firstPerson: boolean;
  /** Whether it ends with a question, because a question rarely answers another one. */
  endsWithQuestion: boolean;
  /** Speaker and time, if the text names them. */
  heading: TextHeading;
  /** The share of its words that are small talk. */
  smallTalkShare: number;
  /** Words with a capital inside of sentences, up to three: 0 to 1. */
  properNameShare: number;
};

const messageCharacters = 8_000;
/** Size of the cache in characters: about twenty thousand messages. With its terms, a character takes three bytes. */
const mostCharacters = 8_000_000;
/** Most terms of a book. When it is full, a new one is started, and messages are analysed again. */
const mostTerms = 60_000;

/** Analyses that share one term book, so that their term numbers can be compared. */
export type Analyses = {
  book: TermBook;
  of(message: Message): Analysis;
};

let current: Analyses | undefined;

/** Messages that are compared with each other must be analysed by the same object. */
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
      // Searches may hide some parts of a message. The number of parts distinguishes it from the whole message.
      const parts = message.parts.length;
      const known = remembered.get(message.hash);
      if (known?.parts === parts) return known.analysis;
      const analysis = read(message, book);
      remembered.set(message.hash, { analysis, parts }, analysis.text.length + analysis.length * 5);
      return analysis;
    },
  };
}

export function statesTime(analysis: Analysis): boolean {
  analysis.tellsTime ??= tellsTime.test(analysis.text);
  return analysis.tellsTime;
}

export function statesNumber(analysis: Analysis): boolean {
  analysis.tellsNumber ??= tellsNumber.test(analysis.text);
  return analysis.tellsNumber;
}

export function listLength(analysis: Analysis): number {
  analysis.listItems ??= longestList(analysis.text);
  return analysis.listItems;
}

export function containsTerm({ terms }: Analysis, number: number | undefined): boolean {
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
  const times = terms.length === said.length ? ones(terms.length) : terms.map((number) => counts[number]!);
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

/** A shared array of zeros, with room for all terms of the book and `more`. Its user resets it to zeros. */
function countsFor({ size }: TermBook, more: number): Uint16Array {
  if (counters.length < size + more) counters = new Uint16Array(2 * (size + more));
  return counters;
}

const onces: (readonly number[])[] = [];

/** A shared list of ones: most short messages repeat no term, and need no list of their own. */
function ones(length: number): readonly number[] {
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
