import { expect, it } from 'vitest';
import type { RequestRecord } from '../../records/request.ts';
import { codeOf, iso, later } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const notCached = { readTokens: 0, writtenTokens: 0, historyReadTokens: 0, historyWrittenTokens: 0 };
const nothing = {
  requests: 0,
  tokens: 0,
  historyTokens: 0,
  expected: { requests: 0, tokens: 0, historyTokens: 0, ...notCached },
  since: null,
  reported: { requests: 0, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
};

const cached = { readTokens: 60, writtenTokens: 30, historyReadTokens: 100, historyWrittenTokens: 50 };

function requestOf(seq: number, threadId = 't', fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    threadId,
    at: iso(later(seq)),
    seq,
    model: null,
    ratio: 1,
    tokens: 100,
    historyTokens: 150 * seq,
    summaryIds: [],
    preparedIds: [],
    recalled: [],
    arrangement: null,
    expected: null,
    reported: null,
    ...fields,
  };
}

export function describeRequests({ store, reopen }: SuiteContext): void {
  const reported = { inputTokens: 90, cachedTokens: 40, cacheWriteTokens: null, outputTokens: 7 };

  it('R-43 requests come back as they were recorded, newest first, page by page', async () => {
    await store().ensureThread({ threadId: 't', now: 0 });
    const made = [
      requestOf(1),
      requestOf(2, 't', {
        model: 'odd \0 name',
        ratio: 1.25,
        summaryIds: ['a', 'b'],
        preparedIds: ['c'],
        recalled: [
          {
            ...{ after: 3, asked: 3, revision: 1, seqs: [2, 1], room: 400, tokens: 120, characters: 900 },
            pieces: { seqs: [1], characters: 280 },
            older: { seqs: [1], newerIn: [2] },
          },
        ],
        arrangement: { kept: 0, displacing: 130, resources: -10 },
        expected: { readTokens: 3, writtenTokens: 4, historyReadTokens: 5, historyWrittenTokens: 6 },
        reported,
      }),
      requestOf(3, 't', { reported: { ...reported, cachedTokens: null, outputTokens: null } }),
    ];
    await store().recordRequests([]);
    await store().recordRequests(made.slice(0, 2));
    await store().recordRequests(made.slice(2));
    const all = await store().readRequests({ threadId: 't', limit: 10 });
    const clean = made.map((request) =>
      request.seq === 2 ? { ...request, model: expect.any(String) } : request,
    );
    expect(all.map(({ number: _number, ...request }) => request)).toEqual(clean.toReversed());
    const [newest, ...older] = all;
    expect(await store().readRequests({ threadId: 't', limit: 10, before: newest!.number })).toEqual(older);
    expect(await store().readRequests({ threadId: 't', limit: 1 })).toEqual([newest]);
    expect(await store().readRequests({ threadId: 't', seq: 1, limit: 10 })).toMatchObject([{ seq: 1 }]);
    expect(await store().readRequests({ threadId: 'nobody', limit: 10 })).toEqual([]);
  });

  it('R-43 a report that comes late is kept with its request, and with none that has one', async () => {
    for (const threadId of ['t', 'u']) await store().ensureThread({ threadId, now: 0 });
    const told = requestOf(3, 't', { reported: { ...reported, inputTokens: 5 } });
    await store().recordRequests([requestOf(1), requestOf(2), told, requestOf(2, 'u')]);
    await store().reportRequests([]);
    await store().reportRequests([
      requestOf(2, 't', { model: 'm', reported }),
      requestOf(3, 't', { reported }),
      requestOf(9, 't', { reported }),
      requestOf(1, 'nobody', { reported }),
    ]);
    expect(await store().readRequests({ threadId: 't', limit: 10 })).toMatchObject([
      told,
      { seq: 2, model: 'm', reported },
      requestOf(1),
    ]);
    expect(await store().requestTotals({ threadId: 'u' })).toMatchObject({ reported: { requests: 0 } });
    const broken = [requestOf(1, 't', { reported }), requestOf(2, 't', { tokens: -1 })];
    expect(await codeOf(store().reportRequests(broken))).toBe('invalid_input');
    expect(await store().requestTotals()).toMatchObject({ requests: 4, reported: { requests: 2 } });
  });

  it('R-43 totals are of one thread or of all, and unknown figures count as zero', async () => {
    expect(await store().requestTotals()).toEqual(nothing);
    for (const threadId of ['t', 'u']) await store().ensureThread({ threadId, now: 0 });
    await store().recordRequests([
      requestOf(2, 't', { expected: cached }),
      requestOf(1),
      requestOf(3, 'u', { reported, expected: cached }),
    ]);
    expect(await store().requestTotals({ threadId: 't' })).toEqual({
      ...nothing,
      requests: 2,
      tokens: 200,
      historyTokens: 450,
      expected: { requests: 1, tokens: 100, historyTokens: 300, ...cached },
      since: iso(later(1)),
    });
    expect(await store().requestTotals()).toEqual({
      requests: 3,
      tokens: 300,
      historyTokens: 900,
      expected: {
        requests: 2,
        tokens: 200,
        historyTokens: 750,
        readTokens: 120,
        writtenTokens: 60,
        historyReadTokens: 200,
        historyWrittenTokens: 100,
      },
      since: iso(later(1)),
      reported: { requests: 1, inputTokens: 90, cachedTokens: 40, cacheWriteTokens: 0, outputTokens: 7 },
    });
    expect(await store().requestTotals({ threadId: 'nobody' })).toEqual(nothing);
  });

  it('R-43 requests of a deleted thread stay in the totals, and belong to no other thread', async () => {
    await store().ensureThread({ threadId: 't', now: 0 });
    await store().recordRequests([requestOf(1)]);
    await store().deleteThread('t');
    await store().recordRequests([requestOf(2)]);
    await store().ensureThread({ threadId: 't', now: 1 });
    expect(await store().requestTotals({ threadId: 't' })).toEqual(nothing);
    expect(await store().readRequests({ threadId: 't', limit: 10 })).toEqual([]);
    expect(await store().requestTotals()).toMatchObject({ requests: 2, tokens: 200 });
  });

  it('R-43 thousands are recorded at once, and none if a figure is invalid', async () => {
    await store().ensureThread({ threadId: 't', now: 0 });
    await store().recordRequests(Array.from({ length: 2_000 }, (_, index) => requestOf(index)));
    expect(await store().requestTotals({ threadId: 't' })).toMatchObject({
      requests: 2_000,
      tokens: 200_000,
    });
    for (const fields of [{ tokens: Number.NaN }, { historyTokens: -1 }, { seq: 1.5 }, { ratio: 0 }]) {
      const broken = [requestOf(1), requestOf(2, 't', fields)];
      expect(await codeOf(store().recordRequests(broken))).toBe('invalid_input');
    }
    expect(await store().requestTotals()).toMatchObject({ requests: 2_000 });
  });

  if (reopen) {
    it('R-43 requests survive the process', async () => {
      await store().ensureThread({ threadId: 't', now: 0 });
      await store().recordRequests([requestOf(1, 't', { reported })]);
      expect(await (await reopen()).readRequests({ threadId: 't', limit: 1 })).toMatchObject([
        { seq: 1, reported },
      ]);
    });
  }
}
