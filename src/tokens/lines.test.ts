import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingNames } from './encodings.ts';
import { createTokenCounter } from './tokenizer.ts';

describe('a counter that adds up by line', () => {
  it.each(encodingNames)('R-44 %s counts lines together as one by one', (encoding) => {
    const counter = createTokenCounter({ encoding });
    expect(counter.addsUpByLine).toBe(true);
    const body = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(fc.constantFrom('the ', "don't", '!', ' /', '\n', '\r\n', '  ', '漢字', '12345', '…', ':'), {
          maxLength: 12,
        })
        .map((pieces) => pieces.join('')),
    );
    const line = fc
      .tuple(fc.constantFrom('#12 Ada: ', '2024-05-08 13:56', '<recalled-passages>', 'Said ', '- '), body)
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const apart = lines.map((one, index) => counter.count(index < lines.length - 1 ? `${one}\n` : one));
        expect(apart.reduce((sum, tokens) => sum + tokens, 0)).toBe(counter.count(lines.join('\n')));
      }),
      { numRuns: 300 },
    );
  });
});
