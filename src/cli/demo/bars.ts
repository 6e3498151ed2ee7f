/** Bars made of block characters. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `value` on a scale that ends at `full`; something that is there is never invisible. */
export function bar(value: number, full: number, columns: number): string {
  const units = Math.round((Math.min(Math.max(value, 0), full) / Math.max(1, full)) * columns * 8);
  const shown = value > 0 ? Math.max(1, units) : 0;
  return '█'.repeat(Math.floor(shown / 8)) + eighths[shown % 8];
}

export function figure(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${figure(count)} ${count === 1 ? word : plural}`;
}
