import { expect, it } from 'vitest';
import type { ThreadState } from '../records/thread-state.ts';
import { type LapsedCachePorts, maySwapIn } from './lapsed-cache.ts';

const minute = 60_000;

function decide({ pause, reason }: { pause: number; reason: string | undefined }) {
  const asked: unknown[] = [];
  const ports = {
    runtime: { now: () => pause },
    pricesFor: () => ({ cache: { lifetimeMs: 5 * minute } }),
    budgetFor: () => ({ available: 100 }),
    strategyFor: () => ({
      check(given: { lapsed?: boolean }) {
        asked.push(given.lapsed);
        return reason;
      },
    }),
  } as unknown as LapsedCachePorts;
  return { swapsIn: maySwapIn(ports, { sent: { at: 0 } } as ThreadState, null), asked };
}

it('R-70 after the cache has lapsed, the strategy says whether prepared summaries may be shown', () => {
  expect(decide({ pause: 6 * minute, reason: 'after a pause' })).toEqual({ swapsIn: true, asked: [true] });
  expect(decide({ pause: 6 * minute, reason: undefined })).toEqual({ swapsIn: false, asked: [true] });
});

it('R-70 while the cache holds, the strategy is not asked', () => {
  expect(decide({ pause: 4 * minute, reason: 'after a pause' })).toEqual({ swapsIn: false, asked: [] });
});
