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
export function commonStart(options: readonly string[]): string {
  let common = options[0] ?? '';
  for (const option of options) {
    while (!option.startsWith(common)) common = common.slice(0, -1);
  }
  return common;
}
