import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOwnRules, readRules } from '../pins.ts';
import { ownSentences } from './own-words.ts';
import { possibleSentences } from './possible-sentences.ts';

const pieces = fc.constantFrom(
  'Always use tabs.',
  'Never push to main!',
  'Forget the rule about tabs.',
  'Please, from now on, answer in French.',
  'She said that it rained.',
  'What if I asked you to stop?',
  'Translate this.',
  "Don't worry, it's fine.",
  "'quoted'",
  '"Never do that."',
  '`code`',
  'My rules:',
  'Important: use spaces',
  '- an item',
  '1. another one',
  '---',
  '> quoted',
  '<b>',
  '𝕏’s',
  "𝕏'x y'",
  '请始终用中文回答。',
  '**Always** call me Ada.',
  'I like it here.',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
);
const texts = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(' '));

describe('sentences before anybody asks whose they are', () => {
  it('R-66 hold every sentence that is found to be the sender’s own, with the same words', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const said = possibleSentences(text);
        if (said === undefined) return;
        const own = ownSentences(text);
        expect(said).toEqual(
          expect.arrayContaining(own.map(({ text: words, start }) => ({ text: words, start }))),
        );
        for (const sentence of own)
          expect(sentence).toMatchObject({ masked: sentence.text, announced: false });
      }),
      { numRuns: 2_000 },
    );
  });

  it('R-40 leave out no rule and no revocation', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(readRules(text)).toEqual(readOwnRules(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('R-66 are not told where quotations, elements or labels may cut them', () => {
    for (const text of ['My rules: none', 'He wrote "no"', "a 'b", '<p>', '`x`', '[x]'])
      expect(possibleSentences(text)).toBeUndefined();
    expect(possibleSentences("Don't.\nIt's 5 o'clock.")).toEqual([
      { text: "Don't.", start: 0 },
      { text: "It's 5 o'clock.", start: 7 },
    ]);
  });
});
