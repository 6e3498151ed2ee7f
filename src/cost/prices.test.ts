import { describe, expect, it } from 'vitest';
import { pricesFor } from './model-prices.ts';
import { hasLapsed } from './prices.ts';

const minute = 60_000;
const { cache } = pricesFor('claude-sonnet-4-5');

describe('R-70 whether a cache has lapsed', () => {
  it('R-70 when nothing was sent for longer than it lasts', () => {
    expect(hasLapsed({ sentAt: 0, now: 5 * minute }, cache)).toBe(false);
    expect(hasLapsed({ sentAt: 0, now: 5 * minute + 1 }, cache)).toBe(true);
    expect(hasLapsed({ sentAt: 0, now: 6 * minute }, { ...cache, lifetimeMs: 60 * minute })).toBe(false);
  });

  it('R-70 not where nothing is cached, nor where it is not known when something was sent', () => {
    expect(hasLapsed({ sentAt: 0, now: 60 * minute }, { ...cache, kind: 'none' })).toBe(false);
    expect(hasLapsed({ sentAt: undefined, now: 60 * minute }, cache)).toBe(false);
  });
});
