/** Draws the strata of a thread: a row for each level, messages from left to right, a bar for each summary. */

import { figure } from '../terminal/figures.ts';
import type { Style } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart } from '../terminal/width.ts';

/** A range of the thread as the context shows it. */
export type Stratum = {
  from: number;
  to: number;
  /** The summary's level, or `verbatim`, or the kind of the stand-in. */
  level: string;
  tokens: number;
  /** Tokens of the originals. */
  originalTokens: number;
};

const verbatim = 'verbatim';

export function strataPicture(options: {
  strata: readonly Stratum[];
  messages: number;
  columns: number;
  style: Style;
}): string[] {
  const { strata, messages, columns, style } = options;
  const levels = levelsOf(strata);
  const labels = Math.max(8, ...levels.map(displayWidth)) + 1;
  const width = Math.max(10, columns - labels);
  const place = (seq: number) => Math.round(((seq - 1) / messages) * width);
  const rows = levels.map((level) => {
    const cells: string[] = Array.from({ length: width }, () => ' ');
    for (const { from, to } of strata.filter((stratum) => stratum.level === level)) {
      const start = Math.min(width - 1, place(from));
      const end = Math.max(start + 1, place(to + 1));
      for (let cell = start; cell < end; cell += 1) cells[cell] = '█';
      // A narrower last cell separates neighbours on one row.
      if (level !== verbatim && end - start > 1) cells[end - 1] = '▌';
    }
    const paint = level === verbatim ? style.green : style.cyan;
    return style.dim(padEnd(level, labels)) + paint(cells.join('').trimEnd());
  });
  const last = figure(messages);
  const axis = `${padEnd('1', width - last.length)}${last}`;
  return [' '.repeat(labels) + style.dim(axis), ...rows];
}

export function strataList(strata: readonly Stratum[], style: Style): string[] {
  const columns = strata.map(({ from, to, level, tokens, originalTokens }) => ({
    range: `${from}–${to}`,
    level,
    original: figure(originalTokens),
    shown: figure(tokens),
  }));
  const widest = (key: 'range' | 'level' | 'original' | 'shown') =>
    Math.max(...columns.map((row) => displayWidth(row[key])));
  return columns.map((row) => {
    const sizes = `${padStart(row.original, widest('original'))} → ${padStart(row.shown, widest('shown'))}`;
    return `${padStart(row.range, widest('range'))}  ${style.dim(padEnd(row.level, widest('level')))}  ${sizes}`;
  });
}

/** Levels in the order of the thread, the tail last, so that the picture descends to the right. */
function levelsOf(strata: readonly Stratum[]): string[] {
  const levels = [...new Set(strata.map(({ level }) => level))].filter((level) => level !== verbatim);
  return strata.some(({ level }) => level === verbatim) ? [...levels, verbatim] : levels;
}
