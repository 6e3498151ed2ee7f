import { describe, expect, it } from 'vitest';
import { compactionWait, renewalWait, waitMs } from './waits.ts';

const rule = { firstMs: 1_000, factor: 3, mostMs: 20_000 };

describe('waits after failures', () => {
  it('R-26 grow with each failure, up to a maximum', () => {
    // The empty id has no spread.
    const waits = [0, 1, 2, 3, 50].map((failures) => waitMs({ rule, failures, id: '' }));
    expect(waits).toEqual([1_000, 3_000, 9_000, 20_000, 20_000]);
  });

  it('R-26 are at least as long as the provider asked for, up to the maximum', () => {
    const asked = (retryAfterMs: number) => waitMs({ rule, failures: 0, retryAfterMs, id: '' });
    expect([asked(500), asked(7_000), asked(3_600_000)]).toEqual([1_000, 7_000, 20_000]);
  });

  it('R-26 differ by up to a quarter between ids, and are always equal for one id', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `thread-${index}`);
    const waits = ids.map((id) => waitMs({ rule, failures: 0, id }));
    expect(waits).toEqual(ids.map((id) => waitMs({ rule, failures: 0, id })));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_250);
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  it('R-26 are longer for redoing summaries than for due compactions', () => {
    const first = { failures: 0, id: '' };
    expect(waitMs({ rule: compactionWait, ...first })).toBe(30_000);
    expect(waitMs({ rule: renewalWait, ...first })).toBe(60_000);
    expect(waitMs({ rule: renewalWait, failures: 9, id: '' })).toBe(86_400_000);
  });
});
