import fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { indexRanks, packRanks } from './vocabulary.ts';

const texts = new Map(
  ranks.flatMap((token, rank) => (typeof token === 'string' ? [[token, rank] as const] : [])),
);
const vocabulary = indexRanks(packRanks(ranks));

describe('a vocabulary', () => {
  it('R-45 finds every token by its text, and knows its length', () => {
    const wrong = [...texts].filter(
      ([text, rank]) => vocabulary.rankOf(text) !== rank || vocabulary.unitsOf(rank) !== text.length,
    );
    expect(wrong).toEqual([]);
  });

  it('R-45 finds no other text: none that is longer, shorter or differs in a letter', () => {
    const tokens = [...texts.keys()];
    const near = fc
      .tuple(fc.nat(tokens.length - 1), fc.nat(20), fc.string({ unit: anyCharacter, maxLength: 2 }))
      .map(([index, at, put]) => tokens[index]!.slice(0, at) + put + tokens[index]!.slice(at + 1));
    const any = fc.oneof(near, fc.string({ unit: anyCharacter, maxLength: 5 }), fc.constant('\uffff'));
    fc.assert(
      fc.property(any, (text) => vocabulary.rankOf(text) === texts.get(text)),
      { numRuns: 5_000 },
    );
    expect(vocabulary.rankOf('')).toBeUndefined();
  });

  it('R-45 is refused if a token contains the separator', () => {
    expect(() => packRanks(['a', 'b\uffff'])).toThrow('The token of rank 1 has the separator.');
  });
});
