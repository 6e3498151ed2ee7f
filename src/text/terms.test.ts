import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textTerms } from './terms.ts';

describe('terms', () => {
  it.each([
    ['stems and lower case', 'Researching Agencies', ['research', 'agenc']],
    ['no accents', 'Café Ärger Łódź', ['cafe', 'arger', 'łodz']],
    ['what hangs on a word is none', "Anna's dog didn't l'école", ['anna', 'dog', 'didn', 'ecol']],
    ['two ordinary words joined', 'dairy-free and/or', ['dairi', 'free', 'and', 'or']],
    ['Chinese: pairs and single characters', '东京塔', ['东京', '京塔', '东', '京', '塔']],
    ['Japanese syllables: pairs', 'ありがと', ['あり', 'りが', 'がと']],
    ['Korean: pairs of syllables', '한국어', ['한국', '국어']],
    ['Burmese: pairs', 'မြန်', ['မြ', 'ြန', 'န်']],
    ['vowels of Indic scripts stay', 'हिन्दी', ['हिन्दी']],
  ])('R-49 %s', (_, text, terms) => {
    expect(textTerms(text)).toEqual(terms);
  });

  it('R-49 identifiers and paths are found whole and by their parts', () => {
    expect(textTerms('src/turn/read-context.ts')).toEqual(
      expect.arrayContaining(['src/turn/read-context.ts', 'src', 'turn', 'read', 'context', 'ts']),
    );
    expect(textTerms('findPassages HTMLParser user_id')).toEqual(
      expect.arrayContaining(['find', 'passag', 'html', 'parser', 'user_id', 'user', 'id']),
    );
    expect(textTerms('v2.3.1 me@example.com')).toEqual(expect.arrayContaining(['v2.3.1', 'me@example.com']));
  });

  it('R-49 any text has terms without spaces, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const terms = textTerms(text);
        expect(terms).toEqual(textTerms(text));
        for (const term of terms) expect(term).toMatch(/^\S+$/u);
      }),
    );
  });
});
