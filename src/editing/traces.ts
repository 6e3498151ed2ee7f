/**
 * Traces are what would reveal a text elsewhere: exact values (a password, a number, an address, a quoted phrase) and
 * runs of words. They are compared without regard to case, white space and the punctuation around words. Pure and
 * bounded: of a very long text only the beginning is read.
 */

import { pairedCharacter, pairedScripts } from '../text/scripts.ts';
import { atOnce, type Steps } from '../text/steps.ts';
import { isStopTerm } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';

/** How strongly a shared value indicates a copy. Weakest first. */
const weights = ['weak', 'strong', 'secret'] as const;
export type ValueWeight = (typeof weights)[number];

export type Traces = {
  values: Map<string, ValueWeight>;
  /** Numbers that may be written with blanks, dashes and dots, as their digits. */
  numbers: Set<string>;
  /** Runs of words; `runSizes`: their lengths. */
  runs: Set<string>;
  runSizes: Set<number>;
  /** Groups of index terms. A copy contains all terms of at least one group. */
  groups: string[][];
};

const readCharacters = 400_000;
/** Runs read between two pauses: some milliseconds. */
export const sliceRuns = 2_000;
const sliceWords = 10_000;
/** Texts of this length are folded, and looked through for values, by themselves. */
export const longText = 64 * 1024;
const runWords = 6;
/** In scripts without blanks between words, runs are counted in characters. */
const runCharacters = 10;
const leastContentWords = 3;
const mostValues = 200;
const mostNumbers = 30;
const mostRunGroups = 300;
const mostGroups = 900;
const mostGroupTerms = 12;

const word = new RegExp(`[${pairedScripts}]|[\\p{L}\\p{M}\\p{N}]+`, 'gu');
const singleCharacter = new RegExp(`^[${pairedScripts}]$`, 'u');
const around = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const quotation = /["“„«`]([^"“”„«»`\n]{6,160})["”“»`]/gu;
const longNumber = /\+?\p{Nd}[\p{Nd}\s().\-/]{5,40}\p{Nd}/gu;
/** The zeros of other digits than 0 to 9 in which people write numbers: Arabic, Persian, Devanagari, Bengali, Thai. */
const otherZeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
/** Where a script without blanks, or one whose words carry endings, meets any other: `护照E12345678`. */
const scriptEdge = new RegExp(
  `(?<=[${pairedScripts}])(?=[^${pairedScripts}])|(?<=[^${pairedScripts}])(?=[${pairedScripts}])`,
  'u',
);
/**
 * Dates, times, years, round numbers, amounts with a unit: too common to indicate a copy. More than six digits before a
 * letter are an identity number rather than an amount.
 */
const everyday =
  /^(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:t[\d:.z+-]*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:am|pm|h)?|(?:19|20)\d{2}|[1-9]0{3,}|[1-9]\d{0,2}(?:[.,]000)+|\d{1,6}(?:[.,]\d+)?\p{L}{1,3}|\d+(?:st|nd|rd|th))$/iu;
/** A mail address, a URL, or a token with characters that no name has. */
const address = /^\S+@\S+\.\p{L}+$|:\/\/|[\p{L}\p{N}][=$%^&*#~+!][\p{L}\p{N}]/u;
const path = /^[\p{L}\p{N}_.~-]*(?:[/\\][\p{L}\p{N}_.~-]+)+$/u;
const ticket = /^\p{L}{1,6}-?\d{1,6}$/u;

/** The form in which texts are compared. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');
}

export function tracesOf(texts: readonly string[], redact: (text: string) => string): Traces {
  function* redactSteps(text: string): Steps<string> {
    yield;
    return redact(text);
  }
  return atOnce(traceSteps(texts, redactSteps));
}

/** `tracesOf` with pauses, because a message may be very long. */
export function* traceSteps(
  texts: readonly string[],
  redact: (text: string) => Steps<string>,
): Steps<Traces> {
  const traces: Traces = {
    values: new Map(),
    numbers: new Set(),
    runs: new Set(),
    runSizes: new Set(),
    groups: [],
  };
  let charactersLeft = readCharacters;
  for (const whole of texts) {
    const text = whole.slice(0, Math.max(0, charactersLeft)).normalize('NFKC');
    charactersLeft -= text.length;
    if (text.trim() === '') continue;
    yield* addValues(text, redact, traces);
    yield;
    for (const number of numbersIn(text)) traces.numbers.add(number);
    for (const [number] of text.matchAll(longNumber)) traces.groups.push(groupOf(number));
    yield* addRuns(text, traces);
    yield;
  }
  // Values come first, because they are few and the best evidence.
  const numbers = [...traces.numbers].slice(0, mostNumbers).flatMap(numberGroups);
  traces.groups.unshift(...[...traces.values.keys()].map(groupOf), ...numbers);
  traces.groups = traces.groups.filter((group) => group.length > 0).slice(0, mostGroups);
  return traces;
}

/** The ways in which people write a long number: in one piece, in groups of three or four, or only its end. */
function numberGroups(digits: string): string[][] {
  const ends = [6, 7, 8].filter((size) => size < digits.length).map((size) => [digits.slice(-size)]);
  const splitEnds = [1, 2, 3, 4, 5].flatMap((first) =>
    [2, 3, 4, 5].map((last) => [digits.slice(0, first), digits.slice(-last)]),
  );
  const written = (zero: number) =>
    digits.replaceAll(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit)));
  const inOtherDigits = otherZeros.map((zero) => [written(zero)]);
  return [[digits], ...splitEnds, ...ends, ...inOtherDigits];
}

