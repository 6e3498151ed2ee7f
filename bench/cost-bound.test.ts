import { describe, expect, it } from 'vitest';
import { boundOf } from './cost-bound.ts';

const prices = { read: 0.1, write: 1.25 };
/** Requests of 100 tokens each behind a system prompt of 1,000. */
const growth = (requests: number) => ({ head: 1_000, added: Array.from({ length: requests }, () => 100) });

describe('R-70 the least that a conversation can cost', () => {
  it('R-70 is its full history where a compaction would leave as much as there is', () => {
    const { free, neverAbove, asPaid } = boundOf(growth(50), { room: 10_000, left: 6_000, ...prices });
    expect([free, neverAbove, asPaid]).toEqual([1, 1, 1]);
  });

  it('R-70 is lower the less a compaction leaves, and higher where it must never have cost more', () => {
    const at = (left: number) => boundOf(growth(300), { room: 40_000, left, ...prices });
    expect(at(500).free!).toBeLessThan(at(2_000).free!);
    for (const left of [500, 1_000, 2_000]) {
      const { free, neverAbove, asPaid } = at(left);
      expect(free!).toBeLessThanOrEqual(neverAbove!);
      expect(neverAbove!).toBeLessThanOrEqual(asPaid!);
      expect(asPaid!).toBeLessThan(1);
    }
  });

  it('R-70 cannot stay below the full history in a window of which 8 % are less than what is left', () => {
    const { free, neverAbove } = boundOf(growth(300), { room: 15_000, left: 2_000, ...prices });
    expect(free).toBeLessThan(1);
    expect(neverAbove).toBeUndefined();
    expect(boundOf(growth(300), { room: 15_000, left: 1_000, ...prices }).neverAbove).toBeLessThan(1);
  });
});
