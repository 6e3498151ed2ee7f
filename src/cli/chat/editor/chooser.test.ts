import { expect, it } from 'vitest';
import { createStyle } from '../../terminal/style.ts';
import { displayWidth } from '../../terminal/width.ts';
import { type Chooser, chooserRows, firstChooser, pressChooser } from './chooser.ts';
import type { KeyName } from './keys.ts';

const choices = [
  { name: 'Plan the garden', about: '2026-03-02' },
  { name: 'Café in Köln', about: '2026-03-05' },
  { name: 'The garden fence', about: '2026-03-09' },
];

function press(...keys: readonly string[]) {
  let chooser: Chooser = firstChooser;
  for (const name of keys) {
    const key = name.startsWith('<')
      ? { kind: 'key' as const, name: name.slice(1, -1) as KeyName }
      : { kind: 'text' as const, text: name };
    const pressed = pressChooser(chooser, key, choices);
    if (pressed.done) return pressed.chosen;
    chooser = pressed.chooser;
  }
  return chooser;
}

it('R-58 arrows move, Enter chooses, Escape and Ctrl-C leave', () => {
  expect(press('<enter>')).toBe(0);
  expect(press('<down>', '<down>', '<down>', '<up>', '<enter>')).toBe(1);
  expect(press('<end>', '<enter>')).toBe(2);
  for (const key of ['<escape>', '<interrupt>', '<end-of-input>'])
    expect(press('<down>', key)).toBeUndefined();
});

it('R-58 what is typed filters by every word, without regard to case and accents', () => {
  expect(press('GARDEN', '<down>', '<enter>')).toBe(2);
  expect(press('cafe', ' koln', '<enter>')).toBe(1);
  expect(press('03-09', '<enter>')).toBe(2);
  expect(press('nothing', '<enter>')).toBeUndefined();
  expect(press('gardenx', '<backspace>', '<down>', '<enter>')).toBe(2);
});

it.each([20, 40, 120])('R-58 its rows fit %i columns and the height of the screen', (columns) => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    name: `Thread number ${index} 漢字`,
    about: 'x'.repeat(30),
  }));
  const style = createStyle({ colour: false });
  const { rows, column } = chooserRows({ filter: 'number', place: 30 }, many, {
    ...{ columns, rows: 10, style, ascii: false, title: 'Go to:' },
  });
  expect(rows.length).toBeLessThan(10);
  for (const { text, width } of rows) {
    expect(width).toBe(displayWidth(text));
    expect(width).toBeLessThan(columns);
  }
  expect(column).toBeLessThan(columns);
  expect(rows.some(({ text }) => text.startsWith('› Thread'))).toBe(true);
});
