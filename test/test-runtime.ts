/** A runtime for repeatable runs: time only moves on command, ids count up, and long sleeps only end by abort. */
import type { Runtime } from '../src/runtime.ts';

export type TestRuntime = Runtime & { advance(milliseconds: number): void };

export function testRuntime(prefix = ''): TestRuntime {
  let time = Date.UTC(2026, 0, 1);
  const counts = new Map<string, number>();
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    newId: (kind) => {
      const next = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, next);
      return `${kind}_${prefix}${String(next).padStart(6, '0')}`;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (milliseconds < 5_000) setImmediate(resolve);
      }),
  };
}
