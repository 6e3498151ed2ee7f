/**
 * Works off what the full-text index lacks and rows of an earlier version that have no hash, in the background and a
 * slice at a time, so that opening a large log of an earlier version takes no longer than opening a small one. A failure is no reason to trouble anybody: what is left
 * stays on the list, and the next opening goes on.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import type { SqlContext } from './context.ts';
import { hashesDue, hashSlice } from './hash-backlog.ts';
import { backlogDue, indexSlice } from './search/indexing.ts';

export type BacklogWorker = {
  /** Resolves once it is known whether there is work, not when it is done. */
  start(): Promise<void>;
  /** Resolves when the slice at hand is finished. */
  stop(): Promise<void>;
};

export function backlogWorker(context: SqlContext): BacklogWorker {
  let stopped = false;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    try {
      for (const slice of [indexSlice, hashSlice]) {
        while (!stopped && (await slice(context)) > 0) await yieldToEventLoop();
      }
    } catch {
      // A full disk, a lock, another process that deletes the file: nothing this should fail for.
    }
  }

  return {
    async start() {
      let due = false;
      try {
        due = (await backlogDue(context)) || (await hashesDue(context));
      } catch {
        // A database that cannot be written can still be read and searched as far as it is indexed.
      }
      if (due) working ??= work();
    },
    async stop() {
      stopped = true;
      await working;
    },
  };
}
