/** Plots two series as areas, one behind the other, with block characters that can be read without colour. */
import { shortFigure } from '../terminal/figures.ts';
import { padEnd, padStart, truncate } from '../terminal/width.ts';
import type { Page } from './view.ts';

export type PlotPoint = { back: number; front: number };

const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** `labels`: texts below the left and the right end, line by line. */
export function areaPlot(
  options: { points: readonly PlotPoint[]; rows: number; labels: readonly (readonly [string, string])[] },
  page: Page,
): string[] {
  const { points, rows, labels } = options;
  const { style, columns } = page;
  const top = Math.max(1, ...points.map(({ back, front }) => Math.max(back, front)));
  const axis = Math.max(shortFigure(top).length, shortFigure(top / 2).length);
  const width = Math.max(1, columns - axis - 2);
  const cells = spread(points, width);
  const lines: string[] = [];
  for (let row = rows - 1; row >= 0; row -= 1) {
    const value =
      row === rows - 1 ? top : row === Math.floor((rows - 1) / 2) ? (top * (row + 1)) / rows : undefined;
    const label = padStart(value === undefined ? '' : shortFigure(value), axis);
    const drawn = cells.map((point) => cellAt(point, { row, rows, top }));
    lines.push(`${style.dim(`${label} ${value === undefined ? '│' : '┤'}`)}${paintRuns(drawn, page)}`);
  }
  lines.push(style.dim(`${padStart('0', axis)} └${'─'.repeat(width)}`));
  const indent = ' '.repeat(axis + 2);
  for (const [left, right] of labels) {
    const shown = left === right ? '' : truncate(right, Math.max(0, width - left.length - 1));
    lines.push(indent + style.dim(padEnd(truncate(left, width), width - shown.length) + shown));
  }
  return lines;
}

/** One point for each column: the highest of its points, or the last one before if it has none. */
function spread(points: readonly PlotPoint[], width: number): PlotPoint[] {
  if (points.length === 0) return [];
  return Array.from({ length: width }, (_, column) => {
    const start = Math.floor((column * points.length) / width);
    const end = Math.max(start + 1, Math.floor(((column + 1) * points.length) / width));
    const own = points.slice(start, end);
    return {
      back: Math.max(...own.map(({ back }) => back)),
      front: Math.max(...own.map(({ front }) => front)),
    };
  });
}

function cellAt(point: PlotPoint, scale: { row: number; rows: number; top: number }): string {
  const { row, rows, top } = scale;
  const levelOf = (value: number) => {
    const whole = Math.round((value / top) * rows * 8);
    return Math.min(8, Math.max(0, (value > 0 ? Math.max(1, whole) : 0) - row * 8));
  };
  const front = levelOf(point.front);
  if (front > 0) return eighths[front]!;
  return levelOf(point.back) >= 4 ? '░' : ' ';
}

function paintRuns(cells: readonly string[], { style }: Page): string {
  return cells
    .join('')
    .trimEnd()
    .replaceAll(/░+|[▁-█]+/gu, (run) => (run.startsWith('░') ? style.dim(run) : style.green(run)));
}
