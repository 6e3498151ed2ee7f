/** The line on the screen: what is typed on it, the status above it, and text that appears above both. */
import type { Style } from '../../terminal/style.ts';
import type { Block } from './block.ts';
import { type Buffer, bufferOf } from './buffer.ts';
import { layOut } from './layout.ts';
import { emptyLine, type Line } from './line.ts';
import type { Terminal } from './prompt-parts.ts';

/** Columns of the sign before the text. */
const promptWidth = 2;
const placeholder = 'Write a message, or /help';
const eraseAll = '\u001b[2J\u001b[3J\u001b[H';

export type InputLine = {
  readonly current: Line;
  readonly isShown: boolean;
  show(): void;
  hide(): void;
  draw(): void;
  change(next: Line): void;
  /** Where the user is in the history stays the same. */
  type(buffer: Buffer): void;
  /** Types a text, whether or not the line is shown. */
  put(text: string): void;
  /** Leaves the text on the screen, and hides the emptied line. */
  send(): void;
  print(text: string): void;
  status(text: string | undefined): void;
  clearScreen(): void;
};

export function createInputLine(ports: {
  terminal: Terminal;
  style: Style;
  block: Block;
  /** Draws what is open in place of the line; false if nothing is. */
  drawInstead: () => boolean;
}): InputLine {
  const { terminal, style, block, drawInstead } = ports;
  let line: Line = emptyLine;
  let shown = false;
  let status: string | undefined;

  /** `bare` draws only what stays on the screen once the line is sent. */
  function draw({ bare = false }: { bare?: boolean } = {}): void {
    if (drawInstead()) return;
    const statusLine = bare ? undefined : status;
    const hint = bare ? '' : placeholder;
    const { rows, cursor } = inputRows({ buffer: line.buffer, statusLine, hint, terminal, style });
    block.draw(rows, cursor);
  }

  function drawIfShown(): void {
    if (shown) draw();
  }

  function change(next: Line): void {
    line = next;
    draw();
  }

  return {
    get current() {
      return line;
    },
    get isShown() {
      return shown;
    },
    show() {
      shown = true;
      draw();
    },
    hide() {
      terminal.write(block.erase());
      shown = false;
    },
    draw: () => draw(),
    change,
    type: (buffer) => change({ ...line, buffer }),
    put(text) {
      line = { ...line, buffer: bufferOf(text) };
      drawIfShown();
    },
    send() {
      line = { buffer: bufferOf(line.buffer.text) };
      draw({ bare: true });
      terminal.write('\n');
      block.leave();
      line = emptyLine;
      shown = false;
    },
    print(text) {
      terminal.write(block.erase() + text);
      drawIfShown();
    },
    status(text) {
      if (status === text) return;
      status = text;
      drawIfShown();
    },
    clearScreen() {
      block.leave();
      terminal.write(eraseAll);
      draw();
    },
  };
}

/** The rows of the input line, with the status above it, and the place of the cursor in them. */
function inputRows(options: {
  buffer: Buffer;
  statusLine: string | undefined;
  /** Shown grey while nothing is typed. */
  hint: string;
  terminal: Pick<Terminal, 'columns' | 'rows' | 'ascii'>;
  style: Style;
}) {
  const { buffer, statusLine, hint, terminal, style } = options;
  const { columns } = terminal;
  const sign = terminal.ascii ? '>' : '›';
  const above = statusLine === undefined ? [] : [statusLine.slice(0, Math.max(1, columns - 1))];
  const most = Math.max(1, terminal.rows - 1 - above.length);
  const { rows, cursor } = layOut({ buffer, promptWidth, columns, most });
  const grey = buffer.text === '' ? hint.slice(0, Math.max(0, columns - 4)) : '';
  const lines = rows.map(({ text, first, width }) => ({
    text: `${first ? style.bold(style.cyan(sign)) : ' '} ${text}${style.dim(grey)}`,
    width: width + grey.length,
  }));
  const statusRows = above.map((text) => ({ text: style.dim(text), width: text.length }));
  return {
    rows: [...statusRows, ...lines],
    cursor: { row: above.length + cursor.row, column: cursor.column },
  };
}
