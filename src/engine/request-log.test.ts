import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../records/request.ts';
import type { Store } from '../store.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { createRequestLog } from './request-log.ts';

const usage = (inputTokens: number) => ({
  inputTokens,
  cachedTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
});

function requestOf(seq: number, fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    threadId: 't',
    at: new Date(seq * 1_000).toISOString(),
    seq,
    model: 'm',
    ratio: 1,
    tokens: seq * 100,
    historyTokens: seq * 100,
    summaryIds: [],
    preparedIds: [],
    recalled: [],
    arrangement: null,
    expected: null,
    reported: null,
    ...fields,
  };
}

async function set() {
  const store: Store = memoryStore();
  await store.ensureThread({ threadId: 't', now: 0 });
  const log = createRequestLog(store);
  const report = (seq: number) =>
    log.report({ threadId: 't', model: 'm', tokens: seq * 100, reported: usage(seq) });
  const written = async () =>
    (await store.readRequests({ threadId: 't', limit: 50 })).map(({ seq, reported }) => [
      seq,
      reported?.inputTokens,
    ]);
  return { store, log, report, written };
}

describe('the log of requests', () => {
  it('R-43 a report finds its request even if the figures were written before it came', async () => {
    const { log, report, written } = await set();
    log.note(requestOf(1));
    await log.flush({ all: true });
    expect(await written()).toEqual([[1, undefined]]);
    expect(report(1)).toBe(true);
    expect(report(1)).toBe(false);
    await log.flush({ all: true });
    expect(await written()).toEqual([[1, 1]]);
  });

  it('R-43 a report finds its request even if the next request was made before it came', async () => {
    const { log, report, written } = await set();
    log.note(requestOf(1));
    log.note(requestOf(3));
    report(1);
    log.note(requestOf(5));
    report(5);
    report(3);
    await log.flush({ all: true });
    expect(await written()).toEqual([
      [5, 5],
      [3, 3],
      [1, 1],
    ]);
  });

  it('R-43 a report is kept even if it comes while its request is written, or if writing fails', async () => {
    const { store, log, report, written } = await set();
    const { recordRequests, reportRequests } = store;
    store.recordRequests = async (requests) => {
      report(1);
      await recordRequests(requests);
    };
    store.reportRequests = async () => {
      throw new Error('no room');
    };
    log.note(requestOf(1));
    await log.flush({ all: true });
    expect(await written()).toEqual([[1, undefined]]);
    store.reportRequests = reportRequests;
    store.recordRequests = async () => {
      report(3);
      throw new Error('no room');
    };
    log.note(requestOf(3));
    await log.flush({ all: true });
    expect(await written()).toEqual([[1, 1]]);
    store.recordRequests = recordRequests;
    await log.flush({ all: true });
    expect(await written()).toEqual([
      [3, 3],
      [1, 1],
    ]);
  });

  it('R-43 a report for another model or thread is not added to these requests', async () => {
    const { log } = await set();
    log.note(requestOf(1));
    expect(log.report({ threadId: 'u', model: 'm', tokens: 100, reported: usage(1) })).toBe(false);
    expect(log.report({ threadId: 't', model: 'n', tokens: 100, reported: usage(1) })).toBe(false);
    expect(log.report({ threadId: 't', model: null, tokens: 90, reported: usage(1) })).toBe(true);
  });
});
