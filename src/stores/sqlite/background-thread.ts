/**
 * A background thread with a connection of its own, for work that nobody waits for. Only programs that write often get
 * one.
 *
 * The thread writes the write-ahead log back into the file (a checkpoint). SQLite itself does that within a commit,
 * every thousand pages, and the commit and everything else in the process then wait for the disk. The thread does it
 * before that many pages gather. The main connection only does it if the thread cannot keep up, and for the rest.
 *
 * The thread also adds the words of appended messages to the full-text index and merges the index's lists. While many
 * threads are written to at once, it makes their writes, too (see write-queue.ts).
 */
import type { IndexedSlice } from '../sql/search/indexing.ts';
import type { SqliteHandle } from './handle.ts';
import { type FileThread, startFileThread } from './long-statements.ts';
import { type MergeLimits, type TermsMerger, termsMerger } from './merge-terms.ts';
import type { SendWrites } from './write-queue.ts';

export type BackgroundThread = {
  /** Called after every commit. */
  committed(): void;
  /** Indexes the next slice of waiting messages; undefined if there is no thread, or it failed. */
  indexSlice(): Promise<IndexedSlice | undefined>;
  /** Merges a piece of the index (see merge-terms.ts). Also undefined if there is no thread. */
  mergeTerms(): Promise<number | undefined>;
  /** Undefined if there is no thread. */
  writer(): SendWrites | undefined;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
};

/** SQLite's own limit. */
const usualPages = 1_000;
const mostPages = 4_000;
const pagesAtOnce = 500;
/** Most attempts to reach the end of the log, because continuous commits always leave something behind. */
const mostRounds = 8;
/** A program with fewer commits needs no thread. */
const mostCommits = 64;
const idleMs = 10_000;
/** Short, because other writers wait that long. */
const mergeLimits: MergeLimits = { fewestPages: 4, mostPages: 64, shortMs: 4, longMs: 10 };

type LogState = { busy: number; log: number; checkpointed: number };

export function backgroundThread(options: {
  file: string;
  handle: SqliteHandle;
  busyTimeoutMs: number;
  synchronous: 'full' | 'normal';
}): BackgroundThread {
  const { file, handle, busyTimeoutMs, synchronous } = options;
  let thread: FileThread | undefined;
  let merger: TermsMerger | undefined;
  let working: Promise<void> | undefined;
  const pending = new Set<Promise<unknown>>();
  let idle: NodeJS.Timeout | undefined;
  let ending = Promise.resolve();
  let hasEnded = false;
  let commits = 0;
  let commitsAtOnce = mostCommits;
  let knownPages = 0;

  async function checkpoint(): Promise<void> {
    try {
      thread ??= await start();
      if (thread === undefined) return;
      const written = commits;
      commits = 0;
      const state = await writeBack(thread);
      // After a complete checkpoint the log starts again from its beginning.
      const pages = state.log < knownPages ? state.log : state.log - knownPages;
      knownPages = state.log;
      const each = Math.max(1, pages / Math.max(1, written));
      commitsAtOnce = Math.min(mostCommits, Math.max(2, Math.round(pagesAtOnce / each)));
    } catch {
      await stop();
      hasEnded = true;
    }
  }

  /**
   * Repeats the checkpoint until the end of the log, including the few pages committed meanwhile: only then the log
   * restarts from its beginning and its file need not grow.
   */
  async function writeBack(running: FileThread): Promise<LogState> {
    for (let left = mostRounds; ; left -= 1) {
      const [[state]] = (await running.run<LogState>(['pragma wal_checkpoint(passive)'])) as [[LogState]];
      if (state.checkpointed >= state.log || left === 1) return state;
    }
  }

  async function start(): Promise<FileThread | undefined> {
    const started = await startFileThread({ file, busyTimeoutMs, readOnly: false, synchronous });
    if (started === undefined) {
      hasEnded = true;
      return undefined;
    }
    // If the store was closed meanwhile, the process waits for this thread.
    started.keepAlive(hasEnded);
    setLimit(mostPages);
    return started;
  }

  function stopWhenIdle(): void {
    clearTimeout(idle);
    if (thread !== undefined) idle = setTimeout(() => void stop(), idleMs).unref();
  }

  /** Ends the thread; it is started again on demand. */
  function stop(): Promise<void> {
    clearTimeout(idle);
    if (thread === undefined) return ending;
    ending = thread.close().catch(() => undefined);
    thread = undefined;
    merger = undefined;
    setLimit(usualPages);
    return ending;
  }

  function setLimit(pages: number): void {
    handle.prepare(`pragma wal_autocheckpoint = ${pages}`).all();
  }

  function committed(): void {
    commits += 1;
    if (hasEnded || working !== undefined || commits < commitsAtOnce) return;
    clearTimeout(idle);
    working = checkpoint().finally(() => {
      working = undefined;
      stopWhenIdle();
    });
  }

  /** Keeps the process and the thread alive until the work is done. */
  async function whileAlive<Result>(
    running: FileThread,
    request: (running: FileThread) => Promise<Result>,
  ): Promise<Result> {
    clearTimeout(idle);
    running.keepAlive(true);
    const work = request(running);
    pending.add(work);
    try {
      return await work;
    } finally {
      pending.delete(work);
      if (pending.size === 0) running.keepAlive(hasEnded);
      stopWhenIdle();
    }
  }

  return {
    committed,
    async indexSlice() {
      if (thread === undefined || hasEnded) return undefined;
      return whileAlive(thread, (running) => running.indexSlice()).catch(() => undefined);
    },
    async mergeTerms() {
      if (thread === undefined || hasEnded) return undefined;
      merger ??= termsMerger({ statements: thread, takesAll: false, limits: mergeLimits });
      const own = merger;
      return whileAlive(thread, () => own.next()).catch(() => undefined);
    },
    writer() {
      const running = thread;
      if (running === undefined || hasEnded) return undefined;
      return async (writes) => {
        const outcomes = await whileAlive(running, () => running.write(writes));
        committed();
        return outcomes;
      };
    },
    async close() {
      hasEnded = true;
      thread?.keepAlive(true);
      await working;
      await Promise.allSettled(pending);
      await stop();
    },
  };
}
