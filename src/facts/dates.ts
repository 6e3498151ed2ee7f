/** Reads dates and times of day as people write them. Durations are not dates. */

import { isCalendarDay } from '../input/time.ts';
import { monthNumbers, weekdayNumbers } from './word-lists.ts';

export type DateFields = {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  weekday?: number;
  quarter?: number;
};

export type DateSpan = {
  start: number;
  end: number;
  text: string;
  /** Several readings if the order of day and month is open; empty for relative words ("tomorrow"). */
  readings: DateFields[];
};

const months = Array.from(monthNumbers.keys())
  .sort((a, b) => b.length - a.length)
  .join('|');
const weekdays = Array.from(weekdayNumbers.keys()).join('|');
const before = '(?<![\\p{L}\\p{N}_.,:/-])';
const after = '(?![\\p{L}\\p{N}_])';
const year = '(?:19|20)\\d{2}';

type Reader = {
  pattern: RegExp;
  /** True if a text without digits need not be searched. */
  needsDigit?: true;
  read(groups: Record<string, string>): DateFields[];
};

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
/** "You may 5 times" and "they march 20 miles" contain no month. */
const monthOf = (text: string) =>
  /^(?:may|march|mar)$/.test(text) ? undefined : monthNumbers.get(text.toLowerCase().replace(/\.$/, ''));

const readers: Reader[] = [
  {
    needsDigit: true,
    pattern: new RegExp(
      `(?<![\\p{N}_.,:/-])(?<y>${year})[-/.](?<m>0?[1-9]|1[0-2])[-/.](?<d>0?[1-9]|[12]\\d|3[01])(?!\\d)(?:[T ](?<h>[01]\\d|2[0-3]):(?<min>[0-5]\\d)(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2}(?!\\d))?)?`,
      'gu',
    ),
    read: (g) => [{ year: +g.y!, month: +g.m!, day: +g.d!, hour: number(g.h), minute: number(g.min) }],
  },
  {
    needsDigit: true,
    pattern: new RegExp(
      `${before}(?<a>\\d{1,2})(?<mark>[/.])(?<b>\\d{1,2})\\k<mark>(?<y>${year}|\\d{2})(?!\\d|\\.\\d)`,
      'gu',
    ),
    read: (g) => {
      const y = g.y!.length === 2 ? 2000 + Number(g.y) : Number(g.y);
      return [
        { year: y, month: +g.a!, day: +g.b! },
        { year: y, month: +g.b!, day: +g.a! },
      ].filter(plausible);
    },
  },
  {
    needsDigit: true,
    pattern: new RegExp(
      `${before}(?<mon>${months})\\.?\\s{1,3}(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,?\\s{1,3}(?<y>${year}))?${after}`,
      'giu',
    ),
    read: (g) => [{ year: number(g.y), month: monthOf(g.mon!), day: +g.d! }].filter(plausibleMonth),
  },
  {
    needsDigit: true,
    pattern: new RegExp(
      `${before}(?<d>\\d{1,2})(?:st|nd|rd|th|\\.|er)?\\s{1,3}(?:of\\s|de\\s)?(?<mon>${months})\\.?(?:(?:,?|\\sde)\\s{1,3}(?<y>${year}))?${after}`,
      'giu',
    ),
    read: (g) => [{ year: number(g.y), month: monthOf(g.mon!), day: +g.d! }].filter(plausibleMonth),
  },
  {
    needsDigit: true,
    pattern: new RegExp(
      `${before}(?<mon>${months})\\.?,?\\s{1,3}(?:of\\s|de\\s)?(?<y>${year})${after}`,
      'giu',
    ),
    read: (g) => [{ year: +g.y!, month: monthOf(g.mon!) }].filter(plausibleMonth),
  },
  {
    needsDigit: true,
    pattern: /(?<![\p{N}])(?:(?<y>(?:19|20)\d{2})年)?(?<m>\d{1,2})月(?:(?<d>\d{1,2})[日号號])?/gu,
    read: (g) => [{ year: number(g.y), month: +g.m!, day: number(g.d) }].filter(plausible),
  },
  {
    needsDigit: true,
    pattern: new RegExp(`${before}Q(?<q>[1-4])[\\s/-]{0,2}(?<y>${year})${after}`, 'gu'),
    read: (g) => [{ year: +g.y!, quarter: +g.q! }],
  },
  {
    needsDigit: true,
    pattern:
      /(?<![\p{L}\p{N}_.,:/-])(?<h>0?[1-9]|1[0-2])(?::(?<min>[0-5]\d))?(?::[0-5]\d)?\s?(?<half>[ap]m|[ap]\.\s?m\.)(?![\p{L}\p{N}_])/giu,
    read: (g) => [{ hour: (+g.h! % 12) + (/^p/i.test(g.half!) ? 12 : 0), minute: number(g.min) ?? 0 }],
  },
  {
    needsDigit: true,
    pattern:
      /(?<![\p{L}\p{N}_.,:/-])(?<h>[01]?\d|2[0-3])(?::|h)(?<min>[0-5]\d)(?::[0-5]\d)?(?:\s?Uhr)?(?![\p{L}\p{N}_:]|[.-]\d)/gu,
    // On a twelve-hour clock "1:30" may also be 13:30.
    read: (g) => {
      const [hour, minute] = [+g.h!, +g.min!];
      return hour >= 1 && hour <= 11 && !g.h!.startsWith('0')
        ? [
            { hour, minute },
            { hour: hour + 12, minute },
          ]
        : [{ hour, minute }];
    },
  },
  {
    pattern: new RegExp(
      `${before}(?:(?:next|last|this|on|by|until|every|am|nächsten)\\s{1,2})?(?<wd>${weekdays})s?${after}`,
      'giu',
    ),
    read: (g) => [{ weekday: weekdayNumbers.get(g.wd!.toLowerCase())! }],
  },
  {
    needsDigit: true,
    pattern: new RegExp(
      `(?<=(?:^|[\\s(])(?:in|since|by|from|until|till|before|after|during|of|year|early|late|mid|around|summer|winter|spring|fall|autumn|seit|en|depuis|desde|to|and)[\\s-])(?<y>${year})s?(?![\\p{L}\\p{N}_%]|[.,:]\\d|\\s(?:\\p{Ll}{2,}s)${after})`,
      'giu',
    ),
    read: (g) => [{ year: +g.y! }],
  },
  {
    pattern: new RegExp(
      `${before}(?:in|since|until|by|early|late|mid|last|next|this|every)[\\s-](?<mon>${months})${after}(?!\\s+I\\b)`,
      'gu',
    ),
    read: (g) => [{ month: monthOf(g.mon!) }].filter(plausibleMonth),
  },
  {
    pattern: new RegExp(
      `${before}(?:yesterday|tomorrow|tonight|the day (?:before yesterday|after tomorrow)|(?:last|next|this|past|coming) (?:week|weekend|month|year|summer|winter|spring|fall|autumn|night|quarter)|(?:a|one|two|three|four|five|six|\\d{1,3}|a few|a couple of) (?:days?|weeks?|months?|years?) (?:ago|from now)|end of (?:the )?(?:day|week|month|year|quarter)|gestern|morgen früh|heute abend|hier soir|demain|ayer|mañana por)${after}`,
      'giu',
    ),
    read: () => [],
  },
];

