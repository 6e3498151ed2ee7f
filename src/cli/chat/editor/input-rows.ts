/** The input line as rows of the screen. */
import type { createStyle } from '../../terminal/style.ts';
import type { Buffer } from './buffer.ts';
import { layOut } from './layout.ts';
import type { Terminal } from './prompt-parts.ts';

/** Columns of the sign before the text. */
const promptWidth = 2;

/** The rows of the input line, with the status above it, and the place of the cursor in them. */
export function inputRows(options: {
  buffer: Buffer;
  statusLine: string | undefined;
  /** Shown grey while nothing is typed. */
  hint: string;
  terminal: Pick<Terminal, 'columns' | 'rows' | 'ascii'>;
  style: ReturnType<typeof createStyle>;
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
