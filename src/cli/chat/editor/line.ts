/**
 * The line that is typed: its text, and the place in the history while the user steps through it. Pure: each change
 * returns a new line.
 */
import {
  type Buffer,
  bufferOf,
  emptyBuffer,
  insert,
  left,
  lineDown,
  lineEnd,
  lineStart,
  lineUp,
  removeTo,
  right,
  wordLeft,
  wordRight,
} from './buffer.ts';
import type { KeyName } from './keys.ts';
import type { Completion } from './prompt-parts.ts';

export type Line = {
  readonly buffer: Buffer;
  /** Place in the history, and the unsent text from before. */
  readonly walk?: { readonly index: number; readonly draft: string };
};

export const emptyLine: Line = { buffer: emptyBuffer };

/** The change that each editing key makes to the text. */
const edits: { readonly [name in KeyName]?: (buffer: Buffer) => Buffer } = {
  newline: (buffer) => insert(buffer, '\n'),
  left,
  right,
  home: lineStart,
  end: lineEnd,
  'word-left': wordLeft,
  'word-right': wordRight,
  backspace: (buffer) => removeTo(buffer, left),
  delete: (buffer) => removeTo(buffer, right),
  'end-of-input': (buffer) => removeTo(buffer, right),
  'delete-word-left': (buffer) => removeTo(buffer, wordLeft),
  'delete-word-right': (buffer) => removeTo(buffer, wordRight),
  'delete-to-start': (buffer) => removeTo(buffer, lineStart),
  'delete-to-end': (buffer) => removeTo(buffer, lineEnd),
};

/** The line after a key, or undefined if the key changes nothing. `history` gives the lines sent earlier, oldest first. */
export function editedLine(line: Line, key: KeyName, history: () => readonly string[]): Line | undefined {
  const withBuffer = (buffer: Buffer): Line => ({ ...line, buffer });
  switch (key) {
    case 'up':
    case 'history-back': {
      const above = key === 'up' ? lineUp(line.buffer) : undefined;
      return above === undefined ? stepped(line, -1, history()) : withBuffer(above);
    }
    case 'down':
    case 'history-forward': {
      const below = key === 'down' ? lineDown(line.buffer) : undefined;
      return below === undefined ? stepped(line, 1, history()) : withBuffer(below);
    }
    default: {
      const edited = edits[key]?.(line.buffer);
      return edited && withBuffer(edited);
    }
  }
}

function stepped({ buffer, walk }: Line, step: -1 | 1, entries: readonly string[]): Line | undefined {
  const { index, draft } = walk ?? { index: entries.length, draft: buffer.text };
  const next = index + step;
  if (next < 0 || next > entries.length || (walk === undefined && step === 1)) return undefined;
  const text = bufferOf(entries[next] ?? draft);
  return next === entries.length ? { buffer: text } : { buffer: text, walk: { index: next, draft } };
}

/** The line that Enter continues on a new row: a backslash at its end asks for that. */
export function continuedLine(line: Line): Line | undefined {
  const { text, cursor } = line.buffer;
  if (!text.endsWith('\\') || cursor !== text.length) return undefined;
  return { ...line, buffer: bufferOf(`${text.slice(0, -1)}\n`) };
}

/** The longest beginning that all options share. */
function commonStart(options: readonly string[]): string {
  let common = options[0] ?? '';
  for (const option of options) {
    while (!option.startsWith(common)) common = common.slice(0, -1);
  }
  return common;
}

/** The text with what all options have in common; undefined if that is no more than was typed. */
export function completedBuffer(
  { text, cursor }: Buffer,
  { start, options }: Completion,
): Buffer | undefined {
  const before = text.slice(0, cursor);
  const common = commonStart(options);
  if (common.length <= before.length - start) return undefined;
  const rest = text.slice(cursor);
  const whole = options.length === 1 && !rest.startsWith(' ') ? `${common} ` : common;
  return { text: before.slice(0, start) + whole + rest, cursor: start + whole.length };
}
