/** Lays out the prompt and the typed text as rows of a terminal, wrapped by cells, with the cursor's place. Pure. */
import { sanitize } from '../../terminal/sanitize.ts';
import { displayWidth, graphemes } from '../../terminal/width.ts';
import type { Buffer } from './buffer.ts';

export type Row = {
  text: string;
  width: number;
  /** Begins with the prompt rather than with its indent. */
  first: boolean;
};

export type Layout = { rows: Row[]; cursor: { row: number; column: number } };

/** `promptWidth` columns are left free before every row, for the prompt or for an indent. */
export function layOut(options: {
  buffer: Buffer;
  promptWidth: number;
  columns: number;
  /** Rows shown at most; the cursor's row is always among them. */
  most: number;
}): Layout {
  const { buffer, promptWidth, most } = options;
  // The last column stays free: writing into it moves the cursor on some terminals and not on others.
  const room = Math.max(4, options.columns - promptWidth - 1);
  const rows: Row[] = [];
  let cursor = { row: 0, column: promptWidth };
  let start = 0;
  for (const line of buffer.text.split('\n')) {
    const end = start + line.length;
    const before =
      buffer.cursor >= start && buffer.cursor <= end ? line.slice(0, buffer.cursor - start) : undefined;
    if (before !== undefined) {
      const pieces = splitCells(sanitize(before), room);
      const last = pieces.at(-1)!;
      const full = displayWidth(last) >= room;
      cursor = {
        row: rows.length + pieces.length - (full ? 0 : 1),
        column: promptWidth + (full ? 0 : displayWidth(last)),
      };
    }
    for (const text of splitCells(sanitize(line), room)) {
      rows.push({ text, width: promptWidth + displayWidth(text), first: rows.length === 0 });
    }
    // After a row that is full to the last cell, the cursor needs a row of its own.
    if (cursor.row === rows.length) rows.push({ text: '', width: promptWidth, first: false });
    start = end + 1;
  }
  return window({ rows, cursor }, Math.max(1, most));
}

function window({ rows, cursor }: Layout, most: number): Layout {
  if (rows.length <= most) return { rows, cursor };
  const from = Math.min(Math.max(0, cursor.row - most + 1), rows.length - most);
  return { rows: rows.slice(from, from + most), cursor: { row: cursor.row - from, column: cursor.column } };
}

/** Pieces of at most `room` cells; at least one, and never half a character. */
function splitCells(text: string, room: number): string[] {
  const pieces: string[] = [];
  if (/^[ -~]*$/u.test(text)) {
    for (let start = 0; start < text.length; start += room) pieces.push(text.slice(start, start + room));
    return pieces.length === 0 ? [''] : pieces;
  }
  let piece = '';
  let width = 0;
  for (const { segment } of graphemes(text)) {
    const own = displayWidth(segment);
    if (width + own > room && piece !== '') {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += segment;
    width += own;
  }
  return [...pieces, piece];
}
