/** Keeps thread handles. A handle holds an id and no state, so it can be reused without a look-up. */
import type { Everthread } from '../../everthread.ts';
import type { Thread } from '../../thread.ts';

const mostHandles = 256;

export function createHandles(everthread: Everthread) {
  const known = new Map<string, Thread>();
  const keep = (thread: Thread): void => {
    known.delete(thread.id);
    known.set(thread.id, thread);
    if (known.size > mostHandles) known.delete(known.keys().next().value!);
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