function plausibleMonth(fields: DateFields): boolean {
  return fields.month !== undefined && plausible(fields);
}

function plausible(fields: DateFields): boolean {
  const { year, month = 1, day = 1 } = fields;
  return isCalendarDay({ month, day, ...(year !== undefined && { year }) });
}

/** Non-overlapping, in order. Of two readings of the same text the longer one wins. */
export function findDates(text: string): DateSpan[] {
  const all: DateSpan[] = [];
  const hasDigit = /\d/.test(text);
  for (const [index, { pattern, needsDigit, read }] of readers.entries()) {
    if (needsDigit && !hasDigit) continue;
    for (const match of text.matchAll(pattern)) {
      const readings = read(match.groups ?? {});
      if (readings.length === 0 && index !== readers.length - 1) continue;
      // The dot of "20 May." ends the sentence; that of "6 p.m." does not.
      const matched = /m\.$/i.test(match[0]) ? match[0] : match[0].replace(/\.$/, '');
      all.push({ start: match.index, end: match.index + matched.length, text: matched, readings });
    }
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: DateSpan[] = [];
  for (const span of all) {
    const previous = kept.at(-1);
    if (previous === undefined || span.start >= previous.end) kept.push(span);
    else if (span.end - span.start > previous.end - previous.start) kept[kept.length - 1] = span;
  }
  return kept;
}

/**
 * Whether a source date supports the date `claimed` by a summary: every claimed field must be present and equal.
 * A source with fewer fields than the claim does not support it.
 */
export function dateSupports(source: DateFields, claimed: DateFields): boolean {
  const named = fieldNames.filter((name) => claimed[name] !== undefined);
  return named.length > 0 && named.every((name) => fieldValue(source, name) === fieldValue(claimed, name));
}

const fieldNames = ['year', 'month', 'day', 'hour', 'minute', 'weekday', 'quarter'] as const;

/** Weekday and quarter can be derived from the full date. */
function fieldValue(fields: DateFields, name: (typeof fieldNames)[number]): number | undefined {
  if (fields[name] !== undefined) return fields[name];
  if (name === 'quarter' && fields.month !== undefined) return Math.ceil(fields.month / 3);
  if (name === 'weekday' && fields.year && fields.month && fields.day) {
    return new Date(Date.UTC(fields.year, fields.month - 1, fields.day)).getUTCDay();
  }
  return undefined;
}

/** The day of an ISO time; undefined for other text. */
export function dayOf(at: string): DateFields | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(at);
  return match === null ? undefined : { year: +match[1]!, month: +match[2]!, day: +match[3]! };
}

export function shiftDays(day: DateFields, days: number): DateFields {
  const moved = new Date(Date.UTC(day.year!, day.month! - 1, day.day! + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** The largest distance in days between a relative date and the day it was written. */
export function reachOf({ text, readings }: Pick<DateSpan, 'text' | 'readings'>): number {
  const words = text.toLowerCase();
  if (readings.some((reading) => reading.weekday !== undefined))
    return /^(?:next|last|nächsten)/.test(words) ? 13 : 7;
  if (readings.length > 0) return 0;
  if (/day (?:before yesterday|after tomorrow)/.test(words)) return 2;
  if (/yesterday|tomorrow|tonight|night|gestern|morgen|heute|hier|demain|ayer|mañana/.test(words)) return 1;
  return 14;
}
