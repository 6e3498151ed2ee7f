import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsIn } from './words.ts';

const asExpression = /[\p{L}\p{M}\p{N}]+(?:[._/\\:@#+~-]+[\p{L}\p{M}\p{N}]+)*/gu;

describe('words', () => {
  it.each([
    ['words', 'One, two; three!', ['One', 'two', 'three']],
    [
      'joined words',
      'see src/turn.ts, v2.3.1 - me@example.com.',
      ['see', 'src/turn.ts', 'v2.3.1', 'me@example.com'],
    ],
    ['what joins nothing', '-- a.. .b', ['a', 'b']],
    ['letters beyond the basic plane', '𝒳y 😀 z', ['𝒳y', 'z']],
  ])('R-49 %s', (_, text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it('R-49 any text is split like by the equivalent expression', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('.', '/', '-', ' ', 'a', '7', 'é', '\ud83d', '\udc00'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(wordsIn(text)).toEqual([...text.matchAll(asExpression)].map(([word]) => word));
      }),
      { numRuns: 500 },
    );
  });
});
