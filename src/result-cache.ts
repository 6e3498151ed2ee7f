/**
 * What a store keeps of a summarizer's answers until the summary they were asked for is committed: where a
 * process ends between the answer and the commit, or the commit fails, an equal request is answered from here and
 * nothing is paid twice. Per thread, and gone with the next commit, with every change of the past (I-10, R-41) and with
 * the thread.
 */
import type { SummaryResult } from './summarizer.ts';

/** Of one thread; beyond them the oldest go. One compaction of a very long text makes some hundred. */
export const mostResults = 1_000;

export type CachedResult = {
  result: SummaryResult;
  /** What it cost was recorded by `recordCalls` since. */
  accounted: boolean;
};

export type ResultCache = {
  /** Undefined also where what is stored can no longer be read. */
  read(options: { threadId: string; key: string }): Promise<CachedResult | undefined>;
  /** Left undone where the thread is gone or its past changed since `revision`: it may tell of what was forgotten. */
  write(options: {
    threadId: string;
    key: string;
    result: SummaryResult;
    revision: number;
    now: number;
  }): Promise<void>;
  /** All of a thread. */
  drop(threadId: string): Promise<void>;
};
