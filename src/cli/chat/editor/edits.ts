/** The change that each editing key makes to the typed text. */
import {
  type Buffer,
  insert,
  left,
  lineEnd,
  lineStart,
  removeTo,
  right,
  wordLeft,
  wordRight,
} from './buffer.ts';
import type { KeyName } from './keys.ts';
import type { Completion } from './prompt-parts.ts';

export const edits: { readonly [name in KeyName]?: (buffer: Buffer) => Buffer } = {
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
