/**
 * Figures of the contexts that were returned to be sent. Kept in memory and written together with other writes
 * or when the thread is idle, because a context itself writes nothing. Losing some is better than failing a turn.
 */
import type { ReportedUsage, RequestRecord } from '../records/request.ts';
import type { Store } from '../store.ts';

export type RequestLog = {
  /** A context was returned. It replaces the last one of the same turn and model, unless that has a usage report. */
  note(request: RequestRecord): void;
  /**
   * Adds a provider's report to a request of the thread: to the one with this many tokens, else to the newest. A report
   * may come after the next request, and after its own request was written. False if no request waits for a report.
   */
  report(options: {
    threadId: string;
    model: string | null;
    tokens: number;
    reported: ReportedUsage;
  }): boolean;
  /** The newest request made when message `seq` was the newest. */
  find(options: { threadId: string; seq: number; model: string | null }): Promise<RequestRecord | undefined>;
  /**
   * Writes the requests of finished turns, once there are enough for a transaction. With `all`, writes everything at
   * once. Never fails.
   */
  flush(options?: { all?: boolean }): Promise<void>;
};

type Noted = { request: RequestRecord; isWritten: boolean };

/** Figures are written in batches, so that a turn does not pay for a transaction of its own. */
const batchSize = 16;
/** If nothing can be written for a long time, the oldest are dropped. */
const mostWaiting = 1_000;
/** Most written requests that still wait for a report. A report usually comes soon or never. */
const mostUnreported = 64;
/** Most requests of one turn that are read. A turn does not use more models than that. */
const mostOfTurn = 20;

export function createRequestLog(store: Store): RequestLog {
  /** The newest request of each thread, which another one of the same turn may replace. */
  const open = new Map<string, Noted>();
  let settled: Noted[] = [];
  /** Requests written without a report, which may still come. `reportedLate`: those whose report has come since. */
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
      // A turn can be explained without figures, so damaged ones are ignored.
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
