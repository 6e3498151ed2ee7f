import { describe, expect, it } from 'vitest';
import type { Pin } from '../../records/pin.ts';
import { activePins, updatePins } from '../pins.ts';

function held(...texts: string[]): string[] {
  const at = '2026-01-01T00:00:00Z';
  const pins = texts.reduce<Pin[]>(
    (before, text, index) =>
      updatePins({ pins: before, message: { seq: index + 1, role: 'user', at, text } }),
    [],
  );
  return activePins(pins).map(({ text }) => text);
}

describe('a rule by another way of saying it', () => {
  it.each([
    'From now on rather answer in English.',
    'unless I say otherwise, use Python 3.12',
    'I never want to see TODO comments in code you hand me.',
    "It's important that you always quote prices in CHF.",
    'Also, whenever you touch CSS run the visual tests, except for print.css.',
    "I'm allergic to peanuts, so leave peanuts out of every recipe you suggest.",
    'Från och med nu, svara alltid på svenska.',
    'Bundan sonra her zaman Türkçe cevap ver.',
    'من الآن فصاعدا أجب دائما بالعربية.',
    'Nunca apagues os testes.',
    'テストを削除しないでください、絶対に。',
  ])('R-40 %s', (text) => {
    expect(held(text)).toEqual([text]);
  });

  it.each([
    ['From here on', 'no emojis.'],
    ['For all future replies', 'no emojis.'],
    ['In all your answers', 'metres and litres.'],
    ['Starting now', 'short sentences only.'],
    ['Ab sofort', 'keine Emojis.'],
    ['À partir de maintenant', 'pas de tutoiement.'],
    ['De ahora en adelante', 'nada de emojis.'],
    ["D'ora in poi", 'niente emoji.'],
    ['Voortaan', 'geen emoji.'],
    ['Впредь', 'без эмодзи.'],
    ['Bundan sonra', 'emoji yok.'],
  ])('R-40 before a colon, any words that say that it lasts: %s', (label, order) => {
    expect(held(`${label}: ${order}`).join(' ')).toContain(order.replace(/[.]$/, ''));
  });

  it('R-40 a wish with "always" behind it', () => {
    expect(held('I want all prices in euros, always.')).toEqual(['I want all prices in euros, always.']);
  });

  it('R-40 a list under the heading of rules, where the message is nothing else, or that says whose they are', () => {
    const list = '- never edit files under gen/\n- ask me before adding dependencies';
    const rules = ['never edit files under gen/', 'ask me before adding dependencies'];
    expect(held(`Rules:\n${list}`)).toEqual(rules);
    expect(held(`Rules for you:\n${list}\n\nNow, what is in src?`)).toEqual(rules);
    expect(held(`Rules:\n${list}\n\nThis is from their README. Good idea?`)).toEqual([]);
    expect(held(`Please review these rules:\n${list}`)).toEqual([]);
  });

  it.each([
    'Use 4 spaces here.',
    'Use tabs in this file.',
    'As a rule the bus comes at nine.',
    'Whenever you change the text the test fails.',
    'Every time you open the door the cat runs out.',
    'I never want to go back there.',
    'My code is slow, so check every loop you find.',
    'From now on answers may come late because I travel.',
    'Svara på frågan.',
    'Alltid kul att höra!',
    'دائما أحب القهوة',
    'Nunca antes vi isso.',
    'Before we start: how are you?',
    'In all messages: the sender is wrong.',
    'Every time: the app crashes.',
    'By default: port 8080.',
    'I need you, always.',
  ])('R-40 no rule: %s', (text) => {
    expect(held(text)).toEqual([]);
  });
});

describe('a rule is taken back by another way of saying it', () => {
  it.each([
    ['Always answer in German.', 'You can drop the German thing again.'],
    ['Never touch the vendor folder.', 'The ban on the vendor folder is lifted.'],
    ['Never use semicolons.', 'I changed my mind about semicolons, use them.'],
    ['Antworte ab jetzt immer auf Deutsch.', 'Vergiss das mit dem Deutsch.'],
    ['Réponds toujours en français.', "Tu n'as plus besoin de répondre en français."],
    ['Usa siempre comillas simples.', 'Olvida lo de las comillas simples.'],
  ])('R-40 %s – %s', (rule, revocation) => {
    expect(held(rule)).toEqual([rule]);
    expect(held(rule, revocation)).toEqual([]);
  });

  it('R-40 the newest wins', () => {
    const longer = 'From now on answers may be up to 300 words.';
    expect(held('Keep answers under 100 words from now on.', longer)).toEqual([longer]);
    const other = 'From now on rather answer in English.';
    expect(held('Always answer in German.', other)).toEqual([other]);
  });

  it('R-40 what is said of something else takes nothing back', () => {
    const rule = 'Never use semicolons.';
    for (const text of ['I changed my mind about the red sofa, take the blue one.', 'Olvida lo de ayer.'])
      expect(held(rule, text)).toEqual([rule]);
  });
});
