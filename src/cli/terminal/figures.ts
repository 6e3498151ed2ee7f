/** Formats numbers, sums of money and times for people. */
const minute = 60_000;

export function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Four characters or five: `950`, `1.2k`, `34k`, `1.8M`. For axes and narrow places. */
export function shortFigure(value: number): string {
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value < size * 0.9995) continue;
    const scaled = value / size;
    return `${scaled < 9.95 ? scaled.toFixed(1).replace('.0', '') : Math.round(scaled)}${unit}`;
  }
  return String(Math.round(value));
}

/** A share above 0 is never shown as 0 %, and one below 1 never as 100 %. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %';
  if (share < 1 && share >= 0.995) return '99 %';
  return `${Math.round(share * 100)} %`;
}

export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${figure(count)} ${count === 1 ? word : plural}`;
}

export function dollars(usd: number): string {
  if (usd < 0) return `−${dollars(-usd)}`;
  if (usd > 0 && usd < 0.01) return `$${usd.toPrecision(2)}`;
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${figure(milliseconds)} ms`;
  if (milliseconds < minute) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${figure(milliseconds / minute)} min`;
}

export type DayAndTime = { day: string; time: string };

/** `2026-03-02` and `14:05`, in the machine's time zone or in UTC; empty if the text is not a time. */
export function dayAndTime(iso: string, { utc = false }: { utc?: boolean } = {}): DayAndTime {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return { day: '', time: '' };
  const shifted = utc ? at : new Date(at.getTime() - at.getTimezoneOffset() * minute);
  const [day = '', clock = ''] = shifted.toISOString().split('T');
  return { day, time: clock.slice(0, 5) };
}

/** The time between two times: `2026-03-02 09:12 – 14:05`, `2026-03-02 – 2026-03-09`. */
export function stretch(since: string, until: string, options: { utc?: boolean } = {}): string {
  const first = dayAndTime(since, options);
  const last = dayAndTime(until, options);
  if (first.day === '' || last.day === '') return '';
  if (first.day !== last.day) return `${first.day} – ${last.day}`;
  return first.time === last.time
    ? `${first.day} ${first.time}`
    : `${first.day} ${first.time} – ${last.time}`;
}
