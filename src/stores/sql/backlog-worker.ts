/**
 * Works off what is left of deleted threads, what the full-text index lacks and rows of an earlier version that have no
 * hash, in the background and a slice at a time, so that opening a large log takes no longer than opening a small one.
 * A failure is no reason to trouble anybody: what is left stays on the list, and the next opening goes on.
 */
import { systemRuntime, yieldToEventLoop } from '../../runtime.ts';
import type { SqlContext } from './context.ts';
import { deletionSlice, deletionsDue } from './deletions.ts';
import { hashesDue, hashSlice } from './hash-backlog.ts';
import { backlogDue, type IndexedSlice, indexSlice } from './search/indexing.ts';

type Job = {
  isDue(context: SqlContext): Promise<boolean>;
  /** Says how much was done; 0 when nothing is left. */
  slice(context: SqlContext): Promise<number>;
  afterwards?(): Promise<void>;
};

export type BacklogWorker = {
  /** Messages were appended that wait to be indexed. Begins with that once there are enough of them. */
  indexLater: NonNullable<SqlContext['indexLater']>;
  /** What waits is looked for from now on: the next append makes a beginning, however little it is. */
  indexSoon(): void;
  /** Resolves once it is known whether there is work, not when it is done. */
  start(): Promise<void>;
  /** Resolves when the slice at hand is finished. */
  stop(): Promise<void>;
};

/** Writing the words of so many messages together takes little longer than writing those of one. */
const batchMessages = 64;
/** Long texts take long to search while they wait. */
const batchTokens = 16_000;
/** Between two pieces of tidying: as multiples of what one took, and at least. */
const pauseShare = 10;
const leastPauseMs = 50;

export function backlogWorker(
  context: SqlContext,
  ports: {
    vacuum(): Promise<void>;
    /** See sql-store.ts. */
    indexElsewhere?: (() => Promise<IndexedSlice | undefined>) | undefined;
    tidyElsewhere?: (() => Promise<number | undefined>) | undefined;
  },
): BacklogWorker {
  const { vacuum, indexElsewhere, tidyElsewhere } = ports;
  const jobs: Job[] = [
    // Nobody is left to ask for it: who deleted the thread was ended meanwhile.
    { isDue: deletionsDue, slice: deletionSlice, afterwards: vacuum },
    { isDue: backlogDue, slice: async (given) => (await indexSlice(given)).messages },
    { isDue: hashesDue, slice: hashSlice },
  ];
  let stopped = false;
  let working: Promise<void> | undefined;
  let indexing: Promise<void> | undefined;
  let tidying: Promise<void> | undefined;
  const ending = new AbortController();
  let left = { messages: 0, tokens: 0 };

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

  const nextSlice = async (): Promise<IndexedSlice> => (await indexElsewhere?.()) ?? indexSlice(context);

  async function indexWaiting(): Promise<void> {
    try {
      for (let isAll = false; !isAll && !stopped; ) {
        // Whoever appended goes on first.
        await yieldToEventLoop();
        left = { messages: 0, tokens: 0 };
        // What comes meanwhile waits for the next batch: there is nearly always something while people talk.
        ({ isAll } = await nextSlice());
      }
    } catch {
      // As above: what waits is found all the same, and the next batch takes it along.
    }
    indexing = undefined;
    if (tidyElsewhere !== undefined && !stopped) tidying ??= tidy(tidyElsewhere);
  }

  /** In small pieces, with pauses that leave the file to others nearly all of the time. */
  async function tidy(next: () => Promise<number | undefined>): Promise<void> {
    try {
      while (!stopped) {
        const tookMs = await next();
        if (tookMs === undefined) break;
        const pauseMs = Math.max(leastPauseMs, pauseShare * tookMs);
        await systemRuntime.sleep(pauseMs, ending.signal, { keepAlive: false });
      }
    } catch {
      // Stopped, or as above: all is found as it is, only not as fast.
    }
    tidying = undefined;
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
        // A database that cannot be written can still be read and searched as far as it is indexed.
      }
      if (due.length > 0) working ??= work(due);
    },
    async stop() {
      stopped = true;
      ending.abort();
      await working;
      await indexing;
      await tidying;
    },
  };
}
