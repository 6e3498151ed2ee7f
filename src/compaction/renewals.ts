/**
 * Has the model redo summaries that code wrote while it failed: when nothing else runs, one summary at a
 * time, after a wait that grows with each failure, and only a bounded number of times. The wait is stored before the
 * call, so that neither a restart nor another process asks too early.
 */
import { isSummarizerFailure } from '../summarizer.ts';
import { isSuperseded } from './failures.ts';
import { renewableSummaries } from './renewable.ts';
import { createRenewalAttempts } from './renewal-attempts.ts';
import { type RunPorts, runCompaction } from './run.ts';
import type { Scheduler } from './scheduler.ts';
import { renewalWait, waitMs } from './waits.ts';

/** Between two renewals, and before checking again whether other work is running. */
const pauseMs = 10_000;
const mostCheckedThreads = 10_000;

export type Renewals = {
  /**
   * Something happened in this thread: checks once whether it has summaries written by code. Never waits, never throws.
   */
  notice(threadId: string, options?: { again?: boolean }): void;
};

export function createRenewals(options: {
  ports: RunPorts;
  scheduler: Pick<Scheduler, 'isIdle' | 'perform'>;
  signal: AbortSignal;
}): Renewals {
  const { ports, scheduler, signal } = options;
  const { runtime } = ports;
  const attempts = createRenewalAttempts(ports);
  const candidates = (threadId: string) => renewableSummaries({ ...ports, attempts }, threadId);
  const checkedThreads = new Set<string>();
  /** Threads with something to redo, and when. */
  const dueAt = new Map<string, number>();
  /** After the model failed a renewal, no thread asks before this time. */
  let restUntil = 0;

  async function checkThread(threadId: string): Promise<void> {
    const found = await candidates(threadId);
    dueAt.delete(threadId);
    if (found.length === 0) return;
    const due = Math.min(...found.map((candidate) => candidate.due));
    scheduleAt(threadId, Math.max(due, restUntil, runtime.now() + pauseMs));
  }

  function scheduleAt(threadId: string, due: number): void {
    dueAt.set(threadId, due);
    runtime
      .sleep(Math.max(0, due - runtime.now()), signal, { keepAlive: false })
      .then(() => (dueAt.get(threadId) === due ? start(threadId) : undefined))
      .catch(() => undefined);
  }

  function start(threadId: string): void {
    if (signal.aborted) return;
    if (!scheduler.isIdle() || runtime.now() < restUntil) {
      scheduleAt(threadId, Math.max(restUntil, runtime.now() + pauseMs));
      return;
    }
    dueAt.delete(threadId);
    scheduler
      .perform(threadId, () => renewOne(threadId))
      .catch(() => undefined)
      .finally(() => checkThread(threadId).catch(() => undefined));
  }

  async function renewOne(threadId: string): Promise<void> {
    const now = runtime.now();
    const next = (await candidates(threadId)).find(({ due }) => due <= now);
    if (!next) return;
    const { id } = next.head;
    const failures = (await attempts.read())[id]?.failures ?? 0;
    const failedOnce = (retryAfterMs?: number) => {
      const wait = waitMs({ rule: renewalWait, failures: failures + 1, retryAfterMs, id });
      return { failures: failures + 1, after: runtime.now() + wait };
    };
    await attempts.write(id, failedOnce());
    try {
      const outcome = await runCompaction({ ports, threadId, trigger: 'append', signal, renew: id });
      await attempts.write(id, outcome.status === 'busy' ? { failures, after: now + pauseMs } : undefined);
    } catch (error) {
      if (signal.aborted)
        await attempts.write(id, { failures, after: now + renewalWait.firstMs }).catch(() => {});
      else if (isSuperseded(error)) await attempts.write(id, { failures, after: now + pauseMs });
      else {
        const failure = isSummarizerFailure(error) ? error : undefined;
        const attempt = failedOnce(failure?.retryAfterMs);
        await attempts.write(id, attempt);
        // An unusable answer says nothing about the next summary. Any other failure probably concerns all of them.
        if (failure?.kind !== 'malformed') restUntil = runtime.now() + renewalWait.firstMs;
      }
    }
  }

  return {
    notice(threadId, { again = false } = {}) {
      if (signal.aborted) return;
      const due = dueAt.get(threadId);
      if (due !== undefined && due <= runtime.now()) start(threadId);
      if (!again && checkedThreads.has(threadId)) return;
      if (checkedThreads.size >= mostCheckedThreads) checkedThreads.clear();
      checkedThreads.add(threadId);
      checkThread(threadId).catch(() => checkedThreads.delete(threadId));
    },
  };
}
