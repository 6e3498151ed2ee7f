import { describe, expect, it } from 'vitest';
import type { Message } from '../message/message.ts';
import type { Candidate } from './candidates.ts';
import { neighbourValue, opensStretch, rankValues, spreadBest } from './proximity.ts';

function candidate(seq: number, stretch: number): Candidate {
  const message = { threadId: 't', seq } as Message;
  return { message, stretch } as Candidate;
}

/** Two stretches of conversation; between 3 and 6 something was not read. */
const candidates = [candidate(2, 0), candidate(3, 0), candidate(6, 0), candidate(7, 1)];

describe('proximity', () => {
  it('R-49 a match reaches into the messages around it, less with distance, and not over a pause', () => {
    const spread = spreadBest(candidates, [1, 0, 0, 0], 3);
    expect(spread[0]).toBe(1);
    expect(spread[1]).toBeCloseTo(Math.exp(-1 / 3));
    expect(spread[2]).toBeCloseTo(Math.exp(-4 / 3));
    expect(spread[3]).toBe(0);
    expect(spreadBest(candidates, [0, 0, 0.5, 0], 3)[1]).toBeCloseTo(0.5 * Math.exp(-1));
  });

  it('R-49 the value of a neighbour is of what was said directly before or after, in the same stretch', () => {
    const values = [1, 2, 3, 4];
    expect(neighbourValue(candidates, values, 1, -1)).toBe(1);
    expect(neighbourValue(candidates, values, 1, 1)).toBe(0);
    expect(neighbourValue(candidates, values, 3, -1)).toBe(0);
    expect(neighbourValue(candidates, values, 0, -1)).toBe(0);
  });

  it('R-49 the first message after a pause opens a stretch', () => {
    expect(candidates.map((_, index) => opensStretch(candidates, index))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(opensStretch([candidate(1, 0)], 0)).toBe(true);
  });

  it('R-49 values of ranks go from 1 down; what scores nothing has none; of equals the first comes first', () => {
    expect([...rankValues([0, 5, 9, 5], 10)]).toEqual([0, 10 / 11, 1, 10 / 12]);
  });
});
