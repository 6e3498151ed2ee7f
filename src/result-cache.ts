/**
 * Keeps a summarizer's answers until the summary they belong to is committed. If the process ends between answer
 * and commit, or the commit fails, an equal request is answered from here and not paid for twice. Answers belong to a
 * thread. They are removed by its next commit, by every change of its past (I-10, R-41), and with the thread.
 */
import type { SummaryResult } from './summarizer.ts';

/** Most answers of one thread; the oldest are dropped first. One compaction of a very long text makes some hundred. */
export const mostResults = 1_000;

export type CachedResult = {
  result: SummaryResult;
  /** True once `recordCalls` has recorded the cost. */
  accounted: boolean;
};

export type ResultCache = {
  /** Also undefined when the stored answer can no longer be read. */
  read(options: { threadId: string; key: string }): Promise<CachedResult | undefined>;
  /**
   * Does nothing when the thread is gone or its past has changed since `revision`: the answer may contain forgotten
   * text.
   */
  write(options: {
    threadId: string;
    key: string;
    result: SummaryResult;
    revision: number;
    now: number;
  }): Promise<void>;
  /** Drops all answers of a thread. */
  drop(threadId: string): Promise<void>;
};
