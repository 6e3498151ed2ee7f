import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { splitText } from './split-text.ts';
import { counter } from './summarizer.suite.ts';

const split = (text: string, maxTokens: number) => [...splitText(text, { maxTokens, counter })];
const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. ';

describe('splitText', () => {
  it('R-35 cuts between paragraphs before lines, sentences and words', () => {
    const paragraph = sentence.repeat(4).trim();
    const text = Array.from({ length: 10 }, () => paragraph).join('\n\n');
    for (const piece of split(text, 100).slice(0, -1)) expect(piece.endsWith('bank.\n\n')).toBe(true);
  });

  it('R-35 cuts between lines where there are no paragraphs', () => {
    const text = Array.from(
      { length: 60 },
      (_, index) => `${index}: one, two, three, four and five more`,
    ).join('\n');
    for (const piece of split(text, 100).slice(0, -1)) expect(piece.endsWith('\n')).toBe(true);
  });

  it('R-35 cuts between sentences where there are no lines', () => {
    for (const piece of split(sentence.repeat(40), 100).slice(0, -1))
      expect(piece.endsWith('bank. ')).toBe(true);
    for (const piece of split('これは長い文です。'.repeat(60), 50).slice(0, -1))
      expect(piece.endsWith('。')).toBe(true);
  });

  it('R-35 cuts between words where there are no sentences', () => {
    const text = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
    for (const piece of split(text, 100).slice(0, -1)) expect(piece.endsWith(' ')).toBe(true);
  });

  it('R-35 cuts unbroken runs too, never inside a character', () => {
    for (const piece of split('👩🏽'.repeat(400), 50)) expect(piece.isWellFormed()).toBe(true);
    expect(split('a'.repeat(20_000), 100).join('')).toBe('a'.repeat(20_000));
  });

  it('R-35 loses nothing and keeps every piece within its size', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.lorem({ maxCount: 200, mode: 'sentences' }),
          fc.string({ unit: anyCharacter, maxLength: 2_000 }),
          fc
            .array(fc.constantFrom('\n\n', '\n', 'word ', 'end. ', '漢字', '🙂', '\ud83d', 'x'.repeat(90)), {
              maxLength: 120,
            })
            .map((parts) => parts.join('')),
        ),
        fc.integer({ min: 4, max: 80 }),
        (text, maxTokens) => {
          const pieces = split(text, maxTokens);
          expect(pieces.join('')).toBe(text);
          for (const piece of pieces) expect(counter.count(piece)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 300 },
    );
  });
});
