import { describe, expect, it } from 'vitest';
import { inflectedTerms, joinedParts } from './inflections.ts';
import { textTerms } from './terms.ts';

const termOf = (word: string) => textTerms(word)[0]!;

describe('forms of a word in languages that inflect by endings', () => {
  it.each([
    ['de', 'Blume', 'Blumen'],
    ['de', 'Noten', 'Note'],
    ['de', 'Plätzen', 'Platz'],
    ['de', 'Kurs', 'Kursen'],
    ['de', 'fährt', 'fahren'],
    ['de', 'gezahlt', 'zahlen'],
    ['de', 'zahlen', 'gezahlt'],
    ['de', 'Tischen', 'Tisch'],
    ['nl', 'fiets', 'fietsen'],
    ['es', 'pagamos', 'pago'],
    ['es', 'gata', 'gato'],
    ['es', 'toma', 'tomar'],
    ['pt', 'compramos', 'comprou'],
    ['it', 'mangiato', 'mangiare'],
    ['fr', 'mangé', 'manger'],
  ])('R-49 %s: %s finds %s', (language, word, other) => {
    expect(inflectedTerms(word, language)).toContain(termOf(other));
  });

  it('R-49 the word itself is not among them, and short words, English, names of files and other scripts have none', () => {
    expect(inflectedTerms('Blume', 'de')).not.toContain(termOf('Blume'));
    expect(inflectedTerms('Rat', 'de')).toEqual([]);
    expect(inflectedTerms('flowers', 'en')).toEqual([]);
    expect(inflectedTerms('notes', 'other')).toEqual([]);
    expect(inflectedTerms('compose.yaml', 'de')).toEqual([]);
    expect(inflectedTerms('дом', 'de')).toEqual([]);
  });

  it('R-49 a word costs some twenty looks into the index at most', () => {
    for (const language of ['de', 'nl', 'es', 'pt', 'it', 'fr'])
      for (const word of ['animales', 'kurs', 'gezahlt', 'patient', 'pagamos'])
        expect(inflectedTerms(word, language).length).toBeLessThanOrEqual(22);
  });

  it('R-49 a joined word finds what it is made of, in languages that join', () => {
    expect(joinedParts('Chorausflug', 'de')).toEqual(expect.arrayContaining(['chor', 'ausflug']));
    expect(joinedParts('huissleutel', 'nl')).toContain(termOf('sleutel'));
    expect(joinedParts('Ausflug', 'de')).toEqual([]);
    expect(joinedParts('refrigerator', 'en')).toEqual([]);
  });
});
