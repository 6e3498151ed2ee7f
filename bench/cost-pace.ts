/** Times of the messages in a billed conversation: their own, or steady ones without pauses. */
import { type Runtime, systemRuntime } from '../src/runtime.ts';

const secondsBetween = 20;
const start = Date.UTC(2026, 0, 5, 9);

/** Time of every message in milliseconds. */
export type Times = readonly number[];

/** A request every 20 seconds, so that the cache never expires. */
export function steadyTimes(log: readonly object[]): number[] {
  const isAnswer = (message: object | undefined) => (message as { role?: unknown })?.role === 'assistant';
  let requests = 0;
  return log.map((message, index) => {
    if (isAnswer(message) && !isAnswer(log[index - 1])) requests += 1;
    return start + requests * secondsBetween * 1_000;
  });
}

/** A clock that is set to the time of the current message. It never goes back. */
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

/** Counts the requests before which a cache with this lifetime had expired. */
export function pausesIn(times: Times, lifetimeMs: number): number {
  return times.filter((at, index) => index > 0 && at - times[index - 1]! > lifetimeMs).length;
}
