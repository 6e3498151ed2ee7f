/**
 * Decides where a piece of work runs. Short work runs here: a thread costs a copy of input and output, and its start
 * some hundred milliseconds. Long work goes to the pool. If there is no pool (turned off, an in-memory database, a
 * bundled program, a runtime without threads) or its thread ends, the same function runs here in pieces, with the same
 * result.
 */
import { availableParallelism } from 'node:os';
import { yieldToEventLoop } from '../runtime.ts';
import { type Pool, ThreadFailure } from './pool.ts';
import { joinSharedPool, leaveSharedPool } from './shared-pool.ts';
import type { Task, ToolSettings, Tools } from './task.ts';
import { type TaskInput, type TaskName, type TaskOutput, tasks } from './tasks.ts';
import { type Precedence, urgencies } from './urgency.ts';

type RunOptions = {
  /** Approximate length of the text to work on. */
  characters: number;
  /** The thread that the work is for, if it is done in the background. Otherwise somebody waits for it. */
  threadId?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type Workers = {
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: RunOptions,
  ): Promise<TaskOutput<Name>>;
  close(): Promise<void>;
};

/** Shorter work takes a few milliseconds at most (decision 0050). */
const shortWork = 2_000;
/** Threads are started by a single piece of work of `longWork` characters, or by `muchWork` characters in all. */
const longWork = 4_000;
const muchWork = 8_000;

const never = new AbortController().signal;

export function createWorkers(options: {
  /** False: all work runs here. */
  threads: number | false;
  tools(): Tools;
  /** Undefined if the tools hold functions of the caller, which other threads cannot call. */
  settings(): ToolSettings | undefined;
  /** Called once if threads were wanted but are not available. */
  onFallback(reason: string): void;
  precedence: Precedence;
  join?: (user: symbol, threads: number) => Pool;
}): Workers {
  const { tools, settings, onFallback, precedence, join = joinSharedPool } = options;
  const user = Symbol('workers');
  let { threads } = options;
  let pool: Pool | undefined;
  let done = 0;

  const giveUp = (reason: string) => {
    // Reported once, and not after closing.
    if (threads !== false) onFallback(reason);
    threads = false;
  };
  const goesToThread = (characters: number): boolean => {
    if (characters < shortWork) return false;
    done += characters;
    return pool !== undefined || characters >= longWork || done >= muchWork;
  };

  return {
    async run<Name extends TaskName>(
      name: Name,
      input: TaskInput<Name>,
      { characters, threadId, signal = never }: RunOptions,
    ): Promise<TaskOutput<Name>> {
      const way = threadId === undefined ? undefined : precedence.giveWay(threadId);
      if (way !== undefined) await way;
      const portable = threads === false || !goesToThread(characters) ? undefined : settings();
      if (portable !== undefined && threads !== false) {
        try {
          pool ??= join(user, threads);
          const urgency = () => (threadId === undefined ? urgencies.request : precedence.urgencyOf(threadId));
          const output = await pool.run({ task: name, input, settings: portable, urgency }, signal);
          return output as TaskOutput<Name>;
        } catch (error) {
          if (!(error instanceof ThreadFailure)) throw error;
          const reason = pool?.broken();
          if (reason !== undefined) giveUp(reason);
        }
      }
      // Consecutive pieces of work also let the event loop run in between.
      await yieldToEventLoop();
      const task = tasks[name] as Task<TaskInput<Name>, TaskOutput<Name>>;
      return task(input, { tools: tools(), signal, pause: yieldToEventLoop });
    },
    async close() {
      threads = false;
      if (pool) await leaveSharedPool(user);
    },
  };
}

/** Leaves one core to the thread that serves turns. More than two threads would mostly wait for their input. */
export function defaultThreads(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}
