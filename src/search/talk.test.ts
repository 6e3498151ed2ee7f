import { describe, expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import type { Entry } from './pool.ts';
import { beside, opensTalk, spreadBest, standings } from './talk.ts';

function entry(seq: number, session: number): Entry {
  const message = { threadId: 't', seq } as Message;
  return { message, session } as Entry;
}

/** Two stretches of talk; between 3 and 6 something was not read. */
const entries = [entry(2, 0), entry(3, 0), entry(6, 0), entry(7, 1)];

describe('talk', () => {
  it('R-49 a match reaches into the messages around it, less with distance, and not over a pause', () => {
    const spread = spreadBest(entries, [1, 0, 0, 0], 3);
    expect(spread[0]).toBe(1);
    expect(spread[1]).toBeCloseTo(Math.exp(-1 / 3));
    expect(spread[2]).toBeCloseTo(Math.exp(-4 / 3));
    expect(spread[3]).toBe(0);
    expect(spreadBest(entries, [0, 0, 0.5, 0], 3)[1]).toBeCloseTo(0.5 * Math.exp(-1));
  });

  it('R-49 beside is what was said directly before or after, in the same stretch', () => {
    const values = [1, 2, 3, 4];
    expect(beside(entries, values, 1, -1)).toBe(1);
    expect(beside(entries, values, 1, 1)).toBe(0);
    expect(beside(entries, values, 3, -1)).toBe(0);
    expect(beside(entries, values, 0, -1)).toBe(0);
  });

  it('R-49 the first message after a pause opens the talk', () => {
    expect(entries.map((_, index) => opensTalk(entries, index))).toEqual([false, false, false, true]);
    expect(opensTalk([entry(1, 0)], 0)).toBe(true);
  });

  it('R-49 standings go from 1 down; what scores nothing has none; of equals the first stands first', () => {
    expect(standings([0, 5, 9, 5], 10)).toEqual([0, 10 / 11, 1, 10 / 12]);
  });
});
