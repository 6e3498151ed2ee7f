/** Compactions in the background, and the renewals that follow failed ones. Their failures never reach a turn (I-4). */

import { recallReserve } from '../context/sections.ts';
import { readKnownThread } from '../engine/known-thread.ts';
import type { RecallSettings } from '../options.ts';
import { contextTokens } from '../records/thread-state.ts';
import type { Rest } from '../strategy.ts';
import { createLastUsed } from '../text/last-used.ts';
import { type AutomaticRuns, createAutomaticRuns, reportUnexpected } from './automatic.ts';
import { isSuperseded } from './failures.ts';
import { createRenewals, type Renewals } from './renewals.ts';
import type { RunOptions, RunPorts } from './run.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';

/** Waits for a thread that another process holds. After them, this process's next check tries again. */
const busyWaitsMs = [50, 250, 1_000];
/** Most recently used threads whose rest is remembered. Forgetting one costs one more planning. */
const mostRests = 128;
/** Runs that one request may cause. The next append requests again. */
const mostRepeats = 64;

export type BackgroundPorts = RunPorts & { recall: RecallSettings };

/** What has changed a thread: nothing, the work that was asked for, or work that was running already. */
export type Relief = 'none' | 'own' | 'others';

export type Background = Scheduler &
  AutomaticRuns &
  Renewals & {
    /**
     * Makes room in a thread now, for a request that waits for it. If other work has changed the thread since it was
     * `seen`, nothing more is done, because that may have been enough.
     */
    relieve(seen: { id: string; revision: number }): Promise<Relief>;
    /**
     * Shows prepared summaries in a thread whose cache has lapsed, for a request about to be made. Calls
     * no model and waits for nothing. False when nothing was shown.
     */
    swapIn(threadId: string): Promise<boolean>;
    /** When to plan again, according to the last run that found nothing to do. */
    restOf(threadId: string): Rest | undefined;
  };

export function createBackground(options: {
  ports: BackgroundPorts;
  signal: AbortSignal;
  threadsAtOnce: number;
  /** False: nothing is redone automatically. */
  automatic: boolean;
  /** Called when a run has stored something. Must not reject. */
  stored: (threadId: string) => Promise<void>;
}): Background {
  const { ports, signal, threadsAtOnce, automatic, stored } = options;
  const { runtime, emitter, redaction, expectsModel } = ports;
  const { run, isLeftAlone } = createAutomaticRuns(ports);
  const rests = createLastUsed<string, Rest>({ most: mostRests });
  const remember = (threadId: string, rest: Rest | undefined): void => {
    if (rest === undefined) rests.delete(threadId);
    else rests.set(threadId, rest);
  };

  /** Schedules one more run of the same job, up to a limit, so that work ends whatever goes wrong (I-11). */
  const again = (threadId: string, job: Job): boolean => {
    const repeats = (job.repeats ?? 0) + 1;
    if (repeats > mostRepeats) return false;
    scheduler.schedule(threadId, { ...job, repeats });
    return true;
  };

  const runJob = async (threadId: string, job: Job): Promise<void> => {
    try {
      for (const waitMs of [...busyWaitsMs, 0]) {
        const outcome = await run(await runOptionsFor(ports, threadId, job, signal));
        remember(threadId, outcome.rest);
        if (outcome.receipts.length > 0) await stored(threadId);
        if (outcome.status === 'unfinished') again(threadId, job);
        // A run that kept everything on a failure may already have committed passes that code wrote.
        if (outcome.status === 'done' || outcome.status === 'kept')
          renewals.notice(threadId, { again: true });
        if (outcome.status !== 'busy' || waitMs === 0) return;
        await runtime.sleep(waitMs, signal);
      }
    } catch (error) {
      if (!signal.aborted && isSuperseded(error) && again(threadId, job)) return;
      reportUnexpected({ emitter, redact: redaction.redact, threadId, error, signal });
    }
  };

  const scheduler = createScheduler({ threadsAtOnce, run: runJob, computes: !expectsModel });
  const renewals: Renewals =
    automatic && expectsModel ? createRenewals({ ports, scheduler, signal }) : { notice: () => undefined };
  return {
    ...scheduler,
    run,
    isLeftAlone,
    notice: renewals.notice,
    restOf: (threadId) => rests.get(threadId),
    swapIn: async (threadId) => {
      if (scheduler.isRunning(threadId)) return false;
      return scheduler.perform(
        threadId,
        async () => {
          const { receipts } = await run({ threadId, trigger: 'append', lapsed: true, signal });
          return receipts.length > 0;
        },
        { isWaitedFor: true },
      );
    },
    relieve: ({ id: threadId, revision }) =>
      scheduler.perform(
        threadId,
        async () => {
          const hasChanged = async () => (await ports.store.readThread(threadId))?.revision !== revision;
          if (await hasChanged()) return 'others';
          await run(await runOptionsFor(ports, threadId, { trigger: 'pressure' }, signal));
          return (await hasChanged()) ? 'own' : 'none';
        },
        { isWaitedFor: true },
      ),
  };
}

async function runOptionsFor(
  ports: BackgroundPorts,
  threadId: string,
  job: Job,
  signal: AbortSignal,
): Promise<Omit<RunOptions, 'ports' | 'paused'>> {
  if (job.trigger === 'append') return { threadId, trigger: 'append', signal };
  const state = await readKnownThread(ports, threadId);
  const own = ports.budgetFor(state);
  const available = Math.min(own.available, job.availableTokens ?? own.available);
  // Leaves room for the sections around the tail, and for growth; otherwise the next message would cause pressure
  // again.
  const otherTokens = Math.min(contextTokens({ ...state, tailTokens: 0 }), Math.floor(available * 0.4));
  const { enabled, maxTokens } = ports.recall;
  const room = available - (enabled ? recallReserve({ available, most: maxTokens }) : 0);
  return {
    threadId,
    trigger: 'pressure',
    signal,
    targetTailTokens: Math.floor(Math.max(room - otherTokens, available * 0.25) * 0.7),
    ahead: available < own.available,
  };
}
