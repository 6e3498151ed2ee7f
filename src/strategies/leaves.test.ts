import { describe, expect, it } from 'vitest';
import type { Cut, Cuts } from './cuts.ts';
import { leafTarget, planLeaves } from './leaves.ts';

/** Forty messages of 100 tokens, user and assistant in turn. */
const cut = (seq: number): Cut => ({ seq, tailTokens: (40 - seq) * 100, endsExchange: seq % 2 === 0 });
const all = Array.from({ length: 39 }, (_, index) => cut(index + 1));
const known: Cuts = { all, near: all, complete: true };
const plan = (other: Partial<Parameters<typeof planLeaves>[0]> = {}) =>
  planLeaves({
    ...{ cuts: known, after: 0, tokens: 4_000, tailTokens: 1_000, last: 39, leafTokens: 1_000 },
    ...{ limit: 16, partial: false, ...other },
  });

describe('leaf segments', () => {
  it('R-37 follow one another, are of about equal size, and end where an exchange ends', () => {
    const leaves = plan();
    expect(leaves.length).toBeGreaterThanOrEqual(2);
    for (const [index, { from, to, tokens }] of leaves.entries()) {
      expect(from).toBe((leaves[index - 1]?.to ?? 0) + 1);
      expect(to % 2).toBe(0);
      expect(tokens).toBe((to - from + 1) * 100);
      expect(tokens).toBeGreaterThanOrEqual(500);
      expect(tokens).toBeLessThanOrEqual(1_500);
    }
  });

  it('R-37 are no more than asked for, and none once the tail is small enough', () => {
    expect(plan({ limit: 1 })).toHaveLength(1);
    expect(plan({ tokens: 1_000, after: 30 })).toEqual([]);
    // What stays is the tail, give or take less than a leaf.
    const left = 4_000 - plan().reduce((sum, { tokens }) => sum + tokens, 0);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_000);
  });

  it('R-37 end before what must stay, and the rest becomes a leaf only if that is asked for', () => {
    expect(plan({ last: 12 }).at(-1)!.to).toBeLessThanOrEqual(12);
    expect(plan({ last: 3 })).toEqual([]);
    expect(plan({ last: 3, partial: true })).toMatchObject([{ from: 1, to: 3 }]);
  });

  it('I-11 a unit longer than all known messages becomes one leaf, up to the next known cut', () => {
    const unseen: Cuts = { all: [cut(30), cut(35)], near: [], complete: false };
    expect(plan({ cuts: unseen, tailTokens: 0 })).toEqual([{ from: 1, to: 30, tokens: 3_000 }]);
  });

  it('R-37 I-11 have summaries much smaller than they are, and relatively smaller the longer they are', () => {
    const share = (tokens: number) => leafTarget(tokens, 10_000) / tokens;
    expect(share(2_000)).toBeLessThanOrEqual(0.2);
    expect(share(20_000)).toBeLessThan(share(2_000));
    expect(leafTarget(50_000, 900)).toBe(900);
    expect(leafTarget(10, 900)).toBe(80);
  });
});
