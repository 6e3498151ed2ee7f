/**
 * Time expressions of a query ("last Tuesday", "in May", "two weeks ago", "8 May 2023"), as spans that messages are compared
 * with: by when they were said, and by the dates they tell. All in UTC.
 */
import { type DateFields, findDates } from '../facts/dates.ts';

export type TimeExpression = {
  /** Milliseconds since 1970, [from, to). Of a date without a year, those of the year before `now`. */
  from: number;
  to: number;
  /** True if it has no year, and so matches every year. */
  yearly: boolean;
  /** As a person would write it: "in May 2023", "on 8 May". */
  label: string;
  /** The same date, as texts write it. */
  told: RegExp;
};

const day = 86_400_000;
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const counts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    couple: 2,
    few: 3,
    ein: 1,
    einem: 1,
    einer: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    una: 1,
    dos: 2,
    tres: 3,
  }),
);

/** Days after an event within which it is usually talked about. */
const tellingDays = 8;

export function readTimeExpressions(text: string, now: number): TimeExpression[] {
  const times = [...absolute(text, now), ...relative(text, now)];
  const seen = new Set<string>();
  return times.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** Whether a message was said at that time (`said`), around it (`near`), or names that date (`told`). */
export function matchTime(
  time: TimeExpression,
  message: { at: number; text: string },
): { said: boolean; near: boolean; told: boolean } {
  const { from, to } = time.yearly ? inYearOf(time, message.at) : time;
  return {
    said: message.at >= from && message.at < to,
    near: message.at >= from - day && message.at < to + tellingDays * day,
    told: time.told.test(message.text),
  };
}

/** The span in which a time is usually talked about, for the index. Undefined if it recurs every year. */
export function timeScope(time: TimeExpression): { after: string; before: string } | undefined {
  if (time.yearly) return undefined;
  return { after: isoTime(time.from - day), before: isoTime(time.to + tellingDays * day) };
}

const farthest = 8.64e15;

function isoTime(ms: number): string {
  return new Date(Math.max(-62_135_596_800_000, Math.min(ms, farthest))).toISOString();
}

function inYearOf({ from, to }: TimeExpression, at: number): { from: number; to: number } {
  const start = new Date(from);
  const moved = Date.UTC(new Date(at).getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return { from: moved, to: moved + (to - from) };
}

function absolute(text: string, now: number): TimeExpression[] {
  return findDates(text).flatMap(({ readings, text: words }) => {
    const time = readings.flatMap((fields) => timeOf(fields, words, now) ?? []);
    return time.slice(0, 2);
  });
}

function timeOf(fields: DateFields, words: string, now: number): TimeExpression | undefined {
  const { year, month, day: date, weekday, quarter } = fields;
  if (weekday !== undefined && month === undefined) return weekdayTime(weekday, words, now);
  const told = year ?? new Date(now).getUTCFullYear();
  if (quarter !== undefined)
    return span(Date.UTC(told, quarter * 3 - 3), Date.UTC(told, quarter * 3), `in Q${quarter} ${told}`);
  if (month !== undefined && date !== undefined) {
    const from = Date.UTC(told, month - 1, date);
    return { ...dayTime(from, year === undefined), yearly: year === undefined };
  }
  if (month !== undefined) {
    const label = `in ${monthNames[month - 1]}${year === undefined ? '' : ` ${year}`}`;
    const found = span(Date.UTC(told, month - 1), Date.UTC(told, month), label, monthPattern(month, year));
    return { ...found, yearly: year === undefined };
  }
  if (year === undefined) return undefined;
  return span(Date.UTC(year, 0), Date.UTC(year + 1, 0), `in ${year}`, new RegExp(`\\b${year}\\b`));
}

function weekdayTime(weekday: number, words: string, now: number): TimeExpression | undefined {
  if (/^(?:next|every|nächsten)/iu.test(words)) return undefined;
  const today = startOfDay(now);
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7 || 7;
  return dayTime(today - back * day, false);
}

function relative(text: string, now: number): TimeExpression[] {
  const today = startOfDay(now);
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const monday = today - ((date.getUTCDay() + 6) % 7) * day;
  const found: TimeExpression[] = [];
  const add = (pattern: RegExp, make: (match: RegExpExecArray) => TimeExpression | undefined) => {
    const match = pattern.exec(text);
    const time = match && make(match);
    if (time) found.push(time);
  };
  const word = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?!\\p{L})`, 'iu');
  add(word('day before yesterday|vorgestern|avant-hier|anteayer'), () => dayTime(today - 2 * day, false));
  add(word('(?<!before )yesterday|last night|gestern|hier|ayer|ieri|ontem|вчера'), () =>
    dayTime(today - day, false),
  );
  add(word('today|this morning|heute|aujourd’hui|hoy|oggi|hoje|сегодня'), () => dayTime(today, false));
  add(word('last week|letzte woche|la semaine dernière|la semana pasada'), () =>
    span(monday - 7 * day, monday, 'last week'),
  );
  add(word('this week|diese woche|cette semaine|esta semana'), () => span(monday, today + day, 'this week'));
  add(word('last weekend|letztes wochenende|le week-end dernier|el fin de semana pasado'), () =>
    span(monday - 2 * day, monday, 'last weekend'),
  );
  add(word('last month|letzten monat|le mois dernier|el mes pasado'), () =>
    span(Date.UTC(year, month - 1), Date.UTC(year, month), 'last month'),
  );
  add(word('this month|diesen monat|ce mois|este mes'), () =>
    span(Date.UTC(year, month), today + day, 'this month'),
  );
  add(word('last year|letztes jahr|l’année dernière|el año pasado'), () =>
    span(Date.UTC(year - 1, 0), Date.UTC(year, 0), `in ${year - 1}`),
  );
  add(
    /(?<![\p{L}\p{N}])(?:(?<before>vor|il y a|hace)\s{1,3})?(?<count>\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?couple(?: of)?|(?:a )?few|ein(?:em|er)?|zwei|drei|vier|une?|deux|trois|una|dos|tres) (?<unit>day|week|month|year|tag|woche|monat|jahr|jour|semaine|mois|an|día|semana|mes|año)(?:s|e|en|n)?(?<ago> ago| back)?(?!\p{L})/iu,
    (match) => {
      const { before, count, unit, ago } = match.groups!;
      if (ago === undefined && before === undefined) return undefined;
      return timeAgo(countOf(count!), unit!.toLowerCase(), today);
    },
  );
  return found;
}

function countOf(text: string): number {
  const words = text.toLowerCase().split(' ');
  return Number(text) || (words.map((word) => counts.get(word) ?? 0).findLast((count) => count > 0) ?? 1);
}

/** The longer ago, the wider the span, because people mean it less exactly. */
function timeAgo(count: number, unit: string, today: number): TimeExpression {
  const label = (name: string) => `${count} ${name}${count === 1 ? '' : 's'} ago`;
  if (/^(?:day|tag|jour|día)/u.test(unit)) {
    const slack = Math.floor(count / 4) * day;
    return span(today - count * day - slack, today - (count - 1) * day + slack, label('day'));
  }
  if (/^(?:week|woche|sem)/u.test(unit)) {
    const middle = today - count * 7 * day;
    return span(middle - 4 * day, middle + 5 * day, label('week'));
  }
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (/^(?:month|monat|mois|mes)/u.test(unit)) {
    const middle = Date.UTC(year, month - count, date.getUTCDate());
    return span(middle - 16 * day, middle + 17 * day, label('month'));
  }
  return span(Date.UTC(year - count, month - 4), Date.UTC(year - count, month + 5), label('year'));
}

function startOfDay(time: number): number {
  return Math.floor(time / day) * day;
}

const nothing = /(?!)/;

function span(from: number, to: number, label: string, told: RegExp = nothing): TimeExpression {
  return { from, to, label, told, yearly: false };
}

function dayTime(from: number, withoutYear: boolean): TimeExpression {
  const date = new Date(from);
  const [month, number, year] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()];
  const label = `on ${number} ${monthNames[month - 1]}${withoutYear ? '' : ` ${year}`}`;
  const name = monthWord(month);
  const two = (value: number) => String(value).padStart(2, '0');
  const told = new RegExp(
    `\\b0?${number}(?:st|nd|rd|th|\\.)? (?:of )?${name}|${name} 0?${number}(?:st|nd|rd|th)?\\b|-${two(month)}-${two(number)}\\b`,
    'iu',
  );
  return span(from, from + day, label, told);
}

function monthWord(month: number): string {
  const name = monthNames[month - 1]!;
  return name.length > 4 ? `(?:${name}|${name.slice(0, 3)}\\.?)` : name;
}

/** A month is written with a capital, so that no "may" or "march" of another meaning is taken for one. */
function monthPattern(month: number, year: number | undefined): RegExp {
  const numbers = `${year ?? '\\d{4}'}-${String(month).padStart(2, '0')}\\b`;
  return new RegExp(`\\b${monthNames[month - 1]}\\b|\\b${numbers}`, 'u');
}
