/**
 * The typed text and the cursor in it. Pure: each operation returns a new buffer. The cursor moves by graphemes, which
 * people see as characters.
 */
import { graphemes } from '../../terminal/width.ts';

export type Buffer = { readonly text: string; readonly cursor: number };

export const emptyBuffer: Buffer = { text: '', cursor: 0 };

/** Words are found by the signs between them: loading Unicode letter classes would delay the prompt by 1 ms. */
const lastWord = /[^\s!-/:-@[-^`{-~]+[\s!-/:-@[-^`{-~]*$/;
const nextWord = /^[\s!-/:-@[-^`{-~]*[^\s!-/:-@[-^`{-~]+/;

export function bufferOf(text: string): Buffer {
  return { text, cursor: text.length };
}

export function insert({ text, cursor }: Buffer, added: string): Buffer {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

export function left({ text, cursor }: Buffer): Buffer {
  return { text, cursor: previousPlace(text, cursor) };
}

export function right({ text, cursor }: Buffer): Buffer {
  return { text, cursor: nextPlace(text, cursor) };
}

export function wordLeft({ text, cursor }: Buffer): Buffer {
  const word = lastWord.exec(text.slice(0, cursor));
  return { text, cursor: word?.index ?? 0 };
}

export function wordRight({ text, cursor }: Buffer): Buffer {
  const word = nextWord.exec(text.slice(cursor));
  return { text, cursor: word === null ? text.length : cursor + word[0].length };
}

export function lineStart({ text, cursor }: Buffer): Buffer {
  return { text, cursor: text.lastIndexOf('\n', cursor - 1) + 1 };
}

export function lineEnd({ text, cursor }: Buffer): Buffer {
  const end = text.indexOf('\n', cursor);
  return { text, cursor: end === -1 ? text.length : end };
}

/** The same place in the line above, or undefined in the first one. */
export function lineUp(buffer: Buffer): Buffer | undefined {
  const start = lineStart(buffer).cursor;
  if (start === 0) return undefined;
  const above = lineStart({ text: buffer.text, cursor: start - 1 }).cursor;
  return { text: buffer.text, cursor: Math.min(above + (buffer.cursor - start), start - 1) };
}

export function lineDown(buffer: Buffer): Buffer | undefined {
  const end = lineEnd(buffer).cursor;
  if (end === buffer.text.length) return undefined;
  const column = buffer.cursor - lineStart(buffer).cursor;
  const below = lineEnd({ text: buffer.text, cursor: end + 1 }).cursor;
  return { text: buffer.text, cursor: Math.min(end + 1 + column, below) };
}

/** Removes the text between the cursor and the place the move leads to. */
export function removeTo(buffer: Buffer, move: (buffer: Buffer) => Buffer): Buffer {
  const other = move(buffer).cursor;
  const from = Math.min(buffer.cursor, other);
  const to = Math.max(buffer.cursor, other);
  return { text: buffer.text.slice(0, from) + buffer.text.slice(to), cursor: from };
}

function previousPlace(text: string, cursor: number): number {
  if (cursor === 0) return 0;
  const start = Math.max(0, text.lastIndexOf('\n', cursor - 2) + 1);
  const line = text.slice(start, cursor);
  let last = 0;
  for (const { index } of graphemes(line)) last = index;
  return start + last;
}

function nextPlace(text: string, cursor: number): number {
  for (const { segment } of graphemes(text.slice(cursor, cursor + 64))) return cursor + segment.length;
  return cursor;
}
