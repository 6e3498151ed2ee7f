/** Dates, sums of money, and numbers with what they count. */
import { generalWords } from '../text/stop-words.ts';
import { findDates } from './dates.ts';
import type { Claims, Found } from './found.ts';
import { findNumbers, type NumberSpan } from './numbers.ts';
import { subjectBefore, surroundings } from './read-subject.ts';
import { units } from './word-lists.ts';

const currencyBefore = /(?:(?:US|CA|AU|HK|NZ)?\$|[€£¥₹₩₽₪] ?)$/;
const currencyAfter =
  /^\s?(?:[€£¥₹₩₽₪]|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|CNY|BRL|MXN|SEK|NOK|DKK|PLN)(?![\p{L}\p{N}])|(?:dollars?|euros?|pounds sterling|bucks|cents?|yen|rupees|francs?|pesos?|dólares)(?![\p{L}\p{N}]))/iu;
const unitAfter = /^(?:[ \u00A0]?|-)(%|°[CF]|[\p{L}µ]{1,20}(?:\/[a-z]{1,4})?)(?![\p{L}\p{N}_])/u;

/** With `talk`, numbers without a unit count too. In tool output they are mostly line numbers. */
export function readValues(text: string, claims: Claims, { talk }: { talk: boolean }): Found[] {
  const found: Found[] = [];
  for (const date of findDates(text)) {
    if (!claims.free(date.start, date.end)) continue;
    claims.take(date.start, date.end);
    const relative = date.readings.length === 0 || /^\p{L}+$/u.test(date.text);
    if (relative && !talk) continue;
    found.push({
      kind: 'date',
      value: date.text,
      start: date.start,
      end: date.end,
      ...around(text, date.start, date.end),
      weight: relative ? -8 : 0,
    });
  }
  for (const number of findNumbers(text)) {
    if (!claims.free(number.start, number.end)) continue;
    const value = readNumber(text, number, talk);
    if (value === undefined) continue;
    claims.take(value.start, value.end);
    found.push({ ...value, ...around(text, value.start, value.end) });
  }
  return found;
}

function around(text: string, start: number, end: number): Pick<Found, 'subject' | 'context'> {
  const subject = subjectBefore(text, start);
  return subject === undefined ? { context: surroundings(text, start, end) } : { subject };
}

function readNumber(text: string, number: NumberSpan, talk: boolean): Found | undefined {
  const { start, end, spelled } = number;
  const following = text.slice(end, end + 32);
  if (!spelled) {
    const symbol = currencyBefore.exec(text.slice(Math.max(0, start - 4), start));
    if (symbol !== null) return at('money', start - symbol[0].length, end);
  }
  const currency = currencyAfter.exec(following);
  if (currency !== null && !(spelled && number.values[0]! < 2))
    return at('money', start, end + currency[0].length);

  const unit = unitAfter.exec(following);
  const word = unit?.[1] ?? '';
  const known =
    units.has(word.toLowerCase()) &&
    !(
      word === 'in' ||
      word === 'us' ||
      (word.length === 1 && unit![0].startsWith(' ') && !/[hsmgW%]/.test(word))
    );
  if (known && !(spelled && number.values[0]! < 2)) return at('quantity', start, end + unit![0].length, 2);
  if (!talk) return undefined;
  const noun =
    unit !== null &&
    /^(?:\s|-)/.test(unit[0]) &&
    /^\p{Ll}/u.test(word) &&
    word.length > 2 &&
    !generalWords.has(word) &&
    !verbs.test(word);
  if (spelled)
    return noun &&
      number.values[0]! >= 2 &&
      !/^(?:both|half|twice|single|once)/i.test(number.text) &&
      isPlural(word)
      ? at('quantity', start, end + unit![0].length, -6)
      : undefined;
  if (noun) return at('quantity', start, end + unit![0].length, -2);
  if (subjectBefore(text, start) !== undefined) return at('quantity', start, end);
  if (isListNumber(text, start, end)) return undefined;
  return /\d{3,}|\d[.,]\d|[kM]$/.test(number.text) ? at('quantity', start, end, -6) : undefined;

  function at(kind: 'money' | 'quantity', from: number, to: number, weight = 0): Found {
    return { kind, value: text.slice(from, to), start: from, end: to, weight };
  }
}

const verbs =
  /^(?:is|are|was|were|has|have|had|will|can|would|should|must|does|did|when|where|which|came|went|passed|failed|because|while)$/;

function isPlural(word: string): boolean {
  return (
    (word.endsWith('s') && !word.endsWith('ss')) ||
    /^(?:people|children|men|women|percent|feet|mice|kids)$/.test(word)
  );
}

/** "1. First …", "[12]", "step 3": numbers that only order the text. */
export function isListNumber(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 14), start);
  if (/(?:^|\n)[\s>*-]*$/.test(before) && /^[.):]/.test(text.slice(end, end + 1))) return true;
  return /(?:\[|\b(?:step|section|chapter|phase|figure|fig\.|table|part|line|lines|page|item|option|task|point|day|week|level|tier)\s|#)$/i.test(
    before,
  );
}
