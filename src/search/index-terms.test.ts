import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textTerms } from '../text/terms.ts';
import { indexTerms } from './index-terms.ts';

describe('index terms', () => {
  it('R-49 the name of the speaker is part of what the index knows', () => {
    expect(indexTerms({ name: 'Anna', parts: [{ type: 'text', text: 'Hello there' }] })).toContain('anna');
  });

  it('R-49 a long text has the terms of the text, wherever it is cut to be read', () => {
    const word = fc.constantFrom(
      ...[
        "l'école",
        "don't",
        'src/a.ts',
        'Ａ',
        'e\u0301t\u0301',
        '東京タワー',
        '…',
        "'",
        '’s',
        '\u0301',
        'HTTPServer',
        '\t',
      ],
    );
    const text = fc
      .array(fc.tuple(word, fc.constantFrom(' ', '\n', '', '  ')), { minLength: 1, maxLength: 40 })
      .map((words) => words.flat().join(''));
    fc.assert(
      fc.property(text, (piece) => {
        const long = piece.repeat(Math.ceil(9_000 / piece.length));
        const parts = [{ type: 'text' as const, text: long }];
        expect(indexTerms({ parts })).toEqual(textTerms(long));
        expect(indexTerms({ parts }, 7)).toEqual(textTerms(long).slice(0, 7));
      }),
      { numRuns: 30 },
    );
  });
});
