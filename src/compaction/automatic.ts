/**
 * Compactions that run by themselves. Failures become events and never reach a turn (I-4). After a failure of the
 * model, a thread waits before its next attempt, longer each time, as long as its context fits. The waits are
 * not stored: a new process tries once and then waits too.
 */
import type { Emitter } from '../engine/emitter.ts';
import { isEverthreadError } from '../errors.ts';
import { contextTokens, type ThreadState } from '../records/thread-state.ts';
import { type CallFailure, failureOf, isSummarizerFailure, type SummarizerFailure } from '../summarizer.ts';
import { createLastUsed } from '../text/last-used.ts';
import { errorText, isSuperseded } from './failures.ts';
import { type RunOptions, type RunOutcome, type RunPorts, runCompaction } from './run.ts';
import { compactionWait, waitMs } from './waits.ts';

/** Threads whose waits are remembered. The oldest is forgotten first. */
const mostPauses = 10_000;

export type AutomaticRuns = {
  /** Failures of the model become events. Rejects when the run was superseded or stopped, or when the store failed. */
  run(options: Omit<RunOptions, 'ports' | 'paused'>): Promise<RunOutcome>;
  /**
   * True when a run would do nothing but wait for the model: an earlier run found so on the same revision, and the
   * context fits.
   */
  isLeftAlone(state: ThreadState, budget: { available: number }): boolean;
};

export function createAutomaticRuns(ports: RunPorts): AutomaticRuns {
  const { runtime, emitter, redaction } = ports;
  type Pause = { failures: number; until: number; failure: SummarizerFailure; keptRevision?: number };
  const pauses = createLastUsed<string, Pause>({ most: mostPauses });

  function pause(threadId: string, failure: SummarizerFailure): number {
    const failures = pauses.get(threadId)?.failures ?? 0;
    const { retryAfterMs } = failure;
    const wait = waitMs({ rule: compactionWait, failures, retryAfterMs, id: threadId });
    pauses.set(threadId, { failures: failures + 1, until: runtime.now() + wait, failure });
    return wait;
  }

  function reportFailure(threadId: string, error: unknown, wait: number): void {
    emitter.emit('diagnostic', {
      threadId,
      code: isEverthreadError(error) ? error.code : 'summarizer_failed',
      message: errorText(error, redaction.redact),
      consequence: `The original messages stay in the context as long as they fit; tried again after ${Math.round(wait / 1_000)} s.`,
      ...failureIn(error),
    });
  }

  return {
    async run(options) {
      const { threadId } = options;
      const known = pauses.get(threadId);
      const paused = known && runtime.now() < known.until ? known.failure : undefined;
      try {
        const outcome = await runCompaction({ ...options, ports, paused });
        if (known && paused && outcome.revision !== undefined) known.keptRevision = outcome.revision;
        if (outcome.failure && !paused)
          reportFailure(threadId, outcome.failure, pause(threadId, outcome.failure));
        if (outcome.status === 'done' && outcome.receipts.length > 0 && !paused) pauses.delete(threadId);
        return outcome;
      } catch (error) {
        const failed = isSummarizerFailure(error) && error.kind !== 'aborted';
        if (!failed) throw error;
        if (!paused) reportFailure(threadId, error, pause(threadId, error));
        return {
          receipts: [],
          reason: errorText(error, redaction.redact),
          status: 'kept',
          failure: error,
        };
      }
    },
    isLeftAlone(state, { available }) {
      const known = pauses.get(state.id);
      return (
        known?.keptRevision === state.revision &&
        runtime.now() < known.until &&
        contextTokens(state) <= available
      );
    },
  };
}

/**
 * Reports an error that `run` rejected with, unless the thread was changed or deleted meanwhile, or everything stops.
 */
export function reportUnexpected(options: {
  emitter: Emitter;
  redact: (text: string) => string;
  threadId: string;
  error: unknown;
  signal: AbortSignal;
}): void {
  const { emitter, redact, threadId, error, signal } = options;
  if (signal.aborted || isSuperseded(error) || isEverthreadError(error, 'unknown_thread')) return;
  emitter.emit('diagnostic', {
    threadId,
    code: isEverthreadError(error) ? error.code : 'summarizer_failed',
    message: errorText(error, redact),
    consequence: 'The original messages stay in the context; compaction is tried again later.',
    ...failureIn(error),
  });
}

function failureIn(error: unknown): { failure?: CallFailure } {
  const failure = isSummarizerFailure(error) ? failureOf(error.calls) : undefined;
  return failure === undefined ? {} : { failure };
}
