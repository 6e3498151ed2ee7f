import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import {
  checkSpend,
  checkSpendLimits,
  defaultSpendLimits,
  type SpendLimit,
  spendPeriodStart,
} from './spend-guard.ts';

const used = (calls: number, inputTokens = 0, outputTokens = 0, costUsd = 0) => ({
  calls,
  inputTokens,
  outputTokens,
  costUsd,
  unpricedTokens: 0,
});

describe('spend guard', () => {
  it('R-54 allows up to the limit of calls, and says why it stops', () => {
    const limits: SpendLimit[] = [{ period: 'hour', calls: 3 }];
    expect(checkSpend({ limits, totals: [used(2)] })).toEqual({ allowed: true });
    expect(checkSpend({ limits, totals: [used(3)] })).toEqual({
      allowed: false,
      reason: 'spend limit: 3 of 3 calls used in the last hour',
    });
  });

  it('R-54 counts tokens in and out together', () => {
    const limits: SpendLimit[] = [{ period: 'day', tokens: 10_000 }];
    expect(checkSpend({ limits, totals: [used(1, 9_000, 999)] }).allowed).toBe(true);
    expect(checkSpend({ limits, totals: [used(1, 9_000, 1_000)] }).allowed).toBe(false);
  });

  it('R-54 stops at a cost, and each limit has its own totals', () => {
    const limits: SpendLimit[] = [
      { period: 'minute', calls: 100 },
      { period: 'month', costUsd: 5 },
    ];
    expect(checkSpend({ limits, totals: [used(1), used(1, 0, 0, 4.99)] }).allowed).toBe(true);
    const stopped = checkSpend({ limits, totals: [used(1), used(1, 0, 0, 5)] });
    expect(stopped).toEqual({ allowed: false, reason: 'spend limit: 5 of 5 USD used in the last month' });
    expect(checkSpend({ limits: [{ period: 'day', calls: 0 }], totals: [used(0)] }).allowed).toBe(false);
    expect(checkSpend({ limits: [], totals: [] }).allowed).toBe(true);
  });

  it('R-54 knows where a period begins', () => {
    const now = Date.UTC(2026, 2, 14, 12);
    expect(spendPeriodStart({ limit: { period: 'hour' }, now })).toBe('2026-03-14T11:00:00.000Z');
    expect(spendPeriodStart({ limit: { period: 'day' }, now })).toBe('2026-03-13T12:00:00.000Z');
  });

  it('R-54 names a bad limit', () => {
    const field = (limit: object) => {
      try {
        checkSpendLimits([limit as SpendLimit]);
        return undefined;
      } catch (error) {
        return isEverthreadError(error, 'invalid_option') ? error.field : error;
      }
    };
    expect(field({ period: 'week', calls: 1 })).toBe('spend[0].period');
    expect(field({ period: 'day', tokens: -1 })).toBe('spend[0].tokens');
    expect(field({ period: 'day', costUsd: Number.NaN })).toBe('spend[0].costUsd');
    expect(() => checkSpendLimits(defaultSpendLimits)).not.toThrow();
  });
});
