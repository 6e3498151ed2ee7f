import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capTokens, capWords, countWords, endAtSentence } from './cap-text.ts';
import { counter } from './summarizer.suite.ts';

const sentences = (count: number) =>
  Array.from({ length: count }, (_, index) => `Sentence number ${index} tells one thing.`).join(' ');

describe('cap-text', () => {
  it('R-5 caps a text of 700 words at 500, at the end of a sentence', () => {
    const capped = capWords(sentences(117), 500);
    expect(countWords(sentences(117))).toBe(702);
    expect(countWords(capped)).toBe(498);
    expect(capped.endsWith('Sentence number 82 tells one thing.')).toBe(true);
  });

  it('R-5 leaves a text of exactly 500 words as it is', () => {
    const text = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
    expect(capWords(text, 500)).toBe(text);
    expect(countWords(capWords(`${text} more`, 500))).toBeLessThanOrEqual(500);
  });

  it('R-5 counts characters as words where words are not spaced', () => {
    expect(countWords('これは長い文です。')).toBeGreaterThan(6);
    expect(countWords(capWords('漢字の文。'.repeat(300), 500))).toBeLessThanOrEqual(500);
  });

  it('R-5 a sentence that goes on past half the text ends with an ellipsis', () => {
    const cut = capWords('Yes. And then a very long sentence that never seems to come to its end at all', 8);
    expect(cut).toBe('Yes. And then a very long sentence…');
  });

  it('R-5 closing quotes and brackets stay with their sentence', () => {
    expect(endAtSentence('He said "stop." Then he')).toBe('He said "stop."');
    expect(endAtSentence('One thing (and another). Half')).toBe('One thing (and another).');
  });

  it('I-11 never gives more than was asked for, and what it gives is how the text begins', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.lorem({ maxCount: 80, mode: 'sentences' }),
          fc.string({ unit: 'grapheme', maxLength: 400 }),
        ),
        fc.nat(120),
        (text, limit) => {
          const worded = capWords(text, limit);
          expect(countWords(worded)).toBeLessThanOrEqual(limit);
          const counted = capTokens(text, limit, counter);
          expect(counter.count(counted)).toBeLessThanOrEqual(limit);
          for (const capped of [worded, counted]) {
            expect(text.startsWith(capped.replace(/…$/, '')) || text.startsWith(capped)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
