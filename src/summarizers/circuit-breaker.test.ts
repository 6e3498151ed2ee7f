import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { circuitBreaker } from './circuit-breaker.ts';

function fail(breaker: ReturnType<typeof circuitBreaker>, times: number): void {
  for (let count = 0; count < times; count += 1) {
    expect(breaker.enter()).toBe(true);
    breaker.failed();
  }
}

describe('circuit breaker', () => {
  it('R-54 opens after failures in a row, lets one probe through after the cool-down, and closes on its success', async () => {
    const clock = manualClock();
    const breaker = circuitBreaker({ failures: 3, coolDownMs: 1_000, now: clock.now });
    fail(breaker, 3);
    expect([breaker.state(), breaker.enter()]).toEqual(['open', false]);
    await clock.advance(999);
    expect(breaker.enter()).toBe(false);
    await clock.advance(1);
    expect([breaker.state(), breaker.enter(), breaker.enter()]).toEqual(['half-open', true, false]);
    breaker.succeeded();
    expect([breaker.state(), breaker.enter()]).toEqual(['closed', true]);
  });

  it('R-54 a failed probe opens it again for twice as long', async () => {
    const clock = manualClock();
    const breaker = circuitBreaker({ failures: 2, coolDownMs: 1_000, now: clock.now });
    fail(breaker, 2);
    await clock.advance(1_000);
    fail(breaker, 1);
    await clock.advance(1_999);
    expect(breaker.enter()).toBe(false);
    await clock.advance(1);
    expect(breaker.enter()).toBe(true);
    breaker.succeeded();
    fail(breaker, 2);
    await clock.advance(1_000);
    expect(breaker.enter(), 'a success starts anew').toBe(true);
  });

  it('R-54 a success between failures starts the count anew, a cancelled probe frees the place', async () => {
    const clock = manualClock();
    const breaker = circuitBreaker({ failures: 2, coolDownMs: 10, now: clock.now });
    fail(breaker, 1);
    expect(breaker.enter()).toBe(true);
    breaker.succeeded();
    fail(breaker, 1);
    expect(breaker.state()).toBe('closed');
    fail(breaker, 1);
    await clock.advance(10);
    expect(breaker.enter()).toBe(true);
    breaker.cancelled();
    expect(breaker.enter()).toBe(true);
  });

  it('R-54 stays open as long as the other side asked for', async () => {
    const clock = manualClock();
    const breaker = circuitBreaker({ failures: 1, coolDownMs: 10, now: clock.now });
    breaker.enter();
    breaker.failed({ retryAfterMs: 5_000 });
    await clock.advance(4_999);
    expect(breaker.enter()).toBe(false);
    await clock.advance(1);
    expect(breaker.enter()).toBe(true);
  });

  it('R-54 names a bad option', () => {
    const field = (options: object) => {
      try {
        circuitBreaker({ now: () => 0, ...options });
        return undefined;
      } catch (error) {
        return isEverthreadError(error, 'invalid_option') ? error.field : error;
      }
    };
    expect(field({ failures: 0 })).toBe('breaker.failures');
    expect(field({ coolDownMs: -1 })).toBe('breaker.coolDownMs');
    expect(field({ coolDownMs: 0 })).toBeUndefined();
  });
});
