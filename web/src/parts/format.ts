/** Formats figures and times for people. */

const wholeNumbers = new Intl.NumberFormat('en');

export const count = (value: number): string => wholeNumbers.format(Math.round(value));

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** 12,345 as 12k, for places without room for the exact figure. */
export function short(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  if (value < 1_000_000) return `${trimmed(value / 1_000)}k`;
  return `${trimmed(value / 1_000_000)}M`;
}

const trimmed = (value: number) => value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, '');

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export function money(dollars: number): string {
  if (dollars === 0) return '$0';
  return dollars < 0.01 ? `$${dollars.toFixed(5)}` : `$${dollars.toFixed(2)}`;
}

export function time(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function ago(iso: string, now = Date.now()): string {
  const seconds = (now - new Date(iso).getTime()) / 1_000;
  if (!(seconds >= 0)) return time(iso);
  if (seconds < 60) return 'just now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  if (seconds < 86_400 * 14) return plural(Math.floor(seconds / 86_400), 'day').concat(' ago');
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });
}
