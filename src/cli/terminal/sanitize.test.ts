import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { sanitize, sanitizeLine, terminalJson } from './sanitize.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;
const anyText = fc.string({ unit: anyCharacter });
const hostile = fc.array(
  fc.constantFrom(
    '\u001b[2J',
    '\u001b]0;owned\u0007',
    '\u009b31m',
    '\r',
    '\u202e',
    '\u0000',
    '\t',
    'word',
    '漢字',
  ),
);

it('R-58 escape sequences and control characters never reach the terminal raw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        hostile.map((pieces) => pieces.join('')),
      ),
      (text) => {
        expect(sanitize(text)).not.toMatch(dangerous);
        expect(sanitizeLine(text)).not.toMatch(/\n/u);
        expect(sanitize(text).isWellFormed()).toBe(true);
      },
    ),
  );
});

it('R-58 a control character becomes a sign one can see', () => {
  expect(sanitize('a\u001b[31mred\u0007')).toBe('a␛[31mred␇');
  expect(sanitize('one\r\ntwo\rthree\tfour\u009b')).toBe('one\ntwo␍three  four\ufffd');
  expect(sanitize('user\u202etxt.exe')).toBe('usertxt.exe');
});

it('R-58 ordinary text of any script stays as it is', () => {
  const text = 'Lübeck, 日本語, العربية, עברית, 👩‍🚀 and a\nline break';
  expect(sanitize(text)).toBe(text);
});

it('R-58 JSON for the terminal holds no control characters and parses to the same value', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        hostile.map((pieces) => pieces.join('')),
      ),
      (text) => {
        const json = terminalJson({ text });
        expect(json).not.toMatch(dangerous);
        expect(JSON.parse(json)).toEqual({ text });
      },
    ),
  );
});
