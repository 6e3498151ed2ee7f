/**
 * What was handed out to be sent, remembered in memory and written when there is something else to write, or when
 * nothing is left to do: a context itself writes nothing. Best effort: figures are never worth a failed turn.
 */
import type { ReportedUsage, RequestRecord } from '../records/request.ts';
import type { Store } from '../store.ts';

export type RequestLog = {
  /** A context was handed out. Until its usage is reported, another one of the same turn takes its place. */
  note(request: RequestRecord): void;
  /** The provider reported for the newest context of that thread; false where none is waiting for it. */
  report(options: { threadId: string; model: string | null; reported: ReportedUsage }): boolean;
  /** The newest that was handed out when a message was the newest. */
  find(options: { threadId: string; seq: number; model: string | null }): Promise<RequestRecord | undefined>;
  /**
   * Writes what is settled, requests of turns that are over, once there are enough of them to be worth a transaction.
   * `all`: at once, the open ones too. Never fails.
   */
  flush(options?: { all?: boolean }): Promise<void>;
};

/** A turn does not wait for a transaction of its own for its figures. */
const batchSize = 16;
/** Where nothing can be written for long, the oldest go. */
const mostWaiting = 1_000;
/** Requests of one turn that are looked at: more models than that are not asked in one. */
const mostOfTurn = 20;

export function createRequestLog(store: Store): RequestLog {
  /** Of each thread the newest one: it may still be reported on, or taken back by another of its turn. */
  const open = new Map<string, RequestRecord>();
  let settled: RequestRecord[] = [];
  let writing: Promise<void> = Promise.resolve();

  const settle = (request: RequestRecord): void => {
    settled.push(request);
    if (settled.length > mostWaiting) settled = settled.slice(-mostWaiting);
  };
  const settleThread = (threadId: string): void => {
    const request = open.get(threadId);
    if (request === undefined) return;
    open.delete(threadId);
    settle(request);
  };

  const write = async (): Promise<void> => {
    const batch = settled;
    settled = [];
    if (batch.length === 0) return;
    try {
      await store.recordRequests(batch);
    } catch {
      settled = [...batch, ...settled].slice(-mostWaiting);
    }
  };

  return {
    note(request) {
      const { threadId, seq, model } = request;
      const before = open.get(threadId);
      const replaces =
        before !== undefined && before.seq === seq && before.model === model && before.reported === null;
      if (!replaces) settleThread(threadId);
      open.delete(threadId);
      open.set(threadId, request);
      if (open.size > mostWaiting) settleThread(open.keys().next().value!);
    },
    report({ threadId, model, reported }) {
      const request = open.get(threadId);
      if (request === undefined || request.reported !== null) return false;
      if (request.model !== null && model !== null && request.model !== model) return false;
      open.set(threadId, { ...request, model: request.model ?? model, reported });
      return true;
    },
    async find({ threadId, seq, model }) {
      const known = [...settled, ...(open.has(threadId) ? [open.get(threadId)!] : [])];
      const fits = (request: RequestRecord) =>
        request.threadId === threadId && request.seq === seq && (model === null || request.model === model);
      const waiting = known.findLast(fits);
      if (waiting !== undefined) return waiting;
      // Damaged figures are no reason not to explain a turn.
      const stored = await store.readRequests({ threadId, seq, limit: mostOfTurn }).catch(() => []);
      return stored.find(fits);
    },
    flush({ all = false } = {}) {
      if (!all && settled.length < batchSize) return writing;
      if (all) for (const threadId of [...open.keys()]) settleThread(threadId);
      writing = writing.then(write);
      return writing;
    },
  };
}
