/** A runtime whose clock only moves when a test moves it, and whose ids are counted: `msg_1`, `msg_2`, `sum_1`. */
import { invalidOption } from '../errors.ts';
import type { Runtime } from '../runtime.ts';

export type ManualClock = Runtime & {
  /**
   * Moves time on and wakes every sleeper that becomes due, earliest first. After each, the work it started runs until
   * it waits for time or the outside world again; sleeps begun meanwhile are woken too when they become due.
   */
  advance(milliseconds: number): Promise<void>;
  /** Moves to the next sleeper's time and wakes it. False if nobody sleeps. */
  advanceToNext(): Promise<boolean>;
  /** Number of sleepers. */
  sleeping(): number;
};

type Sleeper = { at: number; wake: () => void };

export function manualClock({
  start = '2026-01-01T00:00:00.000Z',
}: {
  start?: string | number;
} = {}): ManualClock {
  let time = typeof start === 'number' ? start : Date.parse(start);
  if (!Number.isFinite(time)) throw invalidOption('start', 'milliseconds or an ISO time', start);
  const counters = new Map<string, number>();
  let sleepers: Sleeper[] = [];

  /** The sleeper due first; of several due together, the one that began first. */
  function nextSleeper(): Sleeper | undefined {
    let next: Sleeper | undefined;
    for (const sleeper of sleepers) if (next === undefined || sleeper.at < next.at) next = sleeper;
    return next;
  }

  async function wake(sleeper: Sleeper): Promise<void> {
    sleepers = sleepers.filter((other) => other !== sleeper);
    time = Math.max(time, sleeper.at);
    sleeper.wake();
    await settle();
  }

  return {
    now: () => time,
    newId(kind) {
      const count = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, count);
      return `${kind}_${count}`;
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          at: time + Math.max(0, milliseconds),
          wake() {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    async advance(milliseconds) {
      if (!(milliseconds >= 0)) throw invalidOption('milliseconds', 'a number of 0 or more', milliseconds);
      await settle();
      const end = time + milliseconds;
      for (let next = nextSleeper(); next !== undefined && next.at <= end; next = nextSleeper())
        await wake(next);
      time = Math.max(time, end);
      await settle();
    },
    async advanceToNext() {
      await settle();
      const next = nextSleeper();
      if (next === undefined) return false;
      await wake(next);
      return true;
    },
    sleeping: () => sleepers.length,
  };
}

/** A chain of promises ends within one turn of the event loop, unless it waits for setImmediate, once or twice at most. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
