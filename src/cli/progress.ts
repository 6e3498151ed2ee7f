/** One line on standard error that says how far long work is, where somebody can see it; gone when it is done. */
import type { Io } from './io.ts';
import { truncate } from './terminal/width.ts';

const betweenMs = 80;
const clearLine = '\r\u001b[2K';

export type Progress = {
  update(text: string): void;
  /** Takes the line away. */
  end(): void;
};

export function createProgress(io: Io, { now = Date.now }: { now?: () => number } = {}): Progress {
  if (!io.errorIsTerminal) return { update() {}, end() {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    update(text) {
      if (now() - drawnAt < betweenMs) return;
      drawnAt = now();
      isDrawn = true;
      io.stderr.write(`${clearLine}${truncate(text, Math.max(1, io.columns - 1))}`);
    },
    end() {
      if (isDrawn) io.stderr.write(clearLine);
      isDrawn = false;
    },
  };
}
