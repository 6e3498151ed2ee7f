/**
 * Stated values (a sum, a date, a figure, a version), each with the words around it. Two sentences with values of one
 * kind about the same thing can be compared (search/older-values.ts).
 */
import { looksLikeCode } from '../text/code.ts';
import { splitSentences } from '../text/sentences.ts';
import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';
import { findDates } from './dates.ts';
import { blankNoise, createClaims, type Found } from './found.ts';
import { factKey } from './merge.ts';
import { findNumbers, precise } from './numbers.ts';
import { readLocators } from './read-locators.ts';
import { readValues } from './read-values.ts';
import { splitLines, withoutListMark } from './text.ts';
import { units } from './word-lists.ts';

export type StatedValue = {
  /** Values of the same kind and measure can replace each other. */
  measure: string;
  /** The values of this measure in the sentence: "from 75 to 82 degrees" has two. */
  keys: ReadonlySet<string>;
  /** The sentence's terms; `about`: those besides the values. */
  said: ReadonlySet<string>;
  about: ReadonlySet<string>;
  /** Names and numbers in `about`, which distinguish one thing from another of its kind: "mill 7". */
  labels: ReadonlySet<string>;
};

/** More values of one measure in a sentence are a list. */
const mostOfOne = 2;
/**
 * Skips questions, which state nothing, and fields such as "- Price: 137" of a list item, because the next item has its
 * own.
 */
export function readStatedValues(text: string): StatedValue[] {
  const values: StatedValue[] = [];
  for (const line of splitLines(blankNoise(text))) {
    const item = withoutListMark(line);
    const isField = item !== line && item.text.includes(':');
    if (isField || line.code || line.heading || line.quoted || looksLikeCode(line.text)) continue;
    for (const { text: sentence } of splitSentences(item))
      if (!/[?？]["'”’)]*$/u.test(sentence)) values.push(...valuesOf(sentence));
  }
  return values;
}

function valuesOf(sentence: string): StatedValue[] {
  // Most sentences contain no value, and a thorough search takes a while.
  if (!/\d/u.test(sentence) && findNumbers(sentence).length === 0) return [];
  const claims = createClaims(sentence.length);
  const located = /\d\.\d/u.test(sentence) ? readLocators(sentence, claims, { loose: true }) : [];
  const found = [...located, ...readValues(sentence, claims, { talk: true })];
  const measures = new Map<string, Found[]>();
  for (const value of found) {
    const measure = measureOf(value);
    if (measure !== undefined) measures.set(measure, [...(measures.get(measure) ?? []), value]);
  }
  const stated: StatedValue[] = [];
  const said = new Set(textTerms(sentence));
  for (const [measure, values] of measures) {
    if (values.length > mostOfOne) continue;
    const rest = without(sentence, values);
    const about = new Set(textTerms(rest).filter((term) => !isStopTerm(term) && !isSmallTalkTerm(term)));
    const keys = new Set(values.map((value) => keyOf(value, measure)));
    if (about.size > 0) stated.push({ measure, keys, said, about, labels: labelsOf(rest) });
  }
  return stated;
}

/** Undefined if it is not a value of its own: "today" is another day each time, and a bare number may be anything. */
function measureOf({ kind, value, subject }: Found): string | undefined {
  if (kind === 'money' || kind === 'version') return kind;
  if (kind === 'quantity') {
    const counted = countedIn(value);
    return counted === '' && subject === undefined ? undefined : `quantity of ${counted}`;
  }
  if (kind !== 'date' || !/\d/u.test(value)) return undefined;
  return /\d:\d/u.test(value) ? 'time' : /^\d{4}$/u.test(value) ? 'year' : 'day';
}

/** Equal for "May 22nd" and "22 May 2024", because the year is often left out, and for "€900" and "900 euros". */
function keyOf({ kind, value }: Found, measure: string): string {
  const date = measure === 'day' ? findDates(value)[0]?.readings[0] : undefined;
  if (date?.day !== undefined) return `${date.month}-${date.day}`;
  const number = kind === 'money' || kind === 'quantity' ? findNumbers(value)[0]?.values[0] : undefined;
  if (number === undefined) return factKey({ kind, value, at: '' });
  return String(precise(number * (units.get(lastWord(value))?.factor ?? 1)));
}

/** What a unit measures, or the word that is counted. */
function countedIn(value: string): string {
  const word = lastWord(value);
  return units.get(word)?.measure ?? textTerms(word)[0] ?? '';
}

function lastWord(value: string): string {
  return /[\p{L}%°µ]+$/u.exec(value)?.[0].toLowerCase() ?? '';
}

function without(sentence: string, values: readonly Found[]): string {
  let rest = sentence;
  for (const { start, end } of values)
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return rest;
}

/** Words with a capital inside a sentence, and numbers. */
export function labelsOf(rest: string): Set<string> {
  const names = [...rest.matchAll(/(?<=[\p{L}\p{N},'’] {1,20})\p{Lu}[\p{L}\p{N}]+/gu)].map(([name]) => name);
  const numbers = findNumbers(rest).map(({ text }) => text);
  return new Set([...names, ...numbers].flatMap(textTerms).filter((term) => !isStopTerm(term)));
}
