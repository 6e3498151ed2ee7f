import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displayWidth, padEnd, padStart, truncate, truncateStyled, wrap } from './width.ts';

const words = fc.array(
  fc.constantFrom(
    'a',
    'bookshop',
    'Lübeck',
    '日本語の本',
    '🦦',
    'https://inkotter.example/a/very/long/address',
    'é',
  ),
  { maxLength: 30 },
);

it('R-58 East Asian characters and emoji take two columns, combining marks none', () => {
  expect(displayWidth('plain')).toBe(5);
  expect(displayWidth('日本語')).toBe(6);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(displayWidth('🦦')).toBe(2);
  expect(displayWidth('👩‍🚀')).toBe(2);
  expect(displayWidth('한국어')).toBe(6);
  expect(displayWidth('→ ↻ █ –')).toBe(7);
});

it('R-58 no wrapped line is wider than asked, and no character is lost', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 80 }), (list, columns) => {
      const lines = wrap(list.join(' '), columns);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
    }),
  );
});

it('R-58 words are broken only where they are too long for a line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('unbreakable', 4)).toEqual(['unbr', 'eaka', 'ble']);
  expect(wrap('日本語', 4)).toEqual(['日本', '語']);
  expect(wrap('  indented text stays', 12)).toEqual(['  indented', '  text stays']);
  expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b']);
});

it('R-58 text is cut and padded by columns, not by characters', () => {
  expect(truncate('日本語の本', 6)).toBe('日本…');
  expect(truncate('short', 5)).toBe('short');
  expect(padEnd('日本', 6)).toBe('日本  ');
  expect(padStart('日本', 6)).toBe('  日本');
});

it('R-58 signs that terminals draw as emoji take two columns, their text forms one', () => {
  expect(displayWidth('✅')).toBe(2);
  expect(displayWidth('⭐')).toBe(2);
  expect(displayWidth('❤')).toBe(1);
  expect(displayWidth('❤️')).toBe(2);
  expect(displayWidth('🇩🇪')).toBe(2);
});

it('R-58 cutting never leaves a line wider than asked', () => {
  expect(truncate('ab', 1)).toBe('…');
  expect(truncate('日本語', 2)).toBe('…');
  expect(truncate('日本語', 4)).toBe('日…');
});

it('R-58 a styled line is cut by what is seen, and every style still ends', () => {
  const line = '\u001b[1mone\u001b[22m \u001b[31mtwo three\u001b[39m';
  expect(truncateStyled(line, 13)).toBe(line);
  expect(truncateStyled(line, 7)).toBe('\u001b[1mone\u001b[22m \u001b[31mtw…\u001b[39m');
  expect(truncateStyled(line, 3)).toBe('\u001b[1mon…\u001b[22m\u001b[31m\u001b[39m');
});

it('R-58 later lines of a list item stand below its text, and a figure keeps its percent sign', () => {
  expect(wrap('- one two three', 9)).toEqual(['- one two', '  three']);
  expect(wrap('12. one two', 8)).toEqual(['12. one', '    two']);
  expect(wrap('it is 100 % sure', 10)).toEqual(['it is', '100 % sure']);
});
