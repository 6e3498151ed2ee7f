/**
 * Lays out the next context as soon as a compaction is stored. Its new summaries, ledger and work record take longer
 * than the rest of a turn, and the turn then finds them in the caches. The options are those of the thread's last
 * request. Nothing is recalled for it, and nothing depends on it.
 */

import { createLastUsed } from '../text/last-used.ts';
import type { ContextOptions } from './context-options.ts';

export type LaidOutAhead = {
  /** Notes a request of the thread. */
  noteRequest(threadId: string, options: ContextOptions): void;
  /** Lays out the next context after a compaction of the thread was stored. */
  layOut(threadId: string): Promise<void>;
};

/** The threads used last are remembered. */
const mostThreads = 32;
/** One request may lead to several compactions. After this many without a new request, no context is laid out. */
const mostLayouts = 4;

export function createLaidOutAhead(
  layOut: (threadId: string, options: ContextOptions) => Promise<unknown>,
): LaidOutAhead {
  const lastRequests = createLastUsed<string, { options: ContextOptions; layoutsLeft: number }>({
    most: mostThreads,
  });
  return {
    noteRequest(threadId, { signal: _signal, resources: _resources, query: _query, ...options }) {
      lastRequests.set(threadId, { options, layoutsLeft: mostLayouts });
    },
    async layOut(threadId) {
      const last = lastRequests.get(threadId);
      if (last === undefined) return;
      last.layoutsLeft -= 1;
      if (last.layoutsLeft === 0) lastRequests.delete(threadId);
      // Errors are ignored: the caller gets them when it asks for the context itself.
      await layOut(threadId, { ...last.options, longMessages: 'ends', preview: true }).catch(() => undefined);
    },
  };
}
