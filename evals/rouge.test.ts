import { describe, expect, it } from 'vitest';
import { meanScores, rouge, rougeTokens } from './rouge.ts';

describe('rouge', () => {
  it('R-52 parts words at anything but letters and digits, and stems those over three letters', () => {
    expect(rougeTokens("#Person1#'s dogs weren't running, was 3.5")).toEqual([
      'person1',
      's',
      'dog',
      'weren',
      't',
      'run',
      'was',
      '3',
      '5',
    ]);
  });

  it('R-52 gives the figures computed by hand', () => {
    // Reference 6 words, candidate 5; shared: the ×2, cat, on, mat. Pairs: 5 and 4; shared: "the cat", "on the", "the mat".
    const { r1, r2, l } = rouge('the cat sat on the mat', 'the cat on the mat');
    expect(r1).toBeCloseTo((2 * (5 / 6) * 1) / (5 / 6 + 1), 10);
    expect(r2).toBeCloseTo((2 * (3 / 5) * (3 / 4)) / (3 / 5 + 3 / 4), 10);
    expect(l).toBeCloseTo((2 * (5 / 6) * 1) / (5 / 6 + 1), 10);
  });

  it('R-52 counts a repeated word as often as the reference has it', () => {
    // 2 of 2 wanted, 2 of 4 given.
    expect(rouge('the the', 'the the the the').r1).toBeCloseTo(2 / 3, 10);
  });

  it('R-52 takes order into account for L, across sentences only for L', () => {
    const scores = rouge('alpha beta. gamma delta.', 'gamma delta. alpha beta.');
    expect(scores.r1).toBe(1);
    expect(scores.l).toBe(0.5);
    expect(scores.lsum).toBe(1);
  });

  it('R-52 unites the subsequences of one reference sentence', () => {
    // w1 w2 from the first, w1 w3 w5 from the second: four of five words; the candidate has ten.
    const { lsum } = rouge('w1 w2 w3 w4 w5.', 'w1 w2 w6 w7 w8.\nw1 w3 w8 w9 w5.');
    expect(lsum).toBeCloseTo((2 * (4 / 5) * (4 / 10)) / (4 / 5 + 4 / 10), 10);
  });

  it('R-52 is 0 for nothing in common and for nothing at all', () => {
    const zero = { r1: 0, r2: 0, l: 0, lsum: 0 };
    expect(rouge('alpha beta', 'gamma')).toEqual(zero);
    expect(rouge('alpha', '')).toEqual(zero);
    expect(rouge('', 'alpha')).toEqual(zero);
  });

  it('R-52 averages over examples', () => {
    const mean = meanScores([
      { r1: 1, r2: 0, l: 0.5, lsum: 0 },
      { r1: 0, r2: 0.5, l: 0.5, lsum: 1 },
    ]);
    expect(mean).toEqual({ r1: 0.5, r2: 0.25, l: 0.5, lsum: 0.5 });
  });
});
