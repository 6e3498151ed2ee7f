/**
 * After a compaction the next context has new summaries, a new ledger and a new work record to lay out, which takes
 * longer than all the rest of a turn. It is laid out when the compaction is stored, the way the thread was last asked
 * for, so that the turn finds it remembered. Nothing is looked up for it, and nothing depends on it.
 */
import type { ContextOptions } from './context-options.ts';

export type LaidOutAhead = {
  /** A request was made of the thread. */
  used(threadId: string, options: ContextOptions): void;
  /** A compaction of the thread was stored. */
  layOut(threadId: string): Promise<void>;
};

/** Those used last. */
const mostThreads = 32;
/** For one request, which may lead to more than one compaction; nobody waits for those of a thread that is left alone. */
const mostLayouts = 4;

export function createLaidOutAhead(
  layOut: (threadId: string, options: ContextOptions) => Promise<unknown>,
): LaidOutAhead {
  const asked = new Map<string, { options: ContextOptions; left: number }>();
  return {
    used(threadId, { signal: _signal, resources: _resources, query: _query, ...options }) {
      asked.delete(threadId);
      asked.set(threadId, { options, left: mostLayouts });
      if (asked.size > mostThreads) asked.delete(asked.keys().next().value!);
    },
    async layOut(threadId) {
      const last = asked.get(threadId);
      if (last === undefined) return;
      last.left -= 1;
      if (last.left === 0) asked.delete(threadId);
      // Whatever is wrong is told to the one who asks for the context itself.
      await layOut(threadId, { ...last.options, longMessages: 'ends', preview: true }).catch(() => undefined);
    },
  };
}
