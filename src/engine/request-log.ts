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
  const newestByThread = new Map<string, Noted>();
  let finished: Noted[] = [];
  /** Requests written without a report, which may still come. `reportedLate`: those whose report has come since. */
  let unreported: Noted[] = [];
  let reportedLate: Noted[] = [];
  let writing: Promise<void> = Promise.resolve();

  const newest = (list: Noted[], most = mostWaiting): Noted[] =>
    list.length > most ? list.slice(-most) : list;
  const finishTurn = (threadId: string): void => {
    const noted = newestByThread.get(threadId);
    if (noted === undefined) return;
    newestByThread.delete(threadId);
    finished.push(noted);
    finished = newest(finished);
  };
  const ofThread = (list: readonly Noted[], threadId: string) =>
    list.filter(({ request }) => request.threadId === threadId);

  const writeFinished = async (): Promise<void> => {
    const batch = finished;
    finished = [];
    if (batch.length === 0) return;
    const waiting = batch.filter(({ request }) => request.reported === null);
    unreported = newest([...unreported, ...waiting], mostUnreported);
    for (const noted of batch) noted.isWritten = true;
    try {
      await store.recordRequests(batch.map(({ request }) => request));
    } catch {
      unreported = unreported.filter((noted) => !batch.includes(noted));
      for (const noted of batch) noted.isWritten = false;
      finished = newest([...batch, ...finished]);
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
      const before = newestByThread.get(threadId)?.request;
      const replaces =
        before !== undefined && before.seq === seq && before.model === model && before.reported === null;
      if (!replaces) finishTurn(threadId);
      newestByThread.delete(threadId);
      newestByThread.set(threadId, { request, isWritten: false });
      if (newestByThread.size > mostWaiting) finishTurn(newestByThread.keys().next().value!);
    },
    report({ threadId, model, tokens, reported }) {
      const waiting = [
        ...ofThread(unreported, threadId),
        ...ofThread(finished, threadId),
        ...(newestByThread.has(threadId) ? [newestByThread.get(threadId)!] : []),
      ].filter(
        ({ request }) =>
          request.reported === null && (request.model === null || model === null || request.model === model),
      );
      const reportedOne = waiting.findLast(({ request }) => request.tokens === tokens) ?? waiting.at(-1);
      if (reportedOne === undefined) return false;
      reportedOne.request = { ...reportedOne.request, model: reportedOne.request.model ?? model, reported };
      if (reportedOne.isWritten) {
        unreported = unreported.filter((noted) => noted !== reportedOne);
        reportedLate = newest([...reportedLate, reportedOne]);
      }
      return true;
    },
    async find({ threadId, seq, model }) {
      const known = [...finished, ...(newestByThread.has(threadId) ? [newestByThread.get(threadId)!] : [])];
      const fits = (request: RequestRecord) =>
        request.threadId === threadId && request.seq === seq && (model === null || request.model === model);
      const waiting = known.findLast(({ request }) => fits(request));
      if (waiting !== undefined) return waiting.request;
      // A turn can be explained without figures, so damaged ones are ignored.
      const stored = await store.readRequests({ threadId, seq, limit: mostOfTurn }).catch(() => []);
      return stored.find(fits);
    },
    flush({ all = false } = {}) {
      if (!all && finished.length + reportedLate.length < batchSize) return writing;
      if (all) for (const threadId of [...newestByThread.keys()]) finishTurn(threadId);
      writing = writing.then(writeFinished).then(writeReports);
      return writing;
    },
  };
}
