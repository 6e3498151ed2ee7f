import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language.ts';
import { functionWords, generalWords, queryStopWords, smallTalk, stopWordsOf } from './stop-words.ts';

describe('stop words', () => {
  it('R-49 R-52 every reader uses the same list of function words', () => {
    for (const word of functionWords.get('en')!) {
      expect(generalWords.has(word), word).toBe(true);
      expect(stopWordsOf('en').has(word), word).toBe(true);
      expect(queryStopWords.has(word), word).toBe(true);
    }
  });

  it('R-49 a question keeps what names something in English', () => {
    for (const word of ['door', 'son', 'van', 'want', 'plus'])
      expect(queryStopWords.has(word), word).toBe(false);
    for (const word of ['what', 'mentioned', 'across', 'warum', 'pourquoi', 'где'])
      expect(queryStopWords.has(word), word).toBe(true);
  });

  it('R-28 words that may name something in working notes are not general words', () => {
    for (const word of ['problem', 'morning', 'name', 'work']) {
      expect(generalWords.has(word), word).toBe(false);
      expect(stopWordsOf('en').has(word), word).toBe(true);
    }
  });

  it('R-50 greetings and thanks are small talk, topics are not', () => {
    for (const word of ['thanks', 'danke', 'merci', 'gracias']) expect(smallTalk.has(word), word).toBe(true);
    expect(smallTalk.has('database')).toBe(false);
  });

  it('R-52 a language without a list has no stop words', () => {
    expect(stopWordsOf('other').size).toBe(0);
  });
});

describe('detectLanguage', () => {
  it.each([
    ['en', 'We moved the database to the new server because the old one was full.'],
    ['de', 'Wir haben die Datenbank auf den neuen Server gezogen, weil der alte voll war.'],
    ['fr', 'Nous avons déplacé la base sur le nouveau serveur parce que l’ancien était plein.'],
    ['es', 'Movimos la base de datos al servidor nuevo porque el viejo estaba lleno.'],
    ['nl', 'We hebben de database naar de nieuwe server verhuisd omdat de oude vol was.'],
    ['ru', 'Мы перенесли базу на новый сервер, потому что старый был полон.'],
    ['other', 'Tietokanta siirrettiin uudelle palvelimelle.'],
    ['other', ''],
  ])('R-52 %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
