/** An animated line that shows how long the wait has been and what is awaited. It is redrawn in place. */
import { createStyle } from '../terminal/style.ts';
import { displayWidth, truncate } from '../terminal/width.ts';

export type Spinner = {
  start(): void;
  /** Sets the text beside the time; it may be empty. */
  setDetail(text: string): void;
  /** Erases the line, lets `write` write, and draws the line again. */
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
  let detail = '';
  let drawn = false;

  function draw(): void {
    if (started === undefined) return;
    const sign = signs[Math.floor((now() - started) / stepMs) % signs.length]!;
    const line = spinnerLine({ sign, milliseconds: now() - started, detail, columns: columns(), ascii });
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
      detail = '';
      draw();
      timer = setInterval(draw, stepMs);
      timer.unref();
    },
    setDetail(text) {
      if (detail === text) return;
      detail = text;
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

/** Shows the end of a longer text, because that is its newest part. */
function spinnerLine(options: {
  sign: string;
  milliseconds: number;
  detail: string;
  columns: number;
  ascii: boolean;
}): string {
  const { sign, milliseconds, detail, columns, ascii } = options;
  const head = `${sign} ${Math.floor(milliseconds / 1_000)} s`;
  const room = columns - 1 - head.length - 2;
  const line = detail.replaceAll(/\s+/gu, ' ').trim();
  if (line === '' || room < 4) return truncate(head, columns - 1);
  if (displayWidth(line) <= room) return `${head}  ${line}`;
  const mark = ascii ? '...' : '…';
  let end = line.slice(-room);
  while (displayWidth(end) > room - mark.length) end = end.slice(1);
  return `${head}  ${mark}${end.toWellFormed().replace(/^\ufffd/u, '')}`;
}
