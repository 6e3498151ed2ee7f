/**
 * What code wrote while the model was away is given to the model again: later, when nothing else is to be
 * done, one summary at a time, after a wait that grows with each failure, and not for ever. The waits are kept in the
 * store and begin before the call, so that neither a restart nor another process asks again at once.
 */
import type { SummaryHead } from '../records/summary.ts';
import { isSummarizerFailure } from '../summarizer.ts';
import { isSuperseded } from './failures.ts';
import { makeshiftSummaries } from './renew-plan.ts';
import { type RunPorts, runCompaction } from './run.ts';
import type { Scheduler } from './scheduler.ts';
import { renewalWait, waitMs } from './waits.ts';

/** Then it stays as it is; a refresh by hand still redoes it. */
const mostAttempts = 6;
/** Between two renewals, and before looking again whether anything else is under way. */
const pauseMs = 10_000;
const mostRemembered = 500;
const mostLookedAt = 10_000;
const valueKey = 'renewals';

/** By id of the summary: failed attempts, and when the next one is due. */
type Attempts = { [summaryId: string]: { failures: number; after: number } };

export type Renewals = {
  /** Something happened to this thread: looks, once, whether code wrote anything in it. Never waits, never throws. */
  notice(threadId: string, options?: { again?: boolean }): void;
};

export function createRenewals(options: {
  ports: RunPorts;
  scheduler: Pick<Scheduler, 'isIdle' | 'perform'>;
  signal: AbortSignal;
}): Renewals {
  const { ports, scheduler, signal } = options;
  const { runtime, store } = ports;
  const lookedAt = new Set<string>();
  /** Threads with something to redo, and when. */
  const dueAt = new Map<string, number>();
  let working = false;
  /** The model failed a renewal: no thread asks before. */
  let restUntil = 0;

  async function candidates(threadId: string): Promise<{ head: SummaryHead; due: number }[]> {
    const state = await store.readThread(threadId);
    if (!state) return [];
    const { enabled = true, autoSummarize = true } = ports.strategyFor(state).options;
    if (!enabled || !autoSummarize) return [];
    const live = makeshiftSummaries(await store.readSummaryHeads({ threadId, statuses: ['live'] }));
    const attempts = live.length === 0 ? {} : await readAttempts();
    const found: { head: SummaryHead; due: number }[] = [];
    for (const head of live) {
      const known = attempts[head.id];
      if ((known?.failures ?? 0) >= mostAttempts || (await isUnreadable(threadId, head))) continue;
      const first = Date.parse(head.createdAt) + waitMs({ rule: renewalWait, failures: 0, id: head.id });
      found.push({ head, due: known?.after ?? first });
    }
    return found;
  }

  /** Messages that were deleted once they were summarized cannot be summarized again. */
  async function isUnreadable(threadId: string, { readFrom }: SummaryHead): Promise<boolean> {
    if (readFrom === null) return false;
    const [first] = await store.readMetas({ threadId, from: readFrom, to: readFrom });
    return first?.removed === 'deleted';
  }

  async function readAttempts(): Promise<Attempts> {
    try {
      const value: unknown = JSON.parse((await store.readValue(valueKey)) ?? '{}');
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attempts) : {};
    } catch (error) {
      if (error instanceof SyntaxError) return {};
      throw error;
    }
  }

  async function remember(summaryId: string, attempt: Attempts[string] | undefined): Promise<void> {
    const { [summaryId]: _before, ...others } = await readAttempts();
    const kept = Object.entries(others)
      .filter(([, { after }]) => after > runtime.now() - renewalWait.mostMs * 30)
      .slice(-mostRemembered);
    const all = [...kept, ...(attempt ? [[summaryId, attempt] as const] : [])];
    await store.writeValue(valueKey, JSON.stringify(Object.fromEntries(all)));
  }

  async function look(threadId: string): Promise<void> {
    const found = await candidates(threadId);
    dueAt.delete(threadId);
    if (found.length === 0) return;
    const due = Math.min(...found.map((candidate) => candidate.due));
    arm(threadId, Math.max(due, restUntil, runtime.now() + pauseMs));
  }

  function arm(threadId: string, due: number): void {
    dueAt.set(threadId, due);
    runtime
      .sleep(Math.max(0, due - runtime.now()), signal, { keepAlive: false })
      .then(() => (dueAt.get(threadId) === due ? start(threadId) : undefined))
      .catch(() => undefined);
  }

  function start(threadId: string): void {
    if (signal.aborted) return;
    if (working || !scheduler.isIdle() || runtime.now() < restUntil) {
      arm(threadId, Math.max(restUntil, runtime.now() + pauseMs));
      return;
    }
    working = true;
    dueAt.delete(threadId);
    scheduler
      .perform(threadId, () => renewOne(threadId))
      .catch(() => undefined)
      .finally(() => {
        working = false;
        look(threadId).catch(() => undefined);
      });
  }

  async function renewOne(threadId: string): Promise<void> {
    const now = runtime.now();
    const next = (await candidates(threadId)).find(({ due }) => due <= now);
    if (!next) return;
    const { id } = next.head;
    const failures = (await readAttempts())[id]?.failures ?? 0;
    const failedOnce = (retryAfterMs?: number) => {
      const wait = waitMs({ rule: renewalWait, failures: failures + 1, retryAfterMs, id });
      return { failures: failures + 1, after: runtime.now() + wait };
    };
    await remember(id, failedOnce());
    try {
      const outcome = await runCompaction({ ports, threadId, trigger: 'append', signal, renew: id });
      await remember(id, outcome.status === 'busy' ? { failures, after: now + pauseMs } : undefined);
    } catch (error) {
      if (signal.aborted) await remember(id, { failures, after: now + renewalWait.firstMs }).catch(() => {});
      else if (isSuperseded(error)) await remember(id, { failures, after: now + pauseMs });
      else {
        const failure = isSummarizerFailure(error) ? error : undefined;
        const attempt = failedOnce(failure?.retryAfterMs);
        await remember(id, attempt);
        // An answer that cannot be used says nothing about the next summary; no answer does.
        if (failure?.kind !== 'malformed') restUntil = runtime.now() + renewalWait.firstMs;
      }
    }
  }

  return {
    notice(threadId, { again = false } = {}) {
      if (signal.aborted) return;
      const due = dueAt.get(threadId);
      if (due !== undefined && due <= runtime.now()) start(threadId);
      if (!again && lookedAt.has(threadId)) return;
      if (lookedAt.size >= mostLookedAt) lookedAt.clear();
      lookedAt.add(threadId);
      look(threadId).catch(() => lookedAt.delete(threadId));
    },
  };
}
