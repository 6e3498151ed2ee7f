/** Reads the values of flags that are not settings. An error names the flag, what it accepts and what it got. */
import { parseTime } from '../input/time.ts';
import { UsageError } from './command.ts';
import { sanitizeLine } from './terminal/sanitize.ts';

export function readCount(
  flag: string,
  text: string | undefined,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[0-9][0-9_,]*$/u.test(text) ? Number(text.replaceAll(/[_,]/gu, '')) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw wrong(flag, `a whole number ${range}`, text);
}

/** A day without a time means its beginning in the machine's time zone, in which times are also shown. */
export function readTime(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00` : text);
  if (/^\d{4}-\d{2}/u.test(text) && time !== undefined) return new Date(time).toISOString();
  throw wrong(flag, 'a day or a time such as 2026-03-02 or 2026-03-02T14:05', text);
}

export function readChoice<Choice extends string>(
  flag: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw wrong(flag, `one of ${choices.join(', ')}`, text);
}

function wrong(flag: string, accepted: string, text: string): UsageError {
  return new UsageError(
    `${flag} must be ${accepted}, but got ${JSON.stringify(sanitizeLine(text.slice(0, 60)))}.`,
  );
}
