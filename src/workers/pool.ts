/**
 * A few worker threads shared by all instances of a process. They are started on demand, do not keep an idle process
 * alive, and end when they were idle for a while or the last instance closes. Any failure of a thread rejects with a
 * `ThreadFailure`; the caller then does the work itself, so nothing is lost.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answer, Order } from './pool-thread.ts';
import type { ToolSettings } from './task.ts';
import type { TaskName } from './tasks.ts';
import type { Urgency } from './urgency.ts';
import { createUrgentFirst } from './urgent-first.ts';

export class ThreadFailure extends Error {
  override name = 'ThreadFailure';
}

export type Pool = {
  run(work: Work, signal: AbortSignal): Promise<unknown>;
  /** The reason why the pool has given up on threads; undefined while it works. */
  broken(): string | undefined;
  close(): Promise<void>;
};

/** The part of Node's `Worker` that is used, so that the library's types do not need Node's. */
export type PoolThread = {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  on(event: 'message', listener: (answer: Answer) => void): unknown;
  postMessage(order: Order): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
};

type Work = {
  task: TaskName;
  input: unknown;
  settings: ToolSettings;
  /** Asked whenever a thread is free, because what is urgent changes while work waits. */
  urgency(): Urgency;
};
type Job = Work & { id: number; resolve(output: unknown): void; reject(error: unknown): void };
type Thread = {
  worker: PoolThread;
  job: Job | undefined;
  isReady: boolean;
  idle: NodeJS.Timeout | undefined;
};

/** A thread takes some hundred megabytes, which are given back when it is idle. */
const idleMilliseconds = 30_000;

/** After this many threads in a row that died without doing any work, the pool gives up. */
const mostDeaths = 3;

export function createPool(options: {
  threads(): number;
  startThread?: () => PoolThread;
  idleMs?: number;
}): Pool {
  const { threads: most, startThread = startPoolThread, idleMs = idleMilliseconds } = options;
  const threads = new Set<Thread>();
  const waiting = createUrgentFirst<Job>((job) => job.urgency());
  let nextId = 1;
  let deaths = 0;
  let broken: string | undefined;

  const giveUp = (reason: string) => {
    broken = reason;
    for (const job of waiting.clear()) job.reject(new ThreadFailure(reason));
  };

  const onEnd = (thread: Thread, reason: string) => {
    if (!threads.delete(thread)) return;
    thread.job?.reject(new ThreadFailure(reason));
    deaths += 1;
    if (!thread.isReady) giveUp(`No thread could be started: ${reason}`);
    else if (deaths >= mostDeaths) giveUp(`Threads ended again and again: ${reason}`);
    else pump();
  };

  const rest = (thread: Thread) => {
    thread.worker.unref();
    thread.idle = setTimeout(() => {
      if (threads.delete(thread)) void thread.worker.terminate();
    }, idleMs).unref();
  };

  const onAnswer = (thread: Thread, answer: Answer) => {
    if (answer === 'ready') {
      thread.isReady = true;
      return;
    }
    const { job } = thread;
    thread.job = undefined;
    rest(thread);
    if ('output' in answer) {
      deaths = 0;
      job?.resolve(answer.output);
    } else job?.reject(new ThreadFailure(answer.failed));
    pump();
  };

  const start = (): Thread | undefined => {
    try {
      const thread: Thread = { worker: startThread(), job: undefined, isReady: false, idle: undefined };
      thread.worker.unref();
      thread.worker.on('error', (error: Error) => onEnd(thread, error.message));
      thread.worker.on('exit', (code) => onEnd(thread, `it ended with code ${code}.`));
      thread.worker.on('message', (answer: Answer) => onAnswer(thread, answer));
      threads.add(thread);
      return thread;
    } catch (error) {
      giveUp(`No thread could be started: ${(error as Error).message}`);
      return undefined;
    }
  };

  const pump = () => {
    while (waiting.size() > 0) {
      const idle = [...threads].find(({ job }) => job === undefined);
      const thread = idle ?? (threads.size < most() ? start() : undefined);
      if (!thread) return;
      const job = waiting.take()!;
      const { id, task, input, settings } = job;
      try {
        thread.worker.postMessage({ id, task, input, settings } satisfies Order);
        thread.job = job;
        clearTimeout(thread.idle);
        thread.worker.ref();
      } catch (error) {
        // Input that cannot be copied cannot be sent to a thread.
        job.reject(new ThreadFailure((error as Error).message));
      }
    }
  };

  return {
    broken: () => broken,
    run: (work, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (broken !== undefined) throw new ThreadFailure(broken);
        const onAbort = () => {
          waiting.remove(job);
          for (const thread of threads) {
            if (thread.job === job) thread.worker.postMessage({ id: job.id, cancel: true } satisfies Order);
          }
          reject(signal.reason);
        };
        const afterEnd =
          <Value>(settle: (value: Value) => void) =>
          (value: Value) => {
            signal.removeEventListener('abort', onAbort);
            settle(value);
          };
        const job: Job = { ...work, id: nextId++, resolve: afterEnd(resolve), reject: afterEnd(reject) };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(job);
        pump();
      }),
    async close() {
      const ending = [...threads];
      threads.clear();
      for (const { idle } of ending) clearTimeout(idle);
      giveUp('The pool was closed.');
      for (const { job } of ending) job?.reject(new ThreadFailure('The pool was closed.'));
      await Promise.all(ending.map(({ worker }) => worker.terminate()));
    },
  };
}

/**
 * The file has the same name in source and build. Options of this process are not passed on, because they are meant for
 * its own entry file.
 */
function startPoolThread(): PoolThread {
  return new Worker(new URL(`./pool-thread${extname(import.meta.url)}`, import.meta.url), {
    execArgv: [],
    // A small young generation is collected sooner: half the memory at a tenth more work.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
}
