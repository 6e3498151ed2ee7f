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

describe('a rule within what makes it polite, gives its reason or says what it replaces', () => {
  it.each([
    "Would you mind never using the word 'delve'?",
    'Could you make sure every reply ends with a one-line summary?',
    'Try not to use abbreviations in your answers.',
    "I'm lactose intolerant, so any recipe you suggest has to be dairy-free.",
    'Because the auditors read this, every change must have a ticket number.',
    'Not British spelling any more: use American spelling from now on.',
    "Don't you ever rewrite my commit messages.",
    'Let’s agree that you never commit without asking me.',
    'Always reply in Italian unless I write in English.',
  ])('R-40 %s', (text) => {
    expect(held(text)).toEqual([text]);
  });

  it.each([
    ['Regel 2: ', 'Keine neuen Abhängigkeiten.'],
    ['规则2：', '不要添加依赖'],
    ['Regla nº 4: ', 'nada de emojis.'],
    ['What I want from now on: ', 'short answers, no fluff.'],
  ])('R-40 a numbered rule in any language: %s', (label, rule) => {
    expect(held(label + rule)).toEqual([rule]);
  });
});

describe('a rule by its scope', () => {
  it.each([
    'I must insist that you never log personal data.',
    'Prefer composition over inheritance in everything you write.',
    'You can skip the pleasantries in all your answers.',
    'No more than three sentences per answer, please.',
    'For commit messages, use the conventional commits format.',
    'All functions you write need a docstring.',
    'New code has to be covered by tests.',
    'If you ever need a password, ask me instead of searching for it.',
    'You are forbidden from editing the CI config.',
    'Before running anything with sudo, ask me.',
    'Quit apologizing all the time.',
    'Es ist dir nicht erlaubt, auf main zu pushen.',
    'Ich möchte, dass du in Zukunft kürzer antwortest.',
    'Ich will nie wieder Tabellen sehen.',
    'Il est interdit de pousser sur main.',
    'Évite les anglicismes dans toutes tes réponses.',
    "Désormais, plus d'emojis.",
    'No tienes permiso para borrar archivos.',
    'Você não pode apagar arquivos sem me perguntar.',
    'È vietato fare push su main.',
    'Je mag nooit bestanden verwijderen zonder het te vragen.',
    'Тебе нельзя пушить в main.',
    'Nie wolno ci usuwać plików.',
    'Bana sormadan asla dosya silme.',
    'لا تحذف أي ملف دون أن تسألني.',
    '严禁直接推送到 main。',
    '絵文字は二度と使わないでください。',
    '파일을 삭제하면 안 됩니다.',
  ])('R-40 %s', (text) => {
    expect(held(text)).toEqual([text]);
  });

  it.each([
    'Is it forbidden to push on Fridays?',
    'Il est interdit de fumer.',
    'En Suisse, il est interdit de tondre le dimanche.',
    "I'd love it if you could always be here.",
    'I want you to know that I will never forget this.',
    "If you ever do it, let me know — I'd love to help.",
    "I won't let you down!",
    'Ich will dich nie wieder sehen.',
    "Don't delete that one.",
    'Remember to always floss, as grandma would say.',
    'I changed my mind: I take the bus.',
    'From now on we live in Paris.',
    'Going forward I want to run every morning.',
    'Every function must be fast, says the book.',
    'Почему нельзя пушить в main?',
    '为什么不允许直接推送到 main？',
  ])('R-40 none is: %s', (text) => {
    expect(held(text)).toEqual([]);
  });
});

describe('a rule that is taken back', () => {
  it.each([
    [['Never use semicolons.', 'Always use tabs.'], 'Drop the first rule.', ['Always use tabs.']],
    [['Never use semicolons.', 'Always use tabs.'], 'Forget the last one.', ['Never use semicolons.']],
    [['Never use semicolons.', 'Always use tabs.'], 'Cancel rule 2.', ['Never use semicolons.']],
    [['Always answer in German.'], 'Not German any more, Spanish please.', []],
    [['Always answer in German.'], "Let's switch back to English from here on.", []],
    [['Keep answers under 100 words.'], 'Answers may be longer than 100 words again.', []],
    [['Niemals auf main pushen.'], 'Du darfst jetzt doch auf main pushen.', []],
    [['Never push to main.'], 'She can push to main from now on.', ['Never push to main.']],
    [['Always answer in German.'], 'Let us go back to the hotel.', ['Always answer in German.']],
  ])('R-40 %j and then %s', (rules, said, left) => {
    expect(held(...rules, said)).toEqual(left);
  });

  it('R-40 what replaces it is a rule itself', () => {
    const said = 'I changed my mind: spaces instead of tabs from now on.';
    expect(held('Use tabs for indentation from now on.', said)).toEqual([said]);
  });
});
