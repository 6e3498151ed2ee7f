/**
 * What was handed out to be sent, remembered in memory and written when there is something else to write, or when
 * nothing is left to do: a context itself writes nothing. Best effort: figures are never worth a failed turn.
 */
import type { ReportedUsage, RequestRecord } from '../records/request.ts';
import type { Store } from '../store.ts';

export type RequestLog = {
  /** A context was handed out. Until its usage is reported, another one of the same turn takes its place. */
  note(request: RequestRecord): void;
  /**
   * The provider reported for a context of that thread: for the one of so many tokens, for the newest where there is
   * none. A report may come after the next request, and after its own was written. False where none waits for it.
   */
  report(options: {
    threadId: string;
    model: string | null;
    tokens: number;
    reported: ReportedUsage;
  }): boolean;
  /** The newest that was handed out when a message was the newest. */
  find(options: { threadId: string; seq: number; model: string | null }): Promise<RequestRecord | undefined>;
  /**
   * Writes what is settled, requests of turns that are over, once there are enough of them to be worth a transaction.
   * `all`: at once, the open ones too. Never fails.
   */
  flush(options?: { all?: boolean }): Promise<void>;
};

type Noted = { request: RequestRecord; isWritten: boolean };

/** A turn does not wait for a transaction of its own for its figures. */
const batchSize = 16;
/** Where nothing can be written for long, the oldest go. */
const mostWaiting = 1_000;
/** A report comes soon after its answer, or never: those that went out last are waited for. */
const mostUnreported = 64;
/** Requests of one turn that are looked at: more models than that are not asked in one. */
const mostOfTurn = 20;

export function createRequestLog(store: Store): RequestLog {
  /** Of each thread the newest one: another of its turn may take its place. */
  const open = new Map<string, Noted>();
  let settled: Noted[] = [];
  /** Written without a report, which may still come; and those it came for. */
  let unreported: Noted[] = [];
  let reportedLate: Noted[] = [];
  let writing: Promise<void> = Promise.resolve();

  const newest = (list: Noted[], most = mostWaiting): Noted[] =>
    list.length > most ? list.slice(-most) : list;
  const settleThread = (threadId: string): void => {
    const noted = open.get(threadId);
    if (noted === undefined) return;
    open.delete(threadId);
    settled.push(noted);
    settled = newest(settled);
  };
  const ofThread = (list: readonly Noted[], threadId: string) =>
    list.filter(({ request }) => request.threadId === threadId);

  const writeSettled = async (): Promise<void> => {
    const batch = settled;
    settled = [];
    if (batch.length === 0) return;
    const waiting = batch.filter(({ request }) => request.reported === null);
    unreported = newest([...unreported, ...waiting], mostUnreported);
    for (const noted of batch) noted.isWritten = true;
    try {
      await store.recordRequests(batch.map(({ request }) => request));
    } catch {
      unreported = unreported.filter((noted) => !batch.includes(noted));
      for (const noted of batch) noted.isWritten = false;
      settled = newest([...batch, ...settled]);
    }
  };
  const writeReports = async (): Promise<void> => {
    const batch = reportedLate;
    reportedLate = [];
    if (batch.length === 0) return;
    try {
      await store.reportRequests(batch.map(({ request }) => request));
    } catch {
      reportedLate = newest([...batch, ...reportedLate]);
    }
  };

  return {
    note(request) {
      const { threadId, seq, model } = request;
      const before = open.get(threadId)?.request;
      const replaces =
        before !== undefined && before.seq === seq && before.model === model && before.reported === null;
      if (!replaces) settleThread(threadId);
      open.delete(threadId);
      open.set(threadId, { request, isWritten: false });
      if (open.size > mostWaiting) settleThread(open.keys().next().value!);
    },
    report({ threadId, model, tokens, reported }) {
      const waiting = [
        ...ofThread(unreported, threadId),
        ...ofThread(settled, threadId),
        ...(open.has(threadId) ? [open.get(threadId)!] : []),
      ].filter(
        ({ request }) =>
          request.reported === null && (request.model === null || model === null || request.model === model),
      );
      const meant = waiting.findLast(({ request }) => request.tokens === tokens) ?? waiting.at(-1);
      if (meant === undefined) return false;
      meant.request = { ...meant.request, model: meant.request.model ?? model, reported };
      if (meant.isWritten) {
        unreported = unreported.filter((noted) => noted !== meant);
        reportedLate = newest([...reportedLate, meant]);
      }
      return true;
    },
    async find({ threadId, seq, model }) {
      const known = [...settled, ...(open.has(threadId) ? [open.get(threadId)!] : [])];
      const fits = (request: RequestRecord) =>
        request.threadId === threadId && request.seq === seq && (model === null || request.model === model);
      const waiting = known.findLast(({ request }) => fits(request));
      if (waiting !== undefined) return waiting.request;
      // Damaged figures are no reason not to explain a turn.
      const stored = await store.readRequests({ threadId, seq, limit: mostOfTurn }).catch(() => []);
      return stored.find(fits);
    },
    flush({ all = false } = {}) {
      if (!all && settled.length + reportedLate.length < batchSize) return writing;
      if (all) for (const threadId of [...open.keys()]) settleThread(threadId);
      writing = writing.then(writeSettled).then(writeReports);
      return writing;
    },
  };
}
