/** Contract suite: reading the results of compactions. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompactionCommit, Lease } from '../../store.ts';
import { asStored, codeOf, commitOf, leasedThread, receipt, summary } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeSummaries({ store }: SuiteContext): void {
  let lease: Lease;
  const commit = (options: Partial<CompactionCommit>) => store().commit(commitOf(lease, options));
  const prepared = (id: string, from: number, to: number) => summary(id, from, to, { status: 'prepared' });

  beforeEach(async () => {
    lease = await leasedThread(store(), 20);
  });

  describe('reading summaries', () => {
    const ids = async (query: Omit<Parameters<ReturnType<typeof store>['readSummaries']>[0], 'threadId'>) => {
      const records = await store().readSummaries({ threadId: 't', ...query });
      const heads = await store().readSummaryHeads({ threadId: 't', ...query });
      expect(heads).toEqual(
        records.map(
          ({
            text: _t,
            record: _r,
            facts: _f,
            originals: _o,
            segment: _s,
            work: _w,
            kept: _k,
            limits: _l,
            ...head
          }) => head,
        ),
      );
      return records.map(({ id }) => id);
    };

    beforeEach(async () => {
      await commit({ insert: [summary('z', 1, 5), summary('b', 6, 8), prepared('c', 9, 12)], coverTo: 8 });
      const merged = summary('a', 1, 8, { sourceIds: ['z', 'b'] });
      await commit({ revision: 1, insert: [merged], replaces: ['z', 'b'], coverTo: 8 });
      await commit({ revision: 2, insert: [summary('x', 6, 9, { status: 'partial' })], coverTo: 8 });
    });

    it('R-62 by status, by id and by range, in order of place and then of creation', async () => {
      expect(await ids({})).toEqual(['z', 'a', 'b', 'x', 'c']);
      expect(await ids({ statuses: ['live'] })).toEqual(['a']);
      expect(await ids({ statuses: ['prepared', 'live'] })).toEqual(['a', 'c']);
      expect(await ids({ statuses: ['replaced', 'replaced'] })).toEqual(['z', 'b']);
      expect(await ids({ statuses: [] })).toEqual([]);
      expect(await ids({ ids: ['c', 'nobody', 'a', 'c'] })).toEqual(['a', 'c']);
      expect(await ids({ ids: [] })).toEqual([]);
      expect(await ids({ ids: ['\0', ''] })).toEqual([]);
      expect(await ids({ ids: ['z', 'a'], statuses: ['live'] })).toEqual(['a']);
      expect(await ids({ from: 6 })).toEqual(['b', 'x', 'c']);
      expect(await ids({ to: 8 })).toEqual(['z', 'a', 'b']);
      expect(await ids({ from: 2, to: 9 })).toEqual(['b', 'x']);
      expect(await ids({ from: 9, to: 8 })).toEqual([]);
      expect(await ids({ limit: 2 })).toEqual(['z', 'a']);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ statuses: ['replaced'], from: 1, to: 8, limit: 1 })).toEqual(['z']);
    });

    it('R-62 every field is read back, including empty ones and unusual text', async () => {
      const odd = summary('odd', 9, 12, {
        status: 'prepared',
        text: 'NUL \0 lone \ud800 😀',
        record: null,
        segment: null,
        originals: [],
        facts: [],
        parentId: 'a',
        readFrom: null,
        readTo: null,
        survival: 0.1 + 0.2,
      });
      await commit({ revision: 2, insert: [odd], replaces: ['c'], coverTo: 8 });
      expect(await store().readSummaries({ threadId: 't', ids: ['odd'] })).toEqual([
        asStored(odd, { madeAt: 20 }),
      ]);
    });

    it('R-62 changing a passed or returned object changes nothing stored', async () => {
      const given = summary('given', 9, 12, { status: 'prepared', sourceIds: ['q'] });
      await commit({ revision: 2, insert: [given], replaces: ['c'], coverTo: 8 });
      given.sourceIds.push('w');
      given.facts.length = 0;
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['given'] });
      head!.sourceIds.push('w');
      const [record] = await store().readSummaries({ threadId: 't', ids: ['given'] });
      record!.record!.keyPoints.push('w');
      expect(await store().readSummaries({ threadId: 't', ids: ['given'] })).toEqual([
        asStored(summary('given', 9, 12, { status: 'prepared', sourceIds: ['q'] }), { madeAt: 20 }),
      ]);
    });
  });

  describe('receipts', () => {
    it('R-15 receipts are read newest first, page by page', async () => {
      for (const id of ['r1', 'r2', 'r3', 'r4', 'r5']) await commit({ receipt: receipt(id) });
      const read = async (limit: number, before?: string) =>
        (await store().readReceipts({ threadId: 't', limit, ...(before && { before }) })).map(({ id }) => id);
      expect(await read(2)).toEqual(['r5', 'r4']);
      expect(await read(2, 'r4')).toEqual(['r3', 'r2']);
      expect(await read(9, 'r2')).toEqual(['r1']);
      expect(await read(9, 'r1')).toEqual([]);
      expect(await read(0)).toEqual([]);
      expect(await codeOf(read(1, 'nobody'))).toBe('invalid_input');
      expect(await codeOf(read(-1))).toBe('invalid_input');
    });
  });
}
