/** When the messages of a billed conversation were said: by its own times, or one request after the other without a pause. */
import { type Runtime, systemRuntime } from '../src/runtime.ts';

const secondsBetween = 20;
const start = Date.UTC(2026, 0, 5, 9);

/** Of every message, in milliseconds. */
export type Times = readonly number[];

/** A request every 20 seconds: nothing lapses. */
export function steadyTimes(log: readonly object[]): number[] {
  const isAnswer = (message: object | undefined) => (message as { role?: unknown })?.role === 'assistant';
  let requests = 0;
  return log.map((message, index) => {
    if (isAnswer(message) && !isAnswer(log[index - 1])) requests += 1;
    return start + requests * secondsBetween * 1_000;
  });
}

/** A clock that stands where the conversation is. It never goes back. */
export type ReplayClock = { runtime: Runtime; moveTo(at: number): void };

export function replayClock(): ReplayClock {
  let now = 0;
  return {
    runtime: { ...systemRuntime, now: () => now },
    moveTo: (at) => {
      now = Math.max(now, at);
    },
  };
}

/** Requests that came so long after the one before that a cache of this lifetime had lapsed. */
export function pausesIn(times: Times, lifetimeMs: number): number {
  return times.filter((at, index) => index > 0 && at - times[index - 1]! > lifetimeMs).length;
}
