import { describe, expect, it } from 'vitest';
import { createMemory, rememberTexts } from './remembered.ts';

describe('rememberTexts', () => {
  it('R-48 makes something of a text once, however often it is asked', () => {
    const made: string[] = [];
    const upper = rememberTexts(
      (text) => {
        made.push(text);
        return text.toUpperCase();
      },
      { mostCharacters: 100 },
    );
    expect([upper('one'), upper('two'), upper('one')]).toEqual(['ONE', 'TWO', 'ONE']);
    expect(made).toEqual(['one', 'two']);
  });
});

describe('createMemory', () => {
  it('R-48 never holds more than it may, and keeps what is asked for', () => {
    const memory = createMemory<number, number>({ mostSize: 100 });
    memory.set(0, 0, 1);
    let held = 0;
    for (let key = 1; key <= 1_000; key += 1) {
      memory.set(key, key, 1);
      expect(memory.get(0)).toBe(0);
    }
    for (let key = 1; key <= 1_000; key += 1) if (memory.get(key) === key) held += 1;
    expect(held).toBeGreaterThan(10);
    expect(held).toBeLessThanOrEqual(100);
  });

  it('R-48 does not give all others up for one that is large', () => {
    const memory = createMemory<string, number>({ mostSize: 100 });
    memory.set('small', 1, 10);
    memory.set('large', 2, 90);
    expect([memory.get('small'), memory.get('large')]).toEqual([1, undefined]);
  });
});
