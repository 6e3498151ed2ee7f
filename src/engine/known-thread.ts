/** Reads the row of a thread that must exist, including values that contexts learnt since it was stored. */
import { EverthreadError } from '../errors.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { LearntState } from './learnt-state.ts';

export type KnownThreadPorts = { store: Store; learnt: LearntState };

/** Throws `unknown_thread`. */
export async function readKnownThread(
  { store, learnt }: KnownThreadPorts,
  threadId: string,
): Promise<ThreadState> {
  const state = await store.readThread(threadId);
  if (state) return learnt.over(state);
  throw new EverthreadError({
    code: 'unknown_thread',
    field: 'threadId',
    message: `There is no thread ${JSON.stringify(threadId)} in this store: check the id, or make it first.`,
  });
}