/** A digit of any of these scripts as one of 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = otherZeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** Numbers as their digits, if long enough not to be a coincidence. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(longNumber)]
    .map(([number]) => number.replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, asciiDigit))
    .filter((digits) => digits.length >= 7 && digits.length <= 40 && !/^(?:19|20)\d{6}$/u.test(digits));
}

/** The words of a text, and the length of a run in it. */
export function* wordsOf(text: string): Steps<{ words: string[]; size: number }> {
  const words: string[] = [];
  let single = 0;
  const foldedText = folded(text);
  if (text.length > longText) yield;
  for (const [found] of foldedText.matchAll(word)) {
    words.push(found);
    if (singleCharacter.test(found)) single += 1;
    if (words.length % sliceWords === 0) yield;
  }
  return { words, size: single * 2 > words.length ? runCharacters : runWords };
}

function* addValues(text: string, redact: (text: string) => Steps<string>, { values }: Traces): Steps<void> {
  const clean = yield* redact(text);
  yield;
  const add = (value: string, weight: ValueWeight) => {
    const key = folded(value).trim();
    const knownWeight = values.get(key);
    if (
      knownWeight === undefined
        ? values.size < mostValues
        : weights.indexOf(weight) > weights.indexOf(knownWeight)
    ) {
      values.set(key, weight);
    }
  };
  // Text that redaction removes is a secret, whatever it looks like, also inside an address.
  for (const splitText of [tokensOf, partsOf]) {
    const redactedTokens = new Set(splitText(clean));
    for (const token of new Set(splitText(text)))
      if (!redactedTokens.has(token) && token.length >= 4) add(token, 'secret');
    yield;
  }
  for (const token of new Set(tokensOf(text))) {
    const weight = weightOf(token);
    if (weight !== undefined) add(token, weight);
  }
  const isContent = contentChecker();
  for (const [, quoted] of text.matchAll(quotation)) {
    const contentWords = [...folded(quoted!).matchAll(word)].filter(([found]) => isContent(found));
    if (contentWords.length >= 2) add(quoted!, 'strong');
  }
}

function tokensOf(text: string): string[] {
  const pieces = text.split(/\s+/u).flatMap((token) => token.split(scriptEdge));
  return pieces.flatMap((token) => {
    const trimmed = token.replaceAll(around, '');
    return trimmed === '' ? [] : [trimmed];
  });
}

function partsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu)].map(([part]) => part);
}

/**
 * Whether the text contains the value as a whole word: `5434` is not in `154342`. Beside a script without blanks a word
 * begins and ends where the script does.
 */
export function holdsWord(text: string, value: string): boolean {
  const isEdge = (outside: string | undefined, inside: string) =>
    !/[\p{L}\p{N}]/u.test(outside ?? '') || pairedCharacter.test(outside!) !== pairedCharacter.test(inside);
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const end = at + value.length;
    if (isEdge(text[at - 1], value[0]!) && isEdge(text[end], value.at(-1)!)) return true;
  }
  return false;
}

/** Names of things (paths, identifiers, tickets) are often repeated, so sharing one is weak evidence or none. */
function weightOf(token: string): ValueWeight | undefined {
  if (token.length < 4 || token.length > 300 || everyday.test(token)) return undefined;
  if (address.test(token)) return 'strong';
  if (/^\d[\d.,-]*$/u.test(token)) return 'weak';
  if (token.length < 5 || !/\d/u.test(token) || !/\p{L}/u.test(token) || path.test(token)) return undefined;
  return token.length < 8 || ticket.test(token) ? 'weak' : 'strong';
}

function* addRuns(text: string, traces: Traces): Steps<void> {
  const { words, size } = yield* wordsOf(text);
  yield;
  const isContent = contentChecker();
  const length = Math.min(size, Math.max(3, words.length));
  // A long text gives only every n-th run. A copy a little longer than a run is still found.
  const stride = Math.ceil(words.length / mostRunGroups);
  for (let start = 0; start + length <= words.length; start += 1) {
    if (start % sliceRuns === sliceRuns - 1) yield;
    const run = words.slice(start, start + length);
    const isDistinctive =
      size === runCharacters || run.filter(isContent).length >= Math.min(leastContentWords, length);
    if (!isDistinctive) continue;
    traces.runs.add(run.join(' '));
    traces.runSizes.add(length);
    if (start % stride === 0 && traces.groups.length < mostGroups) {
      traces.groups.push(groupOf(run.join(size === runCharacters ? '' : ' ')));
    }
  }
}

/** Whether a word has meaning of its own. Cached, because each word is in several runs. */
function contentChecker(): (word: string) => boolean {
  const cache = new Map<string, boolean>();
  return (one) => {
    const isContent = cache.get(one) ?? textTerms(one).some((term) => !isStopTerm(term));
    cache.set(one, isContent);
    return isContent;
  };
}

function groupOf(text: string): string[] {
  const terms = [...new Set(textTerms(text))];
  const distinctive = terms.filter((term) => !isStopTerm(term));
  return (distinctive.length > 0 ? distinctive : terms).slice(0, mostGroupTerms);
}
