/**
 * Stops calling something that keeps failing. Closed: calls pass. After `failures` failures in a row it opens,
 * and no calls pass until the cool-down is over. Then one call passes as a probe. Its success closes the breaker; its
 * failure opens it again for twice as long, up to an hour.
 */
import { invalidOption } from '../errors.ts';
import type { Runtime } from '../runtime.ts';

const mostCoolDownMs = 3_600_000;

export type CircuitBreakerOptions = { failures?: number; coolDownMs?: number };

export type CircuitBreaker = {
  state(): 'closed' | 'open' | 'half-open';
  /** Whether a call may be made now. Each true must be followed by exactly one of the three reports. */
  enter(): boolean;
  succeeded(): void;
  /** `retryAfterMs` is the wait that the other side asked for; the cool-down is at least as long. */
  failed(options?: { retryAfterMs?: number }): void;
  /** The call ended for a reason that says nothing about the other side. */
  cancelled(): void;
};

export function circuitBreaker({
  failures = 3,
  coolDownMs = 60_000,
  now,
}: CircuitBreakerOptions & Pick<Runtime, 'now'>): CircuitBreaker {
  if (!Number.isInteger(failures) || failures < 1) {
    throw invalidOption('breaker.failures', 'a whole number of 1 or more', failures);
  }
  if (!Number.isFinite(coolDownMs) || coolDownMs < 0) {
    throw invalidOption('breaker.coolDownMs', 'a number of milliseconds of 0 or more', coolDownMs);
  }
  let inARow = 0;
  let openUntil: number | null = null;
  let probing = false;
  let openings = 0;

  return {
    state() {
      if (openUntil === null) return 'closed';
      return probing || now() >= openUntil ? 'half-open' : 'open';
    },
    enter() {
      if (openUntil === null) return true;
      if (probing || now() < openUntil) return false;
      probing = true;
      return true;
    },
    succeeded() {
      inARow = 0;
      openings = 0;
      openUntil = null;
      probing = false;
    },
    failed({ retryAfterMs = 0 } = {}) {
      inARow += 1;
      probing = false;
      if (openUntil === null && inARow < failures) return;
      const grown = Math.min(coolDownMs * 2 ** openings, Math.max(coolDownMs, mostCoolDownMs));
      openUntil = now() + Math.max(grown, Math.min(retryAfterMs, mostCoolDownMs));
      openings += 1;
    },
    cancelled() {
      probing = false;
    },
  };
}
