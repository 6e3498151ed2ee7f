/**
 * Days and hours named in the sources, and days on which messages were written: "tomorrow" written on the 7th is the
 * 8th.
 */
import { type DateFields, dateSupports, dayOf, findDates, reachOf, shiftDays } from './dates.ts';
import { withOrdinals } from './spoken-forms.ts';

export type SourceDates = {
  /** Reads the dates of a text. `at` is the time of the message. Returns their places in the text. */
  add(text: string, at: string | undefined): { start: number; end: number }[];
  /** Adds an hour written in words: "three o'clock". */
  addHour(hour: number): void;
  has(date: DateFields): boolean;
};

export function createSourceDates(): SourceDates {
  const dates = new Map<string, DateFields>();
  /** Days of messages, and how many days from each their relative dates can reach ("tomorrow": one). */
  const days = new Map<string, { day: DateFields; reach: number }>();
  /** Hours written in words: "half past six", "three o'clock". */
  const spokenHours = new Set<number>();
  let halfPast = false;

  function addDate(reading: DateFields): void {
    dates.set(Object.values(reading).join('/') + Object.keys(reading).join('/'), reading);
  }

  function addDay(at: string | undefined, reach: number): void {
    const day = at === undefined ? undefined : dayOf(at);
    if (day === undefined) return;
    const known = days.get(at!.slice(0, 10));
    if (known === undefined) days.set(at!.slice(0, 10), { day, reach });
    else known.reach = Math.max(known.reach, reach);
  }

  function isStated(claimed: DateFields): boolean {
    for (const stated of dates.values()) if (dateSupports(stated, claimed)) return true;
    return false;
  }

  function hasDate(claimed: DateFields): boolean {
    if (isStated(claimed)) return true;
    for (const { day, reach } of days.values()) {
      // "Tomorrow" written on the 7th is the 8th.
      for (let shift = -reach; shift <= reach; shift += 1)
        if (dateSupports(shift === 0 ? day : shiftDays(day, shift), claimed)) return true;
    }
    const { hour, minute, ...dayOnly } = claimed;
    const timed = hour !== undefined && Object.values(dayOnly).some((field) => field !== undefined);
    if (timed) return hasDate(dayOnly) && hasDate({ hour, minute });
    if (
      hour !== undefined &&
      spokenHours.has(hour % 12 || 12) &&
      (minute === 0 || (minute === 30 && halfPast))
    )
      return true;
    const { year, ...rest } = claimed;
    // The year is often named only once, elsewhere, or given only by the message's time.
    return (
      year !== undefined &&
      rest.month !== undefined &&
      rest.day !== undefined &&
      [...dates.values()].some((stated) => stated.year === undefined && dateSupports(stated, rest)) &&
      hasDate({ year })
    );
  }

  return {
    add(text, at) {
      let reach = 0;
      const spoken = withOrdinals(text);
      if (spoken !== text) for (const { readings } of findDates(spoken)) readings.forEach(addDate);
      const found = findDates(text);
      for (const date of found) {
        date.readings.forEach(addDate);
        reach = Math.max(reach, reachOf(date));
      }
      if (/\b(?:half past|thirty)\b/i.test(text)) halfPast = true;
      addDay(at, reach);
      return found.filter(({ readings }) => readings.length > 0);
    },
    addHour: (hour) => spokenHours.add(hour),
    has: hasDate,
  };
}
