/**
 * Reads the exact claims of a text (numbers, dates, sums, names, paths, URLs, versions, identifiers, commands) into a
 * form that can be compared. Made for summaries, in which everything exact must have a source. Numbers that only order
 * the text ("1.", "messages 3–7") are not claims.
 */

import type { Fact, FactKind } from '../records/fact.ts';
import { splitSentences } from '../text/sentences.ts';
import { type DateFields, findDates } from './dates.ts';
import { blankNoise, createClaims } from './found.ts';
import { findNumbers } from './numbers.ts';
import { readLocators } from './read-locators.ts';
import { gatherNameEvidence, type NameEvidence, readNames } from './read-names.ts';
import { readSpans } from './read-spans.ts';
import { isListNumber } from './read-values.ts';
import { splitLines, withoutListMark } from './text.ts';
import { units } from './word-lists.ts';

export type Claim = {
  kind: FactKind;
  value: string;
  start: number;
  numbers?: number[];
  /** The word counted or the unit, in lower case; `currency` for money. */
  unit?: string;
  spelled?: boolean;
  approximate?: boolean;
  readings?: DateFields[];
};

const currency =
  /^\s?(?:[€£¥₹₩₽₪]|(?:usd|eur|gbp|jpy|chf|cad|aud|inr|cny|dollars?|euros?|bucks|cents?|yen|rupees|francs?|pesos?)(?![\p{L}\p{N}]))/iu;
const reference =
  /(?:\b(?:messages?|msgs?|turns?|nachrichten?|entries|seq|exchanges?)\s{1,2}(?:#?\d{1,7}\s?(?:[-–—,]|to|and|through)\s?)?#?|[#[]|\d[–—-])$/i;
const roughly =
  /(?:about|around|roughly|approximately|approx\.?|some|nearly|almost|over|more than|less than|under|circa|ca\.|~|≈|(?<!(?:went|goes?|going|rose|rises?|grew|climbed|jumped|moved|came|bumped|raised|pushed|brought)\s)up to|at least)\s{0,2}[$€£¥₹]?$/i;

export function readClaims(text: string): Claim[] {
  const clean = blankNoise(text);
  const taken = createClaims(clean.length);
  const claims: Claim[] = [];
  const lines = splitLines(clean);
  for (const line of lines) {
    for (const span of readSpans(line)) {
      // One word in quotation marks is often only emphasized; several are a quotation.
      if (span.kind === 'quote' && isWording(span.value))
        claims.push({ kind: 'quote', value: span.value, start: span.start });
      if (span.kind !== 'command' && span.kind !== 'identifier' && span.kind !== 'path') continue;
      claims.push({ kind: span.kind, value: span.value, start: span.start });
      taken.take(span.start, span.end);
    }
  }
  for (const found of readLocators(clean, taken, { loose: true }))
    claims.push({ kind: found.kind, value: found.value, start: found.start });
  for (const date of findDates(clean)) {
    if (!taken.free(date.start, date.end)) continue;
    taken.take(date.start, date.end);
    if (date.readings.length > 0)
      claims.push({ kind: 'date', value: date.text, start: date.start, readings: date.readings });
  }
  for (const number of readNumbers(clean)) {
    if (!taken.free(number.start, number.start + 1)) continue;
    taken.take(number.start, number.start + number.value.length);
    claims.push(number);
  }
  const evidence: NameEvidence = { lower: new Set(), capital: new Set() };
  const sentences = lines
    .filter((line) => !line.heading && !line.code)
    .flatMap((line) => splitSentences(withoutListMark(line)));
  gatherNameEvidence(sentences, evidence);
  for (const sentence of sentences) {
    for (const name of readNames(sentence, evidence)) {
      const start = firstFree(name.value, name.start, taken);
      if (start !== undefined && clean[name.end] !== ':')
        claims.push({ kind: 'name', value: clean.slice(start, name.end), start });
    }
  }
  return claims;
}

function isWording(quotation: string): boolean {
  return /[\p{L}\p{N}]\s+[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(
    quotation,
  );
}

/** Where a name begins, if words at its start are already part of another claim ("Makefile Gallagher"). */
function firstFree(name: string, start: number, taken: ReturnType<typeof createClaims>): number | undefined {
  const end = start + name.length;
  let from = start;
  while (!taken.free(from, end)) {
    const space = name.indexOf(' ', from - start);
    if (space === -1) return undefined;
    from = start + space + 1;
  }
  return from;
}

/** Every number with the word it counts, except list numbers and message references. */
function* readNumbers(text: string): Iterable<Claim> {
  for (const { start, end, text: digits, values, spelled } of findNumbers(text)) {
    const before = text.slice(Math.max(0, start - 40), start);
    if (!spelled && (isListNumber(text, start, end) || reference.test(before))) continue;
    const after = text.slice(end, end + 30);
    const symbol = spelled ? null : /[$€£¥₹₩₽₪]\s?$/.exec(before);
    const money = currency.exec(after);
    const word = /^(?:\s?|-)(%|°[CF]|[\p{L}µ]{1,20}(?:\/[a-z]{1,4})?)(?![\p{L}\p{N}_])/u
      .exec(after)?.[1]
      ?.toLowerCase();
    const approximate = roughly.test(before) || /[kKMB]$|million|billion|thousand/i.test(digits);
    if (symbol !== null || money !== null) {
      yield {
        kind: 'money',
        value: `${symbol?.[0] ?? ''}${digits}${money?.[0] ?? ''}`,
        start: start - (symbol?.[0].length ?? 0),
        numbers: values,
        unit: 'currency',
        spelled,
        approximate,
      };
      continue;
    }
    const unit = word !== undefined && (units.has(word) || /^\p{L}{3,}$/u.test(word)) ? word : undefined;
    const value =
      unit === undefined ? digits : text.slice(start, end + after.toLowerCase().indexOf(unit) + unit.length);
    yield { kind: 'quantity', value, start, numbers: values, unit, spelled, approximate };
  }
}

/** A stored fact in comparable form. Kinds that are whole sentences have none. */
export function claimOf(fact: Pick<Fact, 'kind' | 'value'>): Claim {
  const base = { kind: fact.kind, value: fact.value, start: 0 };
  if (fact.kind === 'date')
    return { ...base, readings: findDates(fact.value).flatMap((date) => date.readings) };
  if (fact.kind !== 'quantity' && fact.kind !== 'money') return base;
  const [first] = readNumbers(` ${fact.value}`);
  const [bare] = findNumbers(fact.value);
  return {
    ...base,
    numbers: first?.numbers ?? bare?.values ?? [],
    unit: fact.kind === 'money' ? 'currency' : first?.unit,
    spelled: first?.spelled,
  };
}
