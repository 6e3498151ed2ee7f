/**
 * Reads times written as text, numbers and objects. A day or hour that does not exist is refused, where `Date` would
 * roll over to the next one.
 */

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const monthNamePattern = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';

/** The ways of writing a date that `Date.parse` accepts. */
const datePatterns: readonly RegExp[] = [
  /^\s{0,9}(?<year>[+-]?\d{4,6})[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?/u,
  /^\s{0,9}(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4})/u,
  new RegExp(
    `(?<![a-z])${monthNamePattern}[\\s,-]{1,3}(?<day>\\d{1,2})(?!\\d)(?:[a-z]{2})?(?:[\\s,-]{1,3}(?<year>\\d{4}))?`,
    'iu',
  ),
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:[a-z]{2})?[\\s,-]{1,3}${monthNamePattern}(?:[\\s,-]{1,3}(?<year>\\d{4}))?`,
    'iu',
  ),
];
const mostCharacters = 100;

/** The last result: the same time of a message is parsed several times in a row. */
let lastParsed: { text: string; time: number | undefined } = { text: '', time: undefined };

/** Milliseconds since 1970; undefined if the text is no time or an impossible one. */
export function parseTime(text: string): number | undefined {
  if (text.length > mostCharacters) return undefined;
  if (text !== lastParsed.text) lastParsed = { text, time: timeOf(text) };
  return lastParsed.time;
}

/** "01.03.2024" is the first of March wherever dots are used; `Date.parse` takes it for the third of January. */
const dayFirst = /^(?<before>\s{0,9})(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:,?\s+|T|$)/u;
/** "31/12/2024" can only be read with the day first. With both numbers up to 12, the month comes first, as for `Date`. */
const onlyDayFirst =
  /^(?<before>\s{0,9})(?<day>1[3-9]|[23]\d)[/-](?<month>\d{1,2})[/-](?<year>\d{4})(?:,?\s+|T|$)/u;
/** The form of ISO 8601 without separators: 20240301T100000Z. */
const compactForm =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<rest>(?:[.,]\d{1,9})?(?:Z|[+-]\d\d(?::?\d\d)?)?)$/u;

/** The same time in a form that `Date.parse` reads correctly. */
function parsableForm(text: string): string {
  const compact = compactForm.exec(text)?.groups;
  if (compact !== undefined) {
    const { year, month, day, hour, minute, second = '00', rest = '' } = compact;
    const zone = rest
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)?$/u, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`);
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  }
  const dayFirstMatch = (dayFirst.exec(text) ?? onlyDayFirst.exec(text)) as RegExpExecArray | null;
  if (dayFirstMatch === null) return text;
  const { day, month, year } = dayFirstMatch.groups as { day: string; month: string; year: string };
  const timePart = text.slice(dayFirstMatch[0].length);
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${timePart === '' ? '' : ` ${timePart}`}`;
}

function timeOf(original: string): number | undefined {
  const text = parsableForm(original);
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // A day that does not exist would come back as another one.
  if (new Date(time).toISOString() === text) return time;
  for (const pattern of datePatterns) {
    const parts = pattern.exec(text)?.groups;
    if (parts !== undefined) return isRealDay(parts) ? time : undefined;
  }
  return time;
}

/**
 * From these values on, a number is read as seconds, milliseconds, microseconds or nanoseconds. In its unit, each is a
 * time in 1973.
 */
const units: readonly { from: number; perMillisecond: number }[] = [
  { from: 1e17, perMillisecond: 1e6 },
  { from: 1e14, perMillisecond: 1e3 },
  { from: 1e11, perMillisecond: 1 },
  { from: 1e8, perMillisecond: 1e-3 },
];

/**
 * Milliseconds since 1970 of a time in any usual form (R-78): ISO, RFC 2822 and other forms that `Date` reads; numbers
 * in any unit, also as text; a Date; and the forms of databases (`{ $date }`, `{ seconds, nanoseconds }`).
 */
export function readMilliseconds(value: unknown): number | undefined {
  const time = millisecondsOf(value);
  return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

function millisecondsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return inMilliseconds(value);
  if (typeof value === 'string') {
    return /^\s*\d{9,19}(?:\.\d+)?\s*$/u.test(value) ? inMilliseconds(Number(value)) : parseTime(value);
  }
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as { [name: string]: unknown };
  const seconds = fields.seconds ?? fields._seconds;
  const nanoseconds = fields.nanoseconds ?? fields._nanoseconds ?? fields.nanos ?? 0;
  if (typeof seconds === 'number' && typeof nanoseconds === 'number') {
    return Math.round(seconds * 1_000 + nanoseconds / 1e6);
  }
  const wrapped = fields.$date ?? fields.$numberLong ?? fields.iso;
  return wrapped === undefined ? undefined : millisecondsOf(wrapped);
}

function inMilliseconds(value: number): number {
  const unit = units.find(({ from }) => Math.abs(value) >= from);
  return unit === undefined ? value : Math.round(value / unit.perMillisecond);
}

/** Members with the time of a message, the most reliable first. */
export const timeMembers = ['createdAt', 'created_at', 'timestamp'] as const;
/** Members of messages that may hold the time inside. */
const containers = ['metadata', 'response_metadata', 'additional_kwargs'];

/** The time of a message or transcript line: of its own members first, then of the nested ones. */
export function millisecondsIn(source: { readonly [member: string]: unknown }): number | undefined {
  const nested = containers
    .map((name) => source[name])
    .filter((value) => typeof value === 'object' && value !== null);
  for (const from of [source, ...(nested as { [member: string]: unknown }[])]) {
    for (const member of timeMembers) {
      const time = from[member] == null ? undefined : readMilliseconds(from[member]);
      if (time !== undefined) return time;
    }
  }
  return undefined;
}

function isRealDay(parts: { [part: string]: string | undefined }): boolean {
  const { year, month, name, day = '1' } = parts;
  const number = name === undefined ? Number(month) : monthNames.indexOf(name.toLowerCase()) + 1;
  return isCalendarDay({
    month: number,
    day: Number(day),
    ...(year !== undefined && { year: Number(year) }),
  });
}

/** Without a year, 29 February is accepted. */
export function isCalendarDay({ year, month, day }: { year?: number; month: number; day: number }): boolean {
  if (day < 1 || day > (monthDays[month - 1] ?? 0)) return false;
  return year === undefined || month !== 2 || day !== 29 || isLeapYear(year);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
