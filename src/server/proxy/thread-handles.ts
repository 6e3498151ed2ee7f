/** Keeps thread handles. A handle holds an id and no state, so it can be reused without a look-up. */
import type { Everthread } from '../../everthread.ts';
import { createLastUsed } from '../../text/last-used.ts';
import type { Thread } from '../../thread.ts';

const mostHandles = 256;

export type Handles = {
  keep(thread: Thread): void;
  drop(threadId: string): void;
  /** Undefined if there is no such thread. */
  find(threadId: string): Promise<Thread | undefined>;
};

export function createHandles(everthread: Everthread): Handles {
  const known = createLastUsed<string, Thread>({ most: mostHandles });
  const keep = (thread: Thread): void => known.set(thread.id, thread);
  return {
    keep,
    drop: (threadId) => known.delete(threadId),
    async find(threadId) {
      const thread = known.get(threadId) ?? (await everthread.findThread(threadId));
      if (thread !== undefined) keep(thread);
      return thread;
    },
  };
}
