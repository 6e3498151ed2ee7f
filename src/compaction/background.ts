/** Compactions nobody waits for: whatever goes wrong in them is told as an event and never reaches a turn (I-4). */

import { recallReserve } from '../context/sections.ts';
import { contextTokens, type Engine } from '../engine/engine.ts';
import { isEverthreadError } from '../errors.ts';
import { unknownThread } from './plan-input.ts';
import { isSuperseded, type RunOptions, runCompaction } from './run.ts';
import { createScheduler, type Job, type Scheduler } from './scheduler.ts';

/** Another process may hold the thread for a moment; after these waits its own next check takes over. */
const busyWaitsMs = [50, 250, 1_000];
const renewalPauseMs = 600_000;
/** Runs one request may lead to; the next append asks again. */
const mostRepeats = 64;

export function createBackground(options: {
  engine: Engine;
  signal: AbortSignal;
  threadsAtOnce: number;
}): Scheduler {
  const { engine, signal, threadsAtOnce } = options;

  /** What a lower rung wrote is redone when the model answers again; while it does not, it is left alone. */
  let renewAfter = 0;
  const renew = async (threadId: string): Promise<void> => {
    if (!engine.expectsModel || engine.runtime.now() < renewAfter) return;
    try {
      await runCompaction({ engine, threadId, trigger: 'append', signal, renew: true });
    } catch (error) {
      if (!isSuperseded(error)) renewAfter = engine.runtime.now() + renewalPauseMs;
    }
  };

  /** One more run of the same job, unless it had its share: whatever goes wrong, work ends (I-11). */
  const again = (threadId: string, job: Job): boolean => {
    const repeats = (job.repeats ?? 0) + 1;
    if (repeats > mostRepeats) return false;
    scheduler.schedule(threadId, { ...job, repeats });
    return true;
  };

  const runJob = async (threadId: string, job: Job): Promise<void> => {
    try {
      for (const waitMs of [...busyWaitsMs, 0]) {
        const outcome = await runCompaction(await runOptionsFor(engine, threadId, job, signal));
        if (outcome.status === 'unfinished') again(threadId, job);
        if (outcome.status === 'done') await renew(threadId);
        if (outcome.status !== 'busy' || waitMs === 0) return;
        await engine.runtime.sleep(waitMs, signal);
      }
    } catch (error) {
      if (signal.aborted || isEverthreadError(error, 'unknown_thread')) return;
      if (isSuperseded(error) && again(threadId, job)) return;
      engine.emitter.emit('diagnostic', {
        threadId,
        code: isEverthreadError(error) ? error.code : 'summarizer_failed',
        message: engine.redact(error instanceof Error ? error.message : String(error)).slice(0, 200),
        consequence: 'The original messages stay in the context; compaction is tried again later.',
      });
    }
  };

  const scheduler = createScheduler({ threadsAtOnce, run: runJob });
  return scheduler;
}

async function runOptionsFor(
  engine: Engine,
  threadId: string,
  job: Job,
  signal: AbortSignal,
): Promise<RunOptions> {
  if (job.trigger === 'append') return { engine, threadId, trigger: 'append', signal };
  const stored = await engine.store.readThread(threadId);
  if (!stored) throw unknownThread(threadId);
  const state = engine.fixedTokens.over(stored);
  const own = engine.budgetFor(state);
  const available = Math.min(own.available, job.availableTokens ?? own.available);
  // Room for what stands around the tail, and some to grow into, or the very next message would press again.
  const besides = Math.min(contextTokens({ ...state, tailTokens: 0 }), Math.floor(available * 0.4));
  const { enabled, maxTokens } = engine.recall;
  const room = available - (enabled ? recallReserve({ available, most: maxTokens }) : 0);
  return {
    engine,
    threadId,
    trigger: 'pressure',
    signal,
    targetTailTokens: Math.floor(Math.max(room - besides, available * 0.1) * 0.7),
    ahead: available < own.available,
  };
}
