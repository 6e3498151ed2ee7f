/** Times given as text, from outside. A day or hour that no calendar has is refused, where `Date` would go on to the next. */

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const named = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';

/** The ways a date is written that `Date.parse` takes. */
const dates: readonly RegExp[] = [
  /^\s{0,9}(?<year>[+-]?\d{4,6})[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?/u,
  /^\s{0,9}(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})/u,
  new RegExp(
    `(?<![a-z])${named}[\\s,-]{1,3}(?<day>\\d{1,2})(?!\\d)(?:[a-z]{2})?(?:[\\s,-]{1,3}(?<year>\\d{4}))?`,
    'iu',
  ),
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:[a-z]{2})?[\\s,-]{1,3}${named}(?:[\\s,-]{1,3}(?<year>\\d{4}))?`,
    'iu',
  ),
];
const longest = 100;

/** Milliseconds since 1970, or undefined where the text is no time, or one that cannot be. */
export function parseTime(text: string): number | undefined {
  if (text.length > longest) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  const written = dates.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  return written === undefined || isDay(written) ? time : undefined;
}

function isDay(written: { [part: string]: string | undefined }): boolean {
  const { year, month, name, day = '1' } = written;
  const number = name === undefined ? Number(month) : monthNames.indexOf(name.toLowerCase()) + 1;
  return isCalendarDay({
    month: number,
    day: Number(day),
    ...(year !== undefined && { year: Number(year) }),
  });
}

/** Without a year, the 29th of February may be. */
export function isCalendarDay({ year, month, day }: { year?: number; month: number; day: number }): boolean {
  if (day < 1 || day > (monthDays[month - 1] ?? 0)) return false;
  return year === undefined || month !== 2 || day !== 29 || isLeapYear(year);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
