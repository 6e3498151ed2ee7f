/**
 * Works in the background and in slices: clears the rows of deleted threads, indexes messages that the full-text index
 * lacks, and hashes rows of earlier versions. So opening a large log takes no longer than opening a small one. A
 * failure is ignored: the rest stays on the list for the next opening.
 */
import { systemRuntime, yieldToEventLoop } from '../../runtime.ts';
import type { SqlContext } from './context.ts';
import { deletionSlice, deletionsDue } from './deletions.ts';
import { hashesDue, hashSlice } from './hash-backlog.ts';
import { backlogDue, type IndexedSlice, indexSlice } from './search/indexing.ts';

type Job = {
  isDue(context: SqlContext): Promise<boolean>;
  /** Returns the amount of work done; 0 if nothing is left. */
  slice(context: SqlContext): Promise<number>;
  afterwards?(): Promise<void>;
};

export type BacklogWorker = {
  /** Notes appended messages that wait to be indexed, and starts indexing once there are enough. */
  indexLater: NonNullable<SqlContext['indexLater']>;
  /** Makes the next append start indexing, however few messages wait, because searches for them are likely. */
  indexSoon(): void;
  /** Resolves when it is known whether there is work, not when it is done. */
  start(): Promise<void>;
  /** Resolves when the current slice is finished. */
  stop(): Promise<void>;
};

/** Indexing this many messages together takes little longer than indexing one. */
const batchMessages = 64;
/** Long texts are slow to search while they wait for the index. */
const batchTokens = 16_000;
/** Pause between two merges: a multiple of the time that the last one took, and a minimum. */
const pauseShare = 10;
const leastPauseMs = 50;

export function backlogWorker(
  context: SqlContext,
  ports: {
    vacuum(): Promise<void>;
    /** See sql-store.ts. */
    indexInBackground?: (() => Promise<IndexedSlice | undefined>) | undefined;
    mergeInBackground?: (() => Promise<number | undefined>) | undefined;
  },
): BacklogWorker {
  const { vacuum, indexInBackground, mergeInBackground } = ports;
  const jobs: Job[] = [
    // The process that deleted the thread ended before it could vacuum, so it is done here.
    { isDue: deletionsDue, slice: deletionSlice, afterwards: vacuum },
    { isDue: backlogDue, slice: async (given) => (await indexSlice(given)).messages },
    { isDue: hashesDue, slice: hashSlice },
  ];
  let stopped = false;
  let working: Promise<void> | undefined;
  let indexing: Promise<void> | undefined;
  let merging: Promise<void> | undefined;
  const ending = new AbortController();
  let left = { messages: 0, tokens: 0 };

  async function work(due: readonly Job[]): Promise<void> {
    try {
      for (const { isDue, slice, afterwards } of due) {
        while (!stopped && (await slice(context)) > 0) await yieldToEventLoop();
        // Even when stopped: after the last slice nothing would show that this is still to do.
        if (afterwards && !(await isDue(context))) await afterwards();
      }
    } catch {
      // A full disk, a lock or a deleted file: what is left is done after the next opening.
    }
  }

  const nextSlice = async (): Promise<IndexedSlice> => (await indexInBackground?.()) ?? indexSlice(context);

  async function indexWaiting(): Promise<void> {
    try {
      for (let isAll = false; !isAll && !stopped; ) {
        // Lets the code that appended go on first.
        await yieldToEventLoop();
        left = { messages: 0, tokens: 0 };
        // Messages that arrive meanwhile wait for the next batch; otherwise a busy program would never end this loop.
        ({ isAll } = await nextSlice());
      }
    } catch {
      // Searches find waiting messages anyway, and the next batch indexes them.
    }
    indexing = undefined;
    if (mergeInBackground !== undefined && !stopped) merging ??= mergeSlowly(mergeInBackground);
  }

  /** Works in small pieces, with long pauses that leave the file to others nearly all the time. */
  async function mergeSlowly(next: () => Promise<number | undefined>): Promise<void> {
    try {
      while (!stopped) {
        const tookMs = await next();
        if (tookMs === undefined) break;
        const pauseMs = Math.max(leastPauseMs, pauseShare * tookMs);
        await systemRuntime.sleep(pauseMs, ending.signal, { keepAlive: false });
      }
    } catch {
      // Stopped or failed: searches still work, only slower.
    }
    merging = undefined;
  }

  return {
    indexSoon() {
      left.messages = batchMessages;
    },
    indexLater({ messages, waiting }) {
      left.messages += messages.length;
      for (const { tokens } of messages) left.tokens += tokens;
      const isBatch = Math.max(left.messages, waiting) >= batchMessages || left.tokens >= batchTokens;
      if (isBatch && !stopped) indexing ??= indexWaiting();
    },
    async start() {
      const due: Job[] = [];
      try {
        for (const job of jobs) if (await job.isDue(context)) due.push(job);
      } catch {
        // A database that cannot be written can still be read, and searched as far as it is indexed.
      }
      if (due.length > 0) working ??= work(due);
    },
    async stop() {
      stopped = true;
      ending.abort();
      await working;
      await indexing;
      await merging;
    },
  };
}
