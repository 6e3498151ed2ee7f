/**
 * Ctrl-C ends a command at once, but what it opened is closed first. A compaction then gives its thread back; otherwise
 * the next command would find it held, by a worker that no longer exists, until the lease runs out.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Nobody waits longer for a command that was interrupted. A second Ctrl-C does not wait at all. */
const mostMs = 2_000;

const closers = new Set<() => Promise<void>>();
let interrupted = false;

/** Has something closed on Ctrl-C. Returns how to close it in any other case. */
export function closedOnInterrupt(close: () => Promise<void>): () => Promise<void> {
  closers.add(close);
  return () => close().finally(() => closers.delete(close));
}

/** Errors of a command that was interrupted say only that. */
export function wasInterrupted(): boolean {
  return interrupted;
}

/** Never rejects. */
export async function closeInterrupted(): Promise<void> {
  interrupted = true;
  await Promise.race([Promise.allSettled([...closers].map((close) => close())), sleep(mostMs)]);
}
