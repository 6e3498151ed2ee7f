/**
 * Works off what is left of deleted threads, what the full-text index lacks and rows of an earlier version that have no
 * hash, in the background and a slice at a time, so that opening a large log takes no longer than opening a small one.
 * A failure is no reason to trouble anybody: what is left stays on the list, and the next opening goes on.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import type { SqlContext } from './context.ts';
import { deletionSlice, deletionsDue } from './deletions.ts';
import { hashesDue, hashSlice } from './hash-backlog.ts';
import { backlogDue, indexSlice } from './search/indexing.ts';

type Job = {
  isDue(context: SqlContext): Promise<boolean>;
  /** Says how much was done; 0 when nothing is left. */
  slice(context: SqlContext): Promise<number>;
  afterwards?(): Promise<void>;
};

export type BacklogWorker = {
  /** Resolves once it is known whether there is work, not when it is done. */
  start(): Promise<void>;
  /** Resolves when the slice at hand is finished. */
  stop(): Promise<void>;
};

export function backlogWorker(context: SqlContext, vacuum: () => Promise<void>): BacklogWorker {
  const jobs: Job[] = [
    // Nobody is left to ask for it: who deleted the thread was ended meanwhile.
    { isDue: deletionsDue, slice: deletionSlice, afterwards: vacuum },
    { isDue: backlogDue, slice: indexSlice },
    { isDue: hashesDue, slice: hashSlice },
  ];
  let stopped = false;
  let working: Promise<void> | undefined;

  async function work(due: readonly Job[]): Promise<void> {
    try {
      for (const { isDue, slice, afterwards } of due) {
        while (!stopped && (await slice(context)) > 0) await yieldToEventLoop();
        // Even when stopped: once the last slice is done, nobody would know that this is still to do.
        if (afterwards && !(await isDue(context))) await afterwards();
      }
    } catch {
      // A full disk, a lock, another process that deletes the file: nothing this should fail for.
    }
  }

  return {
    async start() {
      const due: Job[] = [];
      try {
        for (const job of jobs) if (await job.isDue(context)) due.push(job);
      } catch {
        // A database that cannot be written can still be read and searched as far as it is indexed.
      }
      if (due.length > 0) working ??= work(due);
    },
    async stop() {
      stopped = true;
      await working;
    },
  };
}
