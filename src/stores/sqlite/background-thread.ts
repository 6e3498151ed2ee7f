/**
 * A program that writes often has a thread, with a connection of its own, for what nobody waits for.
 *
 * It writes the write-ahead log back into the file. By itself SQLite does that within a commit, every thousand pages:
 * whoever commits then waits for the disk, and everybody in this process with him. Here the thread does it before so
 * many have gathered; the connection at hand only where the thread cannot keep up, and for what is left.
 *
 * It puts the words of appended messages into the full-text index, and merges its lists. And where many talk at once, it writes what they say
 * (see write-queue.ts).
 */
import type { IndexedSlice } from '../sql/search/indexing.ts';
import type { SqliteHandle } from './handle.ts';
import { type FileThread, startFileThread } from './long-statements.ts';
import { type MergeLimits, type TermsMerger, termsMerger } from './merge-terms.ts';
import type { SendWrites } from './write-queue.ts';

export type BackgroundThread = {
  /** Something was committed. */
  committed(): void;
  /** The next slice of what waits to be indexed; undefined where there is no thread, or it failed. */
  indexSlice(): Promise<IndexedSlice | undefined>;
  /** Merges a piece of the index (see merge-terms.ts). Undefined also where no thread is there to do it. */
  mergeTerms(): Promise<number | undefined>;
  /** Undefined where there is no thread. */
  writer(): SendWrites | undefined;
  /** Resolves when the thread is gone. */
  close(): Promise<void>;
};

/** As SQLite has it. */
const usualPages = 1_000;
const mostPages = 4_000;
const pagesAtOnce = 500;
/** Whoever commits without a pause leaves something behind every time. */
const mostRounds = 8;
/** A program that writes less than that needs no thread. */
const mostCommits = 64;
const idleMs = 10_000;
/** Whoever wants to write meanwhile waits as long. */
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
  const asked = new Set<Promise<unknown>>();
  let idle: NodeJS.Timeout | undefined;
  let ending = Promise.resolve();
  let isOver = false;
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
      // Once all of it was written back, the log begins anew.
      const pages = state.log < knownPages ? state.log : state.log - knownPages;
      knownPages = state.log;
      const each = Math.max(1, pages / Math.max(1, written));
      commitsAtOnce = Math.min(mostCommits, Math.max(2, Math.round(pagesAtOnce / each)));
    } catch {
      await end();
      isOver = true;
    }
  }

  /**
   * Only a log that is written back to its end begins anew, where its file need not grow: what was committed meanwhile is
   * written back, too, and that is little.
   */
  async function writeBack(there: FileThread): Promise<LogState> {
    for (let left = mostRounds; ; left -= 1) {
      const [[state]] = (await there.run<LogState>(['pragma wal_checkpoint(passive)'])) as [[LogState]];
      if (state.checkpointed >= state.log || left === 1) return state;
    }
  }

  async function start(): Promise<FileThread | undefined> {
    const started = await startFileThread({ file, busyTimeoutMs, readOnly: false, synchronous });
    if (started === undefined) {
      isOver = true;
      return undefined;
    }
    // Whoever closes meanwhile waits for it.
    started.keepAlive(isOver);
    setLimit(mostPages);
    return started;
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    if (thread !== undefined) idle = setTimeout(() => void end(), idleMs).unref();
  }

  /** Until it is needed again. */
  function end(): Promise<void> {
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
    if (isOver || working !== undefined || commits < commitsAtOnce) return;
    clearTimeout(idle);
    working = checkpoint().finally(() => {
      working = undefined;
      endWhenIdle();
    });
  }

  /** A program does not end, nor is the thread ended, while it works on what was asked. */
  async function keptAlive<Result>(
    there: FileThread,
    ask: (there: FileThread) => Promise<Result>,
  ): Promise<Result> {
    clearTimeout(idle);
    there.keepAlive(true);
    const work = ask(there);
    asked.add(work);
    try {
      return await work;
    } finally {
      asked.delete(work);
      if (asked.size === 0) there.keepAlive(isOver);
      endWhenIdle();
    }
  }

  return {
    committed,
    async indexSlice() {
      if (thread === undefined || isOver) return undefined;
      return keptAlive(thread, (there) => there.indexSlice()).catch(() => undefined);
    },
    async mergeTerms() {
      if (thread === undefined || isOver) return undefined;
      merger ??= termsMerger({ statements: thread, takesAll: false, limits: mergeLimits });
      const own = merger;
      return keptAlive(thread, () => own.next()).catch(() => undefined);
    },
    writer() {
      const there = thread;
      if (there === undefined || isOver) return undefined;
      return async (writes) => {
        const outcomes = await keptAlive(there, () => there.write(writes));
        committed();
        return outcomes;
      };
    },
    async close() {
      isOver = true;
      thread?.keepAlive(true);
      await working;
      await Promise.allSettled(asked);
      await end();
    },
  };
}
