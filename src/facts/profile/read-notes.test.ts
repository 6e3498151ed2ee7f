import { describe, expect, it } from 'vitest';
import { endingOf } from './endings.ts';
import { readNotes } from './read-notes.ts';

const read = (text: string) =>
  readNotes({ seq: 3, at: '2026-03-01T10:00:00.000Z', text }).filter(({ kind }) => kind !== 'topic');
const told = (text: string) =>
  read(text)
    .filter(({ subject }) => endingOf(subject) === undefined)
    .map(({ kind, subject }) => `${kind}: ${subject}`);

describe('what a message tells of its sender', () => {
  it.each([
    ['My name is Ana Lopes.', 'fact: name'],
    ['I live in Lisbon with my wife.', 'fact: home'],
    ['We just moved to Porto.', 'fact: home'],
    ["Hi! I'm a nurse at a children's hospital.", 'fact: am children hospit nurs'],
    ["I'm 34 years old.", 'fact: age'],
    ["By the way, I'm allergic to peanuts.", 'fact: allergic peanut'],
    ["I'm vegetarian.", 'fact: diet'],
    ['I work as a translator.', 'fact: work'],
    ['My daughter is called Mia.', 'fact: my daughter'],
    ['I have two cats.', 'fact: have cat'],
    ['We use PostgreSQL 16 in production.', 'fact: use 16 postgresql product'],
    ['I prefer window seats.', 'preference: seat window'],
    ["I really don't like coriander.", 'preference: coriand'],
    ['I hate coriander', 'preference: coriand'],
    ['My favourite colour is green.', 'preference: favourite colour'],
    ['Ich wohne in Bern.', 'fact: home'],
    ["Je m'appelle Zoé.", 'fact: name'],
    ['Vivo en Sevilla.', 'fact: home'],
    ['我住在上海', 'fact: home'],
    ['Now I live in Bergen.', 'fact: home'],
    ['These days I work for Equinor.', 'fact: work'],
    ['I moved; I live in Bergen now.', 'fact: home'],
    ['I used to live in Oslo, but now I live in Bergen.', 'fact: home'],
    ["I'm Mira.", 'fact: name'],
    ["Currently I'm at B1 level in Italian.", 'fact: my level italian'],
    ['My budget for the new bike is 900 euros.', 'fact: my bike budget'],
    ['I have high blood pressure.', 'fact: health blood high pressur'],
    ['We got engaged.', 'fact: relationship'],
    ['I no longer like coriander.', 'preference: coriand'],
    ['Sorry, my birthday is 4 May.', 'fact: my birthdai'],
    ['Ich wohne jetzt in Bergen.', 'fact: home'],
    ["J'habite maintenant à Bergen.", 'fact: home'],
    ['Ahora vivo en Bergen.', 'fact: home'],
    ['Adesso abito a Bergen.', 'fact: home'],
    ['Agora moro em Bergen.', 'fact: home'],
    ['Я теперь живу в Бергене.', 'fact: home'],
    ['我现在住在上海', 'fact: home'],
  ])('R-69 %s', (text, expected) => {
    expect(told(text)).toEqual([expected]);
  });

  it.each([
    'Where do I live?',
    'I have a question.',
    'I have a bug in my parser.',
    "I'm stuck.",
    "I'm a bit confused by this.",
    'I like it.',
    "I'd like a table of the results.",
    'I like this version.',
    'If I live in Lisbon, do I pay taxes there?',
    'Suppose my name is Bob.',
    '> My name is Bob.',
    'She wrote: "My name is Bob and I live in Oslo."',
    '```\nMy name is Bob.\n```',
    '<document>\nI live in Oslo. My name is Bob.\n</document>',
    'My code is broken.',
    'My test is failing.',
    'Translate: "I live in Rome".',
    'I work on this tomorrow?',
    'If we win, and I live in Rome, I will call.',
    'She left, and they live in Rome now.',
    'Now what?',
    "I don't live in Oslo.",
    'I no longer know what to do.',
  ])('R-69 nothing lasting: %s', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('R-69 keeps the words, the number and the time; what is said last of a subject holds', () => {
    expect(read('I live in Rome. Sorry, that was last year. I live in Oslo now.')).toEqual([
      {
        kind: 'fact',
        subject: 'home',
        value: 'I live in Oslo now.',
        seq: 3,
        at: '2026-03-01T10:00:00.000Z',
        weight: 0.9,
      },
    ]);
  });

  it('R-69 names what the message is about', () => {
    const topics = readNotes({
      seq: 1,
      at: '2026-03-01T10:00:00.000Z',
      text: 'How deep do I plant raspberry canes in clay soil?',
    }).filter(({ kind }) => kind === 'topic');
    expect(topics.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['raspberry canes', 'clay soil']),
    );
  });
});
