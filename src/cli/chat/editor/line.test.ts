import { describe, expect, it } from 'vitest';
import { bufferOf } from './buffer.ts';
import type { KeyName } from './keys.ts';
import { completedBuffer, continuedLine, editedLine, emptyLine, type Line } from './line.ts';

const sent = ['first', 'second\nrow two'];
const pressed = (line: Line, ...keys: KeyName[]) =>
  keys.reduce((current, key) => editedLine(current, key, () => sent) ?? current, line);
const textAfter = (...keys: KeyName[]) => pressed({ buffer: bufferOf('draft') }, ...keys).buffer.text;

describe('the typed line', () => {
  it('R-58 goes back through what was sent, and forward to what was not', () => {
    expect(textAfter('history-back')).toBe('second\nrow two');
    expect(textAfter('history-back', 'history-back')).toBe('first');
    expect(textAfter('history-back', 'history-back', 'history-back')).toBe('first');
    expect(textAfter('history-back', 'history-back', 'history-forward')).toBe('second\nrow two');
    expect(textAfter('history-back', 'history-forward')).toBe('draft');
    expect(textAfter('history-forward')).toBe('draft');
  });

  it('R-58 arrows move between rows, and leave the text only at its first and last row', () => {
    const older = pressed({ buffer: bufferOf('draft') }, 'up');
    expect(older.buffer).toEqual(bufferOf('second\nrow two'));
    const above = pressed(older, 'up');
    expect(above.buffer).toEqual({ text: 'second\nrow two', cursor: 6 });
    expect(pressed(above, 'up').buffer.text).toBe('first');
    expect(pressed(above, 'down').buffer).toEqual({ text: 'second\nrow two', cursor: 13 });
    expect(pressed(above, 'down', 'down').buffer.text).toBe('draft');
  });

  it('R-58 what is changed in an earlier line does not lose the place', () => {
    const changed = pressed({ buffer: bufferOf('draft') }, 'history-back', 'backspace');
    expect(changed.buffer.text).toBe('second\nrow tw');
    expect(pressed(changed, 'history-back').buffer.text).toBe('first');
    expect(pressed(changed, 'history-forward').buffer.text).toBe('draft');
  });

  it('R-58 keys that edit nothing change nothing', () => {
    expect(editedLine(emptyLine, 'enter', () => sent)).toBeUndefined();
    expect(editedLine(emptyLine, 'history-back', () => [])).toBeUndefined();
  });

  it('R-58 a backslash at the end asks for another row', () => {
    expect(continuedLine({ buffer: bufferOf('one\\') })!.buffer).toEqual(bufferOf('one\n'));
    expect(continuedLine({ buffer: bufferOf('one') })).toBeUndefined();
    expect(continuedLine({ buffer: { text: 'one\\', cursor: 1 } })).toBeUndefined();
  });

  it('R-58 is completed by what all options share', () => {
    const typed = { text: '/s now', cursor: 2 };
    const complete = (options: string[]) => completedBuffer(typed, { start: 0, options });
    expect(complete(['/summarize'])).toEqual({ text: '/summarize now', cursor: 10 });
    expect(complete(['/stats', '/status'])).toEqual({ text: '/stat now', cursor: 5 });
    expect(complete(['/summarize', '/stats'])).toBeUndefined();
    expect(completedBuffer(bufferOf('/h'), { start: 0, options: ['/help'] })).toEqual(bufferOf('/help '));
  });
});
