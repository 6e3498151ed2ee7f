/** Keeps thread handles. A handle holds an id and no state, so it can be reused without a look-up. */
import type { Everthread } from '../../everthread.ts';
import { createLastUsed } from '../../text/last-used.ts';
import type { Thread } from '../../thread.ts';

const mostHandles = 256;

export function createHandles(everthread: Everthread) {
  const known = createLastUsed<string, Thread>({ most: mostHandles });
  const keep = (thread: Thread): void => {
    known.set(thread.id, thread);
  };
  return {
    keep,
    drop: (threadId: string) => known.delete(threadId),
    async find(threadId: string): Promise<Thread | undefined> {
      const thread = known.get(threadId) ?? (await everthread.findThread(threadId));
      if (thread !== undefined) keep(thread);
      return thread;
    },
  };
}
