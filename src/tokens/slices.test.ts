import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as r50k from 'gpt-tokenizer/encoding/r50k_base';
import { describe, expect, it } from 'vitest';
import { kinds } from './sample-texts.suite.ts';
import { longestRun, nextSlice } from './slices.ts';

/** The longest input of the quadratic byte merging. Marks count with the characters before and after them. */
function longestPiece(text: string): number {
  const pieces = text.match(/[\p{L}\p{M}]+|\p{N}+|\s+|[^\s\p{L}\p{N}]+/gu) ?? [];
  return Math.max(0, ...pieces.map((piece) => piece.length));
}

describe('slices', () => {
  it('R-45 exact cuts add up for every encoding, at every slice length', () => {
    const text = Object.values(kinds).flat().join('\n\n');
    for (const limit of [100, 333, 1000]) {
      const totals = { o200k: 0, cl100k: 0, r50k: 0 };
      let exactCuts = 0;
      let pending = 0;
      for (let position = 0; position < text.length; ) {
        const { end, exact } = nextSlice(text, position, limit);
        expect(end).toBeGreaterThan(position);
        if (exact) {
          const slice = text.slice(pending, end);
          totals.o200k += o200k.countTokens(slice);
          totals.cl100k += cl100k.countTokens(slice);
          totals.r50k += r50k.countTokens(slice);
          pending = end;
          exactCuts += 1;
        }
        position = end;
      }
      expect(exactCuts).toBeGreaterThan(text.length / limit / 2);
      expect(totals).toEqual({
        o200k: o200k.countTokens(text),
        cl100k: cl100k.countTokens(text),
        r50k: r50k.countTokens(text),
      });
    }
  });

  it('R-45 no slice holds more than a bounded run, and none ends inside a surrogate pair', () => {
    const piece = fc.tuple(
      fc.constantFrom('a', ' ', '\n', '0', '.', '字', '👍', '\u0301', '𠮷'),
      fc.nat({ max: 700 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.map(([character, times]) => character.repeat(times)).join('');
        for (let position = 0; position < text.length; ) {
          const { end } = nextSlice(text, position, 2000);
          expect(end).toBeGreaterThan(position);
          expect(end - position).toBeLessThanOrEqual(2001);
          const slice = text.slice(position, end);
          expect(slice.isWellFormed()).toBe(true);
          expect(longestPiece(slice)).toBeLessThanOrEqual(2 * longestRun + 1);
          position = end;
        }
      }),
      { numRuns: 200 },
    );
  });
});
