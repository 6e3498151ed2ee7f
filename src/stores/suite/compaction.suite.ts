/** Contract suite: committing compactions. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SummaryRecord } from '../../records/summary.ts';
import type { CompactionCommit, Lease } from '../../store.ts';
import {
  asStored,
  codeOf,
  commitOf,
  iso,
  later,
  leasedThread,
  message,
  messages,
  receipt,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeCompaction({ store }: SuiteContext): void {
  let lease: Lease;
  const commit = (options: Partial<CompactionCommit>) => store().commit(commitOf(lease, options));
  const prepared = (id: string, from: number, to: number) => summary(id, from, to, { status: 'prepared' });
  const statuses = async () =>
    Object.fromEntries(
      (await store().readSummaryHeads({ threadId: 't' })).map(({ id, status }) => [id, status]),
    );

  /** The commit must fail with this code and leave the thread as it was. */
  async function refused(code: string, options: Partial<CompactionCommit>): Promise<void> {
    const before = await snapshot(store());
    expect(await codeOf(commit(options))).toBe(code);
    expect(await snapshot(store())).toEqual(before);
  }

  beforeEach(async () => {
    lease = await leasedThread(store(), 20);
  });

  describe('committing', () => {
    it('I-6 a compaction changes summaries, row and receipts together', async () => {
      const insert = [summary('s1', 1, 5), summary('s2', 6, 12, { tokens: 9 })];
      const state = await commit({
        insert,
        coverTo: 12,
        checkpoint: 20,
        fixedTokens: 7,
        receipt: receipt('r1'),
      });
      expect(state).toMatchObject({
        revision: 1,
        messages: 20,
        tokens: 200,
        coveredTo: 12,
        tailTokens: 80,
        summaryTokens: 14,
        liveSummaries: 2,
        checkpoint: 20,
        compactions: 1,
        tokensAfterCompaction: 7 + 14 + 80,
        // A commit does not count as an update of the thread.
        updatedAt: iso(someTime),
      });
      expect(await store().readThread('t')).toEqual(state);
      expect(await store().readSummaries({ threadId: 't' })).toEqual(
        insert.map((one) => asStored(one, { madeAt: 20, liveAt: 20 })),
      );
      expect(await store().readReceipts({ threadId: 't', limit: 9 })).toEqual([receipt('r1')]);
    });

    it('I-2 live summaries can be folded into one, and the covered range grows', async () => {
      await commit({ insert: [summary('s1', 1, 5), summary('s2', 6, 8)], coverTo: 8, checkpoint: 20 });
      const merged = summary('s3', 1, 8, { sourceIds: ['s1', 's2'], tier: 1, readFrom: null, readTo: null });
      const state = await commit({
        revision: 1,
        insert: [merged, summary('s4', 9, 10)],
        replaces: ['s1', 's2'],
        coverTo: 10,
        checkpoint: 20,
      });
      expect(state).toMatchObject({
        revision: 2,
        liveSummaries: 2,
        coveredTo: 10,
        tailTokens: 100,
        compactions: 2,
      });
      expect(await statuses()).toEqual({ s1: 'replaced', s2: 'replaced', s3: 'live', s4: 'live' });
    });

    it('I-2 coverage can go back: summaries may be replaced by none', async () => {
      await commit({ insert: [summary('s1', 1, 5), summary('s2', 6, 8)], coverTo: 8 });
      const state = await commit({ revision: 1, replaces: ['s2'], coverTo: 5 });
      expect(state).toMatchObject({ coveredTo: 5, tailTokens: 150, liveSummaries: 1, summaryTokens: 5 });
      expect(await commit({ revision: 2, replaces: ['s1'], coverTo: 0 })).toMatchObject({
        coveredTo: 0,
        tailTokens: 200,
        liveSummaries: 0,
        summaryTokens: 0,
      });
    });

    it('I-6 without a checkpoint the figures of hysteresis do not change', async () => {
      await commit({ insert: [summary('s1', 1, 5)], coverTo: 5, checkpoint: 20 });
      const before = await store().readThread('t');
      const state = await commit({
        revision: 1,
        insert: [summary('s2', 6, 8)],
        coverTo: 8,
        checkpoint: null,
      });
      expect(state).toMatchObject({
        checkpoint: 20,
        compactions: 1,
        tokensAfterCompaction: before!.tokensAfterCompaction,
        coveredTo: 8,
        revision: 2,
      });
    });

    it('I-6 preparing ahead and partial results do not change what is shown, and plans stay valid', async () => {
      const insert = [prepared('p1', 1, 4), prepared('p2', 5, 6), summary('x', 2, 19, { status: 'partial' })];
      const state = await commit({ insert });
      expect(state).toMatchObject({
        revision: 0,
        coveredTo: 0,
        liveSummaries: 0,
        summaryTokens: 0,
        tailTokens: 200,
      });
      const merged = await commit({ insert: [prepared('p3', 1, 6)], replaces: ['p1', 'p2'] });
      expect(merged.revision).toBe(0);
      expect(await statuses()).toEqual({ p1: 'replaced', p2: 'replaced', p3: 'prepared', x: 'partial' });
    });

    it('R-25 partial results can be replaced by larger ones', async () => {
      const partial = (id: string, from: number, to: number) => summary(id, from, to, { status: 'partial' });
      await commit({ insert: [partial('x1', 1, 4), partial('x2', 5, 8)] });
      await commit({ insert: [partial('x3', 1, 8)], replaces: ['x1', 'x2'] });
      expect(await statuses()).toEqual({ x1: 'replaced', x2: 'replaced', x3: 'partial' });
    });

    it('I-6 prepared summaries can be activated, and the others stay prepared', async () => {
      await commit({ insert: [prepared('p1', 1, 4), prepared('p2', 5, 6), prepared('p3', 7, 9)] });
      const state = await commit({ activates: ['p1', 'p2'], coverTo: 6, checkpoint: 20 });
      expect(state).toMatchObject({
        revision: 1,
        coveredTo: 6,
        liveSummaries: 2,
        summaryTokens: 10,
        tailTokens: 140,
      });
      expect(await statuses()).toEqual({ p1: 'live', p2: 'live', p3: 'prepared' });
    });

    it('I-6 a summary made and folded in one plan is stored as replaced', async () => {
      await commit({ insert: [summary('s1', 1, 5), summary('s2', 1, 9)], replaces: ['s1'], coverTo: 9 });
      expect(await statuses()).toEqual({ s1: 'replaced', s2: 'live' });
    });

    it('I-6 messages that arrive while a plan is carried out do not invalidate it', async () => {
      await store().append({ threadId: 't', messages: [message('new')], now: later(1) });
      const state = await commit({ insert: [summary('s1', 1, 20)], coverTo: 20, checkpoint: 20 });
      expect(state).toMatchObject({ messages: 21, coveredTo: 20, tailTokens: 10, checkpoint: 20 });
    });

    it('I-6 a commit on an old revision is refused', async () => {
      await commit({ insert: [summary('s1', 1, 5)], coverTo: 5 });
      await refused('stale_plan', { revision: 0, insert: [summary('s2', 6, 8)], coverTo: 8 });
      await refused('stale_plan', { revision: 2, insert: [summary('s2', 6, 8)], coverTo: 8 });
    });

    it('I-6 of two commits on one revision at once, one succeeds', async () => {
      const codes = await Promise.all(
        ['a', 'b', 'c'].map((id) => codeOf(commit({ insert: [summary(id, 1, 5)], coverTo: 5 }))),
      );
      expect(codes.toSorted()).toEqual(['no error', 'stale_plan', 'stale_plan']);
      expect(await store().readSummaries({ threadId: 't' })).toHaveLength(1);
    });

    it('I-5 a commit with an old fence is refused before anything else is checked', async () => {
      await store().acquireLease({ threadId: 't', owner: 'other', now: later(3_600), ttlMs: 1 });
      await refused('lease_lost', { revision: 99, insert: [summary('s1', 3, 99)], coverTo: 7 });
    });

    it('I-6 a plan with a summary that was replaced meanwhile is refused', async () => {
      await commit({ insert: [prepared('p1', 1, 4), prepared('p2', 5, 6)] });
      await commit({ insert: [prepared('p3', 1, 6)], replaces: ['p1', 'p2'] });
      await refused('stale_plan', { activates: ['p1'], coverTo: 4 });
      await refused('stale_plan', { replaces: ['p2'] });
      await refused('unknown_summary', { replaces: ['nobody'] });
      await refused('unknown_summary', { activates: ['nul\0'] });
    });
  });

  describe('tiling', () => {
    const ranges = (...list: [number, number][]): SummaryRecord[] =>
      list.map(([from, to], index) => summary(`s${index}`, from, to));

    it.each<[string, Partial<CompactionCommit>]>([
      ['a gap', { insert: ranges([1, 3], [5, 8]), coverTo: 8 }],
      ['an overlap', { insert: ranges([1, 5], [5, 8]), coverTo: 8 }],
      ['one inside another', { insert: ranges([1, 8], [3, 4]), coverTo: 8 }],
      ['the same range twice', { insert: ranges([1, 8], [1, 8]), coverTo: 8 }],
      ['a start after the first message', { insert: ranges([2, 8]), coverTo: 8 }],
      ['an end before coverTo', { insert: ranges([1, 8]), coverTo: 9 }],
      ['an end after coverTo', { insert: ranges([1, 8]), coverTo: 7 }],
      ['coverage by nothing', { insert: [], coverTo: 3 }],
      ['a negative coverTo', { insert: [], coverTo: -1 }],
      ['a range past the log', { insert: ranges([1, 21]), coverTo: 21 }],
      ['a range before the log', { insert: ranges([0, 5]), coverTo: 5 }],
      ['a range backwards', { insert: ranges([5, 1]), coverTo: 1 }],
      ['a fractional range', { insert: ranges([1, 2.5]), coverTo: 2 }],
      ['prepared after a gap', { insert: [prepared('p', 2, 5)] }],
      ['prepared that overlap', { insert: [prepared('p', 1, 5), prepared('q', 5, 6)] }],
      ['prepared past the log', { insert: [prepared('p', 1, 21)] }],
      ['prepared where a live one stands', { insert: [...ranges([1, 5]), prepared('p', 5, 6)], coverTo: 5 }],
      ['partial past the log', { insert: [summary('x', 19, 21, { status: 'partial' })] }],
      ['another first message', { insert: [summary('s', 1, 5, { startMessageId: 'm2' })], coverTo: 5 }],
      ['another last message', { insert: [summary('s', 1, 5, { endMessageId: 'm6' })], coverTo: 5 }],
      ['another thread', { insert: [summary('s', 1, 5, { threadId: 'u' })], coverTo: 5 }],
      ['a receipt of another thread', { receipt: receipt('r', { threadId: 'u' }) }],
      ['one id twice', { insert: [summary('s', 1, 5), summary('s', 6, 8)], coverTo: 8 }],
      ['an empty id', { insert: [summary('', 1, 5)], coverTo: 5 }],
    ])('I-2 refused: %s', async (_name, options) => {
      await refused('invalid_input', options);
    });

    it('I-2 stored summaries count in the tiling', async () => {
      await commit({
        insert: [summary('s1', 1, 5), prepared('p1', 6, 8)],
        coverTo: 5,
        receipt: receipt('r1'),
      });
      const revision = 1;
      await refused('invalid_input', { revision, insert: [summary('s2', 1, 6)], coverTo: 6 });
      await refused('invalid_input', { revision, insert: [summary('s2', 6, 7)], coverTo: 7 });
      await refused('invalid_input', { revision, replaces: ['s1'], coverTo: 0 });
      await refused('invalid_input', { revision, insert: [summary('s1', 6, 8)], coverTo: 8 });
      await refused('invalid_input', { revision, coverTo: 5, receipt: receipt('r1') });
      const insert = [summary('s2', 6, 7)];
      expect(await commit({ revision, insert, replaces: ['p1'], coverTo: 7 })).toMatchObject({
        coveredTo: 7,
      });
    });

    it('I-2 a thousand summaries are committed at once', async () => {
      await store().append({ threadId: 't', messages: messages(1_000).slice(20), now: someTime });
      const insert = Array.from({ length: 1_000 }, (_, index) => summary(`s${index}`, index + 1, index + 1));
      expect(await commit({ insert, coverTo: 1_000 })).toMatchObject({ liveSummaries: 1_000, tailTokens: 0 });
      const replaces = insert.map(({ id }) => id);
      const state = await commit({
        revision: 1,
        insert: [summary('all', 1, 1_000)],
        replaces,
        coverTo: 1_000,
      });
      expect(state).toMatchObject({ liveSummaries: 1, summaryTokens: 5 });
    });
  });
}
