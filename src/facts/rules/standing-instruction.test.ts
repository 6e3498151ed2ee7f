import { expect, it } from 'vitest';
import { neededPieces } from '../../text/needed-pieces.ts';
import { atOnce } from '../../text/steps.ts';
import { handsOverText, isReport, isSupposed, speaksOfSelf } from '../own-words/cues.ts';
import { isStandingInstruction, patterns } from './standing-instruction.ts';

const isRule = (text: string) => isStandingInstruction({ text, masked: text, announced: false });

it.each([
  'From now on, always answer in French.',
  'Ändere niemals die Datei, ab sofort.',
  'Réponds toujours en anglais.',
  'Отвечай всегда на русском.',
])('R-40 a rule is one in whatever case it is written: %s', (text) => {
  for (const written of [text, text.toLowerCase(), text.toUpperCase()]) expect(isRule(written)).toBe(true);
});

it('R-40 every pattern needs some piece of text, so that few are tried with a sentence', () => {
  const tried = atOnce(neededPieces(patterns));
  expect(patterns.filter((_, index) => tried[index] === undefined)).toEqual([]);
});

it('R-40 what is handed over, repeated or supposed is known in whatever case it is written', () => {
  const cues: [(text: string) => boolean, string][] = [
    [handsOverText, 'Translate this email'],
    [handsOverText, 'Übersetze folgenden Text'],
    [isReport, 'My boss said we never push on Fridays'],
    [isSupposed, 'What if you always had to answer in French'],
    [speaksOfSelf, 'Ich antworte'],
  ];
  for (const [known, text] of cues)
    for (const written of [text, text.toLowerCase(), text.toUpperCase()]) expect(known(written)).toBe(true);
});

it('R-40 a letter whose small form is two is no word of its own', () => {
  expect(speaksOfSelf('Düğünümüz İzmir’de olacak.')).toBe(false);
});

it('R-40 no pattern asks for a capital letter, which none could find', () => {
  const named = /\\[pP]\{[^}]*\}|\\[A-Z]/gu;
  for (const source of patterns) {
    const letters = source.replaceAll(named, '');
    expect(letters).toBe(letters.toLowerCase());
  }
});
