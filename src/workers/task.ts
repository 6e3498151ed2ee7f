/** Work that can be done in another thread: a function of data, and of tools that can be made anew from settings. */
import type { ViewSettings, Views } from '../redaction/views.ts';
import type { TokenCounter } from '../tokens/counter.ts';

export type Tools = { counter: TokenCounter; views: Views };

/** Enough to make the same tools in another thread. */
export type ToolSettings = { views: ViewSettings };

export type TaskRun = {
  tools: Tools;
  signal: AbortSignal;
  /** Called between pieces of work: lets others run, and a thread hear that nobody waits any more. */
  pause(): Promise<void>;
};

/** Input and output are data that can be copied from thread to thread; the same input gives the same output. */
export type Task<Input, Output> = (input: Input, run: TaskRun) => Promise<Output>;
