/** Numbers in the sources, and what they measure: 1,200 is 1200, 90 minutes are an hour and a half. */
import type { Claim } from './claims.ts';
import { findNumbers, isNear, precise } from './numbers.ts';
import { coins } from './spoken-forms.ts';
import { units } from './word-lists.ts';

/** Currencies by sign and by name. Dollars of different countries count as one currency. */
const currencies: readonly [string, RegExp][] = [
  ['euro', /€|\b(?:eur|euros?)\b/i],
  ['dollar', /\$|\b(?:usd|cad|aud|dollars?|bucks)\b/i],
  ['pound', /£|\bgbp\b/i],
  ['yen', /¥|\b(?:jpy|cny|yen|yuan)\b/i],
  ['rupee', /₹|\b(?:inr|rupees)\b/i],
  ['franc', /\b(?:chf|francs?)\b/i],
];

function currencyOf(text: string): string | undefined {
  return currencies.find(([, pattern]) => pattern.test(text))?.[0];
}

export type SourceNumbers = {
  /** Reads the numbers of a text that do not belong to something else. Returns hours written in words. */
  add(text: string, isFree: (start: number, end: number) => boolean): number[];
  holds(value: number): boolean;
  has(values: readonly number[], claim: Claim): boolean;
};

export function createSourceNumbers(): SourceNumbers {
  const numbers = new Set<number>();
  const measured = new Map<string, Set<number>>();
  /** The currencies named with each number. The name is empty if the number stood without a currency. */
  const sums = new Map<number, Set<string>>();

  function isOtherSum(value: number, claimed: string): boolean {
    const currenciesSaid = sums.get(precise(value));
    return currenciesSaid !== undefined && !currenciesSaid.has('') && !currenciesSaid.has(claimed);
  }

  function hasNumber(claimed: readonly number[], claim: Claim): boolean {
    const currency = claim.unit === 'currency' ? currencyOf(claim.value) : undefined;
    const values = currency === undefined ? claimed : claimed.filter((value) => !isOtherSum(value, currency));
    const known = claim.unit === undefined ? undefined : units.get(claim.unit);
    if (known !== undefined) {
      const same = measured.get(known.measure);
      if (same !== undefined && values.some((value) => same.has(precise(value * known.factor)))) return true;
      if (
        same !== undefined &&
        claim.approximate &&
        values.some((value) => isNear(same, value * known.factor))
      )
        return true;
    }
    if (values.some((value) => numbers.has(precise(value)))) return true;
    return claim.approximate === true && values.some((value) => isNear(numbers, value));
  }

  return {
    add(text, isFree) {
      const hours: number[] = [];
      for (const number of findNumbers(text)) {
        const readings = [number.values, ...numbersInside(text, number)];
        const free = isFree(number.start, number.end);
        for (const value of readings.flat()) if (free) numbers.add(precise(value));
        if (!free) continue;
        const around = `${text.slice(Math.max(0, number.start - 2), number.start)} ${/^\s?\S{0,10}/u.exec(text.slice(number.end, number.end + 12))![0]}`;
        for (const value of number.values) {
          const currenciesSaid = sums.get(precise(value)) ?? new Set<string>();
          sums.set(precise(value), currenciesSaid.add(currencyOf(around) ?? ''));
        }
        if (number.spelled || /^\s?o['’]clock/i.test(text.slice(number.end, number.end + 9))) {
          hours.push(number.values[0]!);
        }
        const unit = /^(?:\s?|-)(%|[\p{L}µ]{1,20})/u
          .exec(text.slice(number.end, number.end + 24))?.[1]
          ?.toLowerCase();
        const known = unit === undefined ? undefined : units.get(unit);
        if (known === undefined) continue;
        const values = measured.get(known.measure) ?? new Set<number>();
        measured.set(known.measure, values);
        for (const value of number.values) values.add(precise(value * known.factor));
      }
      for (const match of text.matchAll(coins))
        numbers.add(precise(Number(match[1]) + Number(match[2]) / 100));
      return hours;
    },
    holds: (value) => numbers.has(precise(value)),
    has: hasNumber,
  };
}

/** The single numbers of a group: "25,30" also contains 25 and 30. */
function numbersInside(text: string, span: { start: number; end: number }): number[][] {
  const raw = text.slice(span.start, span.end);
  return /^\d+[,.]\d+$/.test(raw) && raw.includes(',') ? [raw.split(',').map(Number)] : [];
}
