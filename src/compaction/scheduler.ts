/**
 * Schedules background work: one run per thread at a time, and a bounded number of threads at once. Requests for a
 * thread that is already running are combined into one more run after it. Runs for threads in which somebody talks come
 * before others, and others give way to them between their pieces. Keeps nothing about idle threads but who talked last.
 */
import { yieldToEventLoop } from '../runtime.ts';
import { type Precedence, urgencies } from '../workers/urgency.ts';
import { createUrgentFirst, mostBefore } from '../workers/urgent-first.ts';
import { createGivingWay, type ThreadWork } from './giving-way.ts';
import { createThreadUrgencies } from './thread-urgencies.ts';

export type Job = {
  trigger: 'append' | 'pressure';
  /** With `pressure`: the room that the context had, if less than the thread's own budget. */
  availableTokens?: number;
  /** How often this job has scheduled itself again. */
  repeats?: number;
};

export type Scheduler = Precedence & {
  /** Requests a background run, soon. */
  schedule(threadId: string, job: Job): void;
  /** Runs work for a thread as soon as nothing else in this process works on it. */
  perform<Result>(
    threadId: string,
    work: () => Promise<Result>,
    /** `isWaitedFor`: a request to a model waits for it. */
    options?: { isWaitedFor?: boolean },
  ): Promise<Result>;
  /** Notes whether somebody talks in a thread, so that its next runs come first. */
  noteTalk(threadId: string, isTalk: boolean): void;
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

type Run = ThreadWork & { job: Job };

export function createScheduler(options: {
  threadsAtOnce: number;
  /** Must not reject. */
  run: (threadId: string, job: Job) => Promise<void>;
  /** False if runs mostly wait for a model: then there is no need to wait until they have ended. */
  computes?: boolean;
}): Scheduler {
  const { threadsAtOnce, run, computes = true } = options;
  const { urgencyOf, noteTalk, requestWaits } = createThreadUrgencies();
  const requested = new Map<string, Run>();
  const waiting = createUrgentFirst<Run>(({ threadId }) => urgencyOf(threadId));
  const running = new Map<string, { work: ThreadWork; result: Promise<unknown> }>();
  const givingWay = createGivingWay({ urgencyOf, hasRoom: () => closed || atWork() < threadsAtOnce });
  let idleWaiters: (() => void)[] = [];
  let closed = false;
  let pumpPlanned = false;

  /** Threads that are worked on now. One whose run gives way leaves its place to another. */
  const atWork = () => running.size - givingWay.size();

  const occupy = <Result>(work: ThreadWork, perform: () => Promise<Result>): Promise<Result> => {
    const result = perform().finally(() => {
      work.hasEnded = true;
      running.delete(work.threadId);
      planPump();
    });
    running.set(work.threadId, { work, result });
    return result;
  };

  /** The place of a run that gives way is only for what is urgent. */
  const mayStart = ({ threadId }: Run): boolean =>
    !running.has(threadId) && (running.size < threadsAtOnce || urgencyOf(threadId) > urgencies.backlog);

  const pump = () => {
    givingWay.settle();
    while (atWork() < threadsAtOnce) {
      const next = waiting.take(mayStart);
      if (next === undefined) break;
      requested.delete(next.threadId);
      void occupy(next, () => run(next.threadId, next.job));
    }
    if (!isIdle()) return;
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

  /** Work that is under way, or only waits for a place, and is more urgent than that on this thread. */
  const moreUrgent = (threadId: string): ThreadWork[] => {
    const own = urgencyOf(threadId);
    const found: ThreadWork[] = computes ? [...running.values()].map(({ work }) => work) : [];
    if (computes || atWork() >= threadsAtOnce)
      for (const work of requested.values()) if (!running.has(work.threadId)) found.push(work);
    return found.filter((work) => urgencyOf(work.threadId) > own).slice(0, mostBefore);
  };

  const isIdle = () => waiting.size() === 0 && running.size === 0;
  const idle = (): Promise<void> =>
    isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve));

  return {
    urgencyOf,
    noteTalk(threadId, isTalk) {
      noteTalk(threadId, isTalk);
      // Work that gave way to a thread may now be as urgent as the work on that thread.
      if (givingWay.size() > 0) planPump();
    },
    isRunning: (threadId) => running.has(threadId),
    isIdle,
    idle,
    schedule(threadId, job) {
      if (closed) return;
      const known = requested.get(threadId);
      if (known === undefined) {
        const work = { threadId, job, hasEnded: false };
        requested.set(threadId, work);
        waiting.add(work);
      } else if (known.job.trigger !== 'pressure' || job.trigger !== 'append') known.job = job;
      planPump();
    },
    async perform(threadId, work, { isWaitedFor = false } = {}) {
      const noLonger = isWaitedFor ? requestWaits(threadId) : undefined;
      // What it waits for may itself have given way.
      if (isWaitedFor) givingWay.settle();
      try {
        while (running.has(threadId)) await running.get(threadId)!.result.catch(() => undefined);
        return await occupy({ threadId, hasEnded: false }, work);
      } finally {
        noLonger?.();
      }
    },
    giveWay(threadId) {
      if (closed || !running.has(threadId)) return undefined;
      const work = moreUrgent(threadId);
      if (work.length === 0) return undefined;
      planPump();
      return givingWay.wait(threadId, work);
    },
    async breathe(threadId) {
      if (requested.has(threadId) || running.has(threadId)) await yieldToEventLoop();
    },
    close() {
      closed = true;
      for (const work of waiting.clear()) work.hasEnded = true;
      requested.clear();
      givingWay.settle();
      return idle();
    },
  };
}
