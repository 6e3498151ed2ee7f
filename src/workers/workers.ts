/**
 * Decides where a piece of work is done. Short work is done here: a thread costs a copy of what goes in and comes out,
 * and its start some hundred milliseconds. Long work goes to the pool. Where there is none (turned off, a database in
 * memory, a bundled program, a runtime without threads) or its thread ends, the same function does it here in pieces,
 * with the same result.
 */
import { availableParallelism } from 'node:os';
import { yieldToEventLoop } from '../runtime.ts';
import { type Pool, ThreadFailure } from './pool.ts';
import { joinSharedPool, leaveSharedPool } from './shared-pool.ts';
import type { Task, ToolSettings, Tools } from './task.ts';
import { type TaskInput, type TaskName, type TaskOutput, tasks } from './tasks.ts';

export type Workers = {
  /** `characters`: about how much text there is to work on. */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: { characters: number; signal?: AbortSignal | undefined },
  ): Promise<TaskOutput<Name>>;
  close(): Promise<void>;
};

/** Below this, work takes a few milliseconds at most (decision 0050). */
const shortWork = 2_000;
/** What starts the threads: a single piece of work of this size, or so much of it in all. */
const longWork = 4_000;
const muchWork = 8_000;

const never = new AbortController().signal;

export function createWorkers(options: {
  /** False: everything is done here. */
  threads: number | false;
  tools(): Tools;
  /** Undefined where the tools hold functions of the caller, which no other thread can call. */
  settings(): ToolSettings | undefined;
  /** Told once: threads were wanted and could not be had. */
  onFallback(reason: string): void;
  join?: (user: symbol, threads: number) => Pool;
}): Workers {
  const { tools, settings, onFallback, join = joinSharedPool } = options;
  const user = Symbol('workers');
  let { threads } = options;
  let pool: Pool | undefined;
  let done = 0;

  const giveUp = (reason: string) => {
    // Told once; closing is no reason to tell.
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
      { characters, signal = never }: { characters: number; signal?: AbortSignal | undefined },
    ): Promise<TaskOutput<Name>> {
      const portable = threads === false || !goesToThread(characters) ? undefined : settings();
      if (portable !== undefined && threads !== false) {
        try {
          pool ??= join(user, threads);
          const output = await pool.run({ task: name, input, settings: portable }, signal);
          return output as TaskOutput<Name>;
        } catch (error) {
          if (!(error instanceof ThreadFailure)) throw error;
          const reason = pool?.broken();
          if (reason !== undefined) giveUp(reason);
        }
      }
      // Pieces of work that come one after the other are pieces for the loop, too.
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

/** One core is left to the thread that serves turns; more than two threads would wait for one another's sources. */
export function defaultThreads(): number {
  return Math.max(1, Math.min(2, availableParallelism() - 1));
}
