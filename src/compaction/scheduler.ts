/**
 * Schedules background work: one run per thread at a time, and a bounded number of threads at once. Requests for a
 * thread that is already running are combined into one more run after it. Keeps nothing about idle threads.
 */
import { yieldToEventLoop } from '../runtime.ts';

export type Job = {
  trigger: 'append' | 'pressure';
  /** With `pressure`: the room that the context had, if less than the thread's own budget. */
  availableTokens?: number;
  /** How often this job has scheduled itself again. */
  repeats?: number;
};

export type Scheduler = {
  /** Requests a background run, soon. */
  schedule(threadId: string, job: Job): void;
  /** Runs work for a thread as soon as nothing else in this process works on it. */
  perform<Result>(threadId: string, work: () => Promise<Result>): Promise<Result>;
  /** Lets pending work on this thread continue: an endless series of appends must not starve it. */
  breathe(threadId: string): Promise<void>;
  /** Whether work on this thread is running. */
  isRunning(threadId: string): boolean;
  /** Whether nothing is queued or running. */
  isIdle(): boolean;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Accepts no more background work, and resolves when the running work has ended. */
  close(): Promise<void>;
};

export function createScheduler(options: {
  threadsAtOnce: number;
  /** Must not reject. */
  run: (threadId: string, job: Job) => Promise<void>;
}): Scheduler {
  const { threadsAtOnce, run } = options;
  const waiting = new Map<string, Job>();
  const running = new Map<string, Promise<unknown>>();
  let idleWaiters: (() => void)[] = [];
  let closed = false;
  let pumpPlanned = false;

  const occupy = <Result>(threadId: string, work: () => Promise<Result>): Promise<Result> => {
    const result = work().finally(() => {
      running.delete(threadId);
      planPump();
    });
    running.set(threadId, result);
    return result;
  };

  const pump = () => {
    for (const [threadId, job] of waiting) {
      if (running.size >= threadsAtOnce) break;
      if (running.has(threadId)) continue;
      waiting.delete(threadId);
      void occupy(threadId, () => run(threadId, job));
    }
    if (waiting.size > 0 || running.size > 0) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  };

  /** Starts work in a later turn of the event loop, so that the reply is delivered first. */
  const planPump = () => {
    if (pumpPlanned) return;
    pumpPlanned = true;
    setImmediate(() => {
      pumpPlanned = false;
      pump();
    });
  };

  const isIdle = () => waiting.size === 0 && running.size === 0;
  const idle = (): Promise<void> =>
    isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve));

  return {
    isRunning: (threadId) => running.has(threadId),
    isIdle,
    idle,
    schedule(threadId, job) {
      if (closed) return;
      const queued = waiting.get(threadId);
      waiting.set(threadId, queued?.trigger === 'pressure' && job.trigger === 'append' ? queued : job);
      planPump();
    },
    async perform(threadId, work) {
      while (running.has(threadId)) await running.get(threadId)!.catch(() => undefined);
      return occupy(threadId, work);
    },
    async breathe(threadId) {
      if (waiting.has(threadId) || running.has(threadId)) await yieldToEventLoop();
    },
    close() {
      closed = true;
      waiting.clear();
      return idle();
    },
  };
}
