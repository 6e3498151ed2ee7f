import { describe, expect, it } from 'vitest';
import { compactionWait, renewalWait, waitMs } from './waits.ts';

const rule = { firstMs: 1_000, factor: 3, mostMs: 20_000 };

describe('waits after failures', () => {
  it('R-26 grow with each failure, up to the most', () => {
    // The empty id has no spread.
    const waits = [0, 1, 2, 3, 50].map((failures) => waitMs({ rule, failures, id: '' }));
    expect(waits).toEqual([1_000, 3_000, 9_000, 20_000, 20_000]);
  });

  it('R-26 are never shorter than the provider asked for, and never longer than the most', () => {
    const asked = (retryAfterMs: number) => waitMs({ rule, failures: 0, retryAfterMs, id: '' });
    expect([asked(500), asked(7_000), asked(3_600_000)]).toEqual([1_000, 7_000, 20_000]);
  });

  it('R-26 are spread by id within a quarter, for the same id always alike', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `thread-${index}`);
    const waits = ids.map((id) => waitMs({ rule, failures: 0, id }));
    expect(waits).toEqual(ids.map((id) => waitMs({ rule, failures: 0, id })));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_250);
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  it('R-26 of what code wrote are longer than those of what is due', () => {
    const first = { failures: 0, id: '' };
    expect(waitMs({ rule: compactionWait, ...first })).toBe(30_000);
    expect(waitMs({ rule: renewalWait, ...first })).toBe(60_000);
    expect(waitMs({ rule: renewalWait, failures: 9, id: '' })).toBe(86_400_000);
  });
});
