import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';
import { inFirstPerson } from './speakers.ts';

const now = Date.parse('2023-06-14T12:00:00Z');

describe('a parsed query', () => {
  it('R-49 empty words do not count, in several languages', () => {
    expect(parseQuery('What did Caroline research about the agencies?', now).terms).toEqual([
      'carolin',
      'research',
      'agenc',
    ]);
    expect(parseQuery('Was hat Anna über den Hund gesagt?', now).terms).toEqual(['anna', 'hund', 'gesagt']);
    expect(parseQuery('¿Qué dijo Ana sobre el perro?', now).terms).toEqual(['dijo', 'ana', 'perro']);
  });

  it.each([
    ['List all the rooms. Name every colour.', ['room', 'colour']],
    ['Give me a summary of the rooms.', ['room']],
    ['Where is the order for the pump?', ['order', 'pump']],
    ['name of the list', ['name', 'list']],
    ['the overview page', ['overview', 'page']],
  ])('R-50 words that only say what form the answer has are not looked for: %s', (text, terms) => {
    expect(parseQuery(text, now).terms).toEqual(terms);
  });

  it.each([
    ['In which order did we paint the rooms?', ['paint', 'room', 'order'], ['order']],
    ['In welcher Reihenfolge kamen die Gäste?', ['kamen', 'gast', 'reihenfolg'], ['reihenfolg']],
  ])('R-50 the word for an order may stand over it, and counts a little: %s', (text, terms, weak) => {
    const query = parseQuery(text, now);
    expect(query.terms).toEqual(terms);
    expect([...query.borrowed]).toEqual(weak);
  });

  it('R-49 other forms and parts of its words are looked for where a question is in a language that inflects', () => {
    const query = parseQuery('Wer gießt die Blume beim Chorausflug?', now);
    expect(query.forms.get('blume')).toContain('blumen');
    expect(query.expansions.get('chorausflug')).toContain('ausflug');
    expect(parseQuery('Who waters the flower?', now).forms.get('flower')).toEqual([]);
  });

  it('R-49 a text of nothing but empty words is taken as it is', () => {
    expect(parseQuery('what was it', now).terms).toEqual(['what', 'wa', 'it']);
  });

  it('R-49 the words of a named time are compared as a time', () => {
    const query = parseQuery('What did Anna cook on 8 May 2023?', now);
    expect(query.terms).toEqual(['anna', 'cook']);
    expect(query.times.map(({ label }) => label)).toEqual(['on 8 May 2023']);
  });

  it.each([
    ['When did she move?', { wantsTime: true, wantsNumber: false }],
    ['How many cats does he have?', { wantsNumber: true, wantsMany: true }],
    ['What activities does Anna do?', { wantsMany: true }],
    ['Which cities have both visited?', { wantsMany: true }],
    ['What is her address?', { wantsMany: false, wantsTime: false, wantsNumber: false }],
    ['Wann war das?', { wantsTime: true }],
    ['When Jon has lost his job?', { wantsTime: true }],
    ['Do you know when Anna moved, by the way?', { wantsTime: true }],
    ['What did she buy, and when?', { wantsTime: true }],
    ['Since when does she sing? What made her begin?', { wantsTime: true }],
    ['Quand est-elle partie ?', { wantsTime: true }],
    ['What did the client think of the roof when discussing its price?', { wantsTime: false }],
    ['Summarize her opinion of the roof when talking about its price.', { wantsTime: false }],
    ['Who helped Clara when she was younger?', { wantsTime: false }],
    ['So, when the roof leaked, how did she mend it?', { wantsTime: false }],
    ['When the roof leaked, did she mend it?', { wantsTime: false }],
    ['Qu’a dit Anna quand elle est partie ?', { wantsTime: false }],
    ['How has the roof improved since the summer?', { wantsTime: false }],
    ['What did I say about the roof?', { role: 'user' }],
    ['What did you suggest to me?', { role: 'assistant' }],
    ['Where did we put the ladder?', { role: 'user' }],
    ['What did Anna think about the roof?', { wantsDetail: false }],
    ['Why was the roof not mended?', { wantsDetail: false }],
    ['How did the price change?', { wantsMany: true }],
    ['Which roofer did she call?', { wantsDetail: true }],
    ['How steep is the roof?', { wantsDetail: true }],
    ['Warum ist das Dach undicht?', { wantsDetail: false }],
    ['Wer hat das Dach gedeckt?', { wantsDetail: true }],
  ])('R-49 %s', (text, expected) => {
    expect(parseQuery(text, now)).toMatchObject(expected);
  });

  it('R-49 in Japanese a pair of characters from two words is not looked for, and pairs are not counted as words', () => {
    const { terms, wordCount } = parseQuery('仕事は何時に始まりますか', now);
    expect(terms).toEqual(expect.arrayContaining(['仕事', '何時', '始ま']));
    expect(terms).not.toContain('は何');
    expect(terms).not.toContain('に始');
    expect(wordCount).toBeLessThan(5);
    expect(parseQuery('When does work begin?', now).wordCount).toBe(2);
  });

  it('R-50 a follow-up that leans on the message before borrows its words; one that stands alone does not', () => {
    const before = 'Tell me about the sister of Clara, please';
    expect(parseQuery('And where does she live?', now, before)).toMatchObject({
      terms: ['live', 'sister', 'clara'],
      borrowed: new Set(['sister', 'clara']),
    });
    expect(parseQuery('Where does Ben live?', now, before).terms).toEqual(['ben', 'live']);
    expect(parseQuery('And where does she live?', now).terms).toEqual(['live']);
  });

  it.each([
    ['What did Anna research?', 'What did I research?'],
    ["What is Anna's job?", 'What is my job?'],
    ['What did Ben give to Anna?', 'What did I give to you?'],
    ['What did Clara say?', 'What did Clara say?'],
    ['Wo wohnt Anna?', 'Wo wohnt ?'],
    ['Annabel and the others', 'Annabel and the others'],
  ])('R-49 a speaker speaks of himself in the first person: %s', (text, expected) => {
    expect(inFirstPerson(text, ['Anna', 'Ben'])).toBe(expected);
  });
});
