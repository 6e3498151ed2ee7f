/**
 * Background work: one run per thread at a time, a bounded number of threads at once, further requests for a
 * thread that is already running folded into one more run after it. Holds no memory of threads that are idle.
 */
import { yieldToEventLoop } from '../runtime.ts';

export type Job = {
  trigger: 'append' | 'pressure';
  /** With `pressure`: what the context had room for, where that is less than the thread’s own budget. */
  availableTokens?: number;
  /** How often it was asked for again by itself. */
  repeats?: number;
};

export type Scheduler = {
  /** Asks for a background run, soon. */
  schedule(threadId: string, job: Job): void;
  /** Runs work for a thread as soon as nothing else in this process works on it. */
  perform<Result>(threadId: string, work: () => Promise<Result>): Promise<Result>;
  /** Lets work on this thread go on, where there is any: an endless run of appends must not starve it. */
  breathe(threadId: string): Promise<void>;
  /** Whether this thread is worked on. */
  isRunning(threadId: string): boolean;
  /** Whether nothing is queued or running. */
  isIdle(): boolean;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Takes no more background work, and resolves when what runs has ended. */
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

  /** The turn that asked goes first: the reply is delivered before the work on the past begins. */
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
