/** Bars made of block characters. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar for `value` on a scale that ends at `full`. Any value above zero is visible. */
export function bar(value: number, full: number, columns: number): string {
  const units = Math.round((Math.min(Math.max(value, 0), full) / Math.max(1, full)) * columns * 8);
  const shown = value > 0 ? Math.max(1, units) : 0;
  return '█'.repeat(Math.floor(shown / 8)) + eighths[shown % 8];
}

/** A bar padded to its full scale, with a line at `mark` unless the bar covers it. */
export function markedBar(value: number, options: { full: number; mark: number; columns: number }): string {
  const { full, mark, columns } = options;
  const drawn = bar(value, full, columns);
  const place = Math.min(columns - 1, Math.floor((mark / Math.max(1, full)) * columns));
  return drawn.length > place
    ? drawn.padEnd(columns)
    : `${drawn.padEnd(place)}│${' '.repeat(columns - place - 1)}`;
}
