import { describe, expect, it } from 'vitest';
import { stem, wordBeginning } from './stem.ts';

describe('stem', () => {
  const stems: Record<string, string> = {
    caresses: 'caress',
    ponies: 'poni',
    cats: 'cat',
    agreed: 'agre',
    plastered: 'plaster',
    motoring: 'motor',
    conflated: 'conflat',
    hopping: 'hop',
    falling: 'fall',
    filing: 'file',
    happy: 'happi',
    sky: 'sky',
    relational: 'relat',
    conditional: 'condit',
    vietnamization: 'vietnam',
    triplicate: 'triplic',
    hopefulness: 'hope',
    revival: 'reviv',
    adoption: 'adopt',
    replacement: 'replac',
    probate: 'probat',
    controlling: 'control',
    generalizations: 'gener',
    possibly: 'possibl',
    technologies: 'technolog',
  };
  for (const [word, expected] of Object.entries(stems))
    it(`R-52 ${word} has the stem ${expected}`, () => expect(stem(word)).toBe(expected));

  it('R-52 takes case and possessives for the same word', () => {
    expect(stem('Running')).toBe(stem('runs'));
    expect(stem("Anna's")).toBe('anna');
    expect(stem('users’')).toBe(stem('user'));
  });

  it('R-52 takes letters with and without accents for the same', () => {
    expect(stem('Cafés')).toBe(stem('cafe'));
    expect(stem('ёлка')).toBe(stem('елка'));
  });

  it('R-52 leaves words of other letters whole', () => {
    expect(stem('Łódź')).toBe('łodz');
    expect(stem('решения')).toBe('решения');
    expect(stem('x86')).toBe('x86');
    expect(stem("didn't")).toBe("didn't");
  });
});

describe('wordBeginning', () => {
  it('R-55 is the same for the forms of a word, in languages that inflect at the end', () => {
    for (const [one, other] of [
      ['migration', 'migrations'],
      ['décidé', 'décider'],
      ['решение', 'решения'],
      ['데이터베이스를', '데이터베이스가'],
      ['الخدمة', 'خدمة'],
    ] as const)
      expect(wordBeginning(one), one).toBe(wordBeginning(other));
  });
});
