import { describe, expect, it } from 'vitest';
import { createMemory, rememberTexts, rememberWays } from './remembered.ts';

describe('rememberTexts', () => {
  it('R-48 computes the result for a text only once', () => {
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
  it('R-48 never exceeds its size, and keeps entries that are used', () => {
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

  it('R-48 does not drop all other entries for a large one', () => {
    const memory = createMemory<string, number>({ mostSize: 100 });
    memory.set('small', 1, 10);
    memory.set('large', 2, 90);
    expect([memory.get('small'), memory.get('large')]).toEqual([1, undefined]);
  });
});

describe('rememberWays', () => {
  it('R-48 computes the result once for each options, and forgets those used longest ago', () => {
    const made: number[] = [];
    const times = rememberWays(
      (thing: { size: number }, { by }: { by: number }) => {
        made.push(by);
        return thing.size * by;
      },
      { most: 2 },
    );
    const thing = { size: 3 };
    expect([1, 2, 1, 3, 1].map((by) => times(thing, { by }))).toEqual([3, 6, 3, 9, 3]);
    expect(made).toEqual([1, 2, 3]);
    expect([times(thing, { by: 2 }), times({ size: 5 }, { by: 1 })]).toEqual([6, 5]);
    expect(made).toEqual([1, 2, 3, 2, 1]);
  });
});
