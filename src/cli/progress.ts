/** Shows the progress of long work on one line that is redrawn in place. Writes nothing without a terminal. */
import type { Io } from './io.ts';
import { bar } from './terminal/bars.ts';
import { figure, percent } from './terminal/figures.ts';
import { sanitizeLine } from './terminal/sanitize.ts';
import { truncate } from './terminal/width.ts';

/** `done` of `total` as a bar, with the detail beside it. An unknown total shows no bar. */
export type ProgressLine = { label: string; done?: number; total?: number | undefined; detail: string };

export type Progress = {
  show(line: ProgressLine): void;
  /** Erases the line. */
  clear(): void;
};

const pauseMs = 100;
const widestBar = 20;
const widestLabel = 32;

export function createProgress(io: Pick<Io, 'stderr' | 'errorIsTerminal' | 'columns'>): Progress {
  if (!io.errorIsTerminal) return { show() {}, clear() {} };
  let last = 0;
  let drawn = false;
  return {
    show({ label, done = 0, total, detail }) {
      const now = Date.now();
      if (now - last < pauseMs) return;
      last = now;
      const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
      const meter = share === undefined ? '' : ` ${meterOf(share, io.columns)} ${percent(share)}`;
      const line = truncate(
        `${truncate(sanitizeLine(label), widestLabel)}${meter}  ${detail}`,
        io.columns - 1,
      );
      io.stderr.write(`\r\u001b[2K${line}`);
      drawn = true;
    },
    clear() {
      if (drawn) io.stderr.write('\r\u001b[2K');
      drawn = false;
    },
  };
}

function meterOf(share: number, columns: number): string {
  const width = Math.min(widestBar, Math.max(5, Math.floor(columns / 5)));
  return bar(share, 1, width).padEnd(width);
}

/** `1.2 GB`, `340 kB`. */
export function size(bytes: number): string {
  for (const [unit, name] of [
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ] as const) {
    if (bytes >= unit) return `${(bytes / unit).toFixed(bytes < unit * 10 ? 1 : 0)} ${name}`;
  }
  return `${figure(bytes)} B`;
}

/** A counter's rate per second, measured from this call on. */
export function createRate(): (count: number) => string {
  const started = Date.now();
  return (count) => `${figure((count * 1000) / Math.max(1, Date.now() - started))}/s`;
}
