import { describe, expect, it } from 'vitest';
import { otherFormsOf } from '../text/irregular-words.ts';
import { textTerms } from '../text/terms.ts';
import { expansionsOf } from './query-expansion.ts';

const termOf = (word: string) => textTerms(word)[0]!;

describe('words that are looked for beside those of a question', () => {
  it.each([
    ['weight', 'weigh'],
    ['choice', 'chosen'],
    ['photograph', 'photo'],
    ['colour', 'color'],
  ])('R-49 of one family: %s finds %s', (word, other) => {
    expect(otherFormsOf(termOf(word))).toContain(termOf(other));
    expect(otherFormsOf(termOf(other))).toContain(termOf(word));
  });

  it.each([
    ['dog', 'pet'],
    ['teacher', 'teach'],
    ['French', 'France'],
    ['photograph', 'camera'],
    ['telephone', 'call'],
  ])('R-49 related, and no more than that: %s finds %s', (word, other) => {
    expect(expansionsOf(termOf(word))).toContain(termOf(other));
    expect(otherFormsOf(termOf(word))).not.toContain(termOf(other));
  });
});
