/**
 * The content of a summary's sources, in a form that quickly answers "do they contain this exact thing?". Filled page
 * by page, so that a source of any length needs memory only for its vocabulary. Tolerates usual rewordings: 1,200 is
 * 1200 and 1.2k, "three" is 3, the 5th of March is 2024-03-05, and a file is recognized by the end of its path.
 */

import { stem } from '../text/stem.ts';
import { atOnce, type Steps } from '../text/steps.ts';
import type { Claim } from './claims.ts';
import { createClaims } from './found.ts';
import { createSourceDates } from './source-dates.ts';
import { createSourceNames } from './source-names.ts';
import { createSourceNumbers } from './source-numbers.ts';
import { bareToken, createSourceTokens, tokensIn } from './source-tokens.ts';
import { units } from './word-lists.ts';
import { createWording } from './wording.ts';

export type SourceIndex = {
  /** `at` is the time of the message, because a summary may name the day on which something was said. */
  add(text: string, at?: string): void;
  /** The same with pauses. */
  addSteps(text: string, at?: string): Steps<void>;
  supports(claim: Claim): boolean;
  /** The claims without support. */
  unsupported(claims: readonly Claim[]): Claim[];
};

/**
 * Characters that wait to be read. Usually a claim occurs verbatim in one of the texts, and the others need not be
 * read.
 */
const mostWaiting = 64 * 1024;
/** Characters read between two pauses. One text is read in one piece. */
const sliceCharacters = 16 * 1024;

export function createSourceIndex(): SourceIndex {
  const tokens = createSourceTokens();
  const names = createSourceNames(tokens);
  const numbers = createSourceNumbers();
  const dates = createSourceDates();
  const wording = createWording();
  let waiting: { text: string; at: string | undefined; lower: string | undefined }[] = [];
  let waitingCharacters = 0;

  function* addSteps(text: string, at?: string): Steps<void> {
    waiting.push({ text, at, lower: undefined });
    waitingCharacters += text.length;
    if (waitingCharacters > mostWaiting) yield* readAll();
  }

  function* readAll(): Steps<void> {
    const read = waiting;
    waiting = [];
    waitingCharacters = 0;
    let characters = 0;
    for (const { text, at } of read) {
      readText(text, at);
      characters += text.length;
      if (characters < sliceCharacters) continue;
      characters = 0;
      yield;
    }
  }

  /** Reads texts that contain a claim's words first: support from one text holds whatever the others contain. */
  function unsupported(claims: readonly Claim[]): Claim[] {
    let left = claims.filter((claim) => !isSupported(claim));
    const wanted = new Set<(typeof waiting)[number]>();
    for (const { value } of left) {
      const words = value.toLowerCase();
      const holder = waiting.find((entry) => {
        entry.lower ??= entry.text.toLowerCase();
        return entry.lower.includes(words);
      });
      if (holder) wanted.add(holder);
    }
    for (const { text, at } of wanted) readText(text, at);
    waiting = waiting.filter((entry) => !wanted.has(entry));
    waitingCharacters = waiting.reduce((sum, { text }) => sum + text.length, 0);
    left = left.filter((claim) => !isSupported(claim));
    if (left.length === 0) return left;
    atOnce(readAll());
    return left.filter((claim) => !isSupported(claim));
  }

  function supports(claim: Claim): boolean {
    return unsupported([claim]).length === 0;
  }

  function readText(text: string, at?: string): void {
    tokens.add(text);
    names.add(text);
    wording.add(text);
    const taken = createClaims(text.length);
    // "Two weeks ago" also contains two weeks.
    for (const { start, end } of dates.add(text, at)) taken.take(start, end);
    for (const hour of numbers.add(text, taken.free)) dates.addHour(hour);
  }

  function hasToken(value: string): boolean {
    return tokens.has(value) || names.hasWord(stem(bareToken(value)));
  }

  function isSupported(claim: Claim): boolean {
    switch (claim.kind) {
      case 'quantity':
      case 'money':
        return (
          numbers.has(claim.numbers ?? [], claim) ||
          (claim.spelled === true &&
            (claim.numbers ?? []).some((value) => value <= 12) &&
            !units.has(claim.unit ?? ''))
        );
      case 'date':
        return (claim.readings ?? []).length === 0 || claim.readings!.some(dates.has);
      case 'name':
        return names.has(claim.value);
      case 'command':
      case 'code':
        return tokensIn(claim.value)
          .map((part) => part.replace(/[.,:;!?]+$/, ''))
          .every((part) => !/[\p{L}\p{N}]/u.test(part) || hasToken(part));
      case 'path':
        return (
          hasToken(claim.value) ||
          (claim.value.includes(' ') && claim.value.split(/\s+/).every((part) => hasToken(part)))
        );
      case 'version':
        return hasToken(claim.value) || numbers.holds(Number(claim.value.replace(/^v/i, '')));
      case 'identifier':
        return (
          hasToken(claim.value) ||
          (/^#?\d+$/.test(claim.value) && numbers.holds(Number(claim.value.replace('#', ''))))
        );
      case 'quote':
        return wording.holds(claim.value);
      default:
        return hasToken(claim.value);
    }
  }

  return { add: (text, at) => atOnce(addSteps(text, at)), addSteps, supports, unsupported };
}
