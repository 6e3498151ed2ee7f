/** One line that moves while something is waited for: how long already, and what is on its way. Drawn over itself. */
import { createStyle } from '../terminal/style.ts';
import { displayWidth, truncate } from '../terminal/width.ts';

export type Spinner = {
  start(): void;
  /** What stands beside the time; empty for nothing. */
  tell(text: string): void;
  /** Takes the line away for as long as the work writes, and draws it again. */
  around(write: () => void): void;
  stop(): void;
};

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const asciiFrames = ['|', '/', '-', '\\'];
const stepMs = 120;
const eraseLine = '\r\u001b[2K';

export function createSpinner(options: {
  output: { write(text: string): unknown };
  columns(): number;
  colour: boolean;
  ascii: boolean;
  now(): number;
}): Spinner {
  const { output, columns, colour, ascii, now } = options;
  const style = createStyle({ colour });
  const signs = ascii ? asciiFrames : frames;
  let started: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let told = '';
  let drawn = false;

  function draw(): void {
    if (started === undefined) return;
    const sign = signs[Math.floor((now() - started) / stepMs) % signs.length]!;
    const line = spinnerLine({ sign, milliseconds: now() - started, told, columns: columns(), ascii });
    output.write(`${drawn ? eraseLine : ''}${style.dim(line)}`);
    drawn = true;
  }

  function erase(): void {
    if (drawn) output.write(eraseLine);
    drawn = false;
  }

  return {
    start() {
      if (started !== undefined) return;
      started = now();
      told = '';
      draw();
      timer = setInterval(draw, stepMs);
      timer.unref();
    },
    tell(text) {
      if (told === text) return;
      told = text;
      draw();
    },
    around(write) {
      erase();
      write();
      draw();
    },
    stop() {
      clearInterval(timer);
      erase();
      started = undefined;
    },
  };
}

/** The end of a longer text is shown: it is what came last. */
function spinnerLine(options: {
  sign: string;
  milliseconds: number;
  told: string;
  columns: number;
  ascii: boolean;
}): string {
  const { sign, milliseconds, told, columns, ascii } = options;
  const head = `${sign} ${Math.floor(milliseconds / 1_000)} s`;
  const room = columns - 1 - head.length - 2;
  const line = told.replaceAll(/\s+/gu, ' ').trim();
  if (line === '' || room < 4) return truncate(head, columns - 1);
  if (displayWidth(line) <= room) return `${head}  ${line}`;
  const mark = ascii ? '...' : '…';
  let end = line.slice(-room);
  while (displayWidth(end) > room - mark.length) end = end.slice(1);
  return `${head}  ${mark}${end.toWellFormed().replace(/^\ufffd/u, '')}`;
}
