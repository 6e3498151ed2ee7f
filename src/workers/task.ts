/** Work that can run in another thread: a function of data, and of tools that can be created again from settings. */
import type { ViewSettings, Views } from '../redaction/views.ts';
import type { TokenCounter } from '../tokens/counter.ts';

export type Tools = { counter: TokenCounter; views: Views };

/** Settings from which another thread creates the same tools. */
export type ToolSettings = { views: ViewSettings };

export type TaskRun = {
  tools: Tools;
  signal: AbortSignal;
  /** Called between pieces of work: lets other work run, and lets a thread receive a cancellation. */
  pause(): Promise<void>;
};

/** Input and output can be copied between threads; the same input gives the same output. */
export type Task<Input, Output> = (input: Input, run: TaskRun) => Promise<Output>;
