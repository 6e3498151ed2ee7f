import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Buffer,
  bufferOf,
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

/** The bar marks the cursor. */
const at = (marked: string): Buffer => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|') });
const marked = ({ text, cursor }: Buffer) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe('buffer', () => {
  it('R-58 moves by what a person sees as a character', () => {
    const family = '👨‍👩‍👧';
    expect(marked(left(bufferOf(`a${family}`)))).toBe(`a|${family}`);
    expect(marked(right({ text: `e\u0301x`, cursor: 0 }))).toBe('e\u0301|x');
    expect(marked(left(at('a\n|b')))).toBe('a|\nb');
    expect(marked(left(at('|a')))).toBe('|a');
    expect(marked(right(at('a|')))).toBe('a|');
  });

  it('R-58 moves and removes by words, also in other scripts', () => {
    expect(marked(wordLeft(at('one, two-three|')))).toBe('one, two-|three');
    expect(marked(wordRight(at('|one, two')))).toBe('one|, two');
    expect(marked(removeTo(at('über München|'), wordLeft))).toBe('über |');
    expect(marked(removeTo(at('a |b c'), wordRight))).toBe('a | c');
  });

  it('R-58 lines: start, end, up and down keep the column where they can', () => {
    expect(marked(lineStart(at('ab\ncd|e')))).toBe('ab\n|cde');
    expect(marked(lineEnd(at('a|b\ncde')))).toBe('ab|\ncde');
    expect(marked(lineUp(at('ab\ncde|'))!)).toBe('ab|\ncde');
    expect(marked(lineDown(at('a|b\ncde'))!)).toBe('ab\nc|de');
    expect(lineUp(at('a|b\nc'))).toBeUndefined();
    expect(lineDown(at('ab\nc|'))).toBeUndefined();
  });

  it('R-58 the cursor never leaves the text, and removing what was inserted gives it back', () => {
    const moves = [left, right, wordLeft, wordRight, lineStart, lineEnd];
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.constantFrom(...moves), { maxLength: 20 }),
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 }),
        (text, path, added) => {
          const moved = path.reduce((buffer, move) => move(buffer), bufferOf(text));
          expect(moved.text).toBe(text);
          expect(moved.cursor >= 0 && moved.cursor <= text.length).toBe(true);
          const grown = insert(moved, added);
          const shrunk = removeTo(grown, () => ({ ...grown, cursor: moved.cursor }));
          expect(shrunk).toEqual(moved);
        },
      ),
    );
  });
});
