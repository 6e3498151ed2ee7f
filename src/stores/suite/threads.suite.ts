/** Contract suite: threads and their settings. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import {
  audit,
  codeOf,
  commitOf,
  edit,
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

export const trickyIds = [
  'a%',
  'a_',
  "'; drop table threads; --",
  '"quoted"',
  '__proto__',
  'constructor',
  'A',
  'a',
  'ä',
  'a\u0308',
  ' ',
  '../../etc/passwd',
  '日本',
  '\uffee',
  '😀',
  '?1',
  '$1',
  ':id',
  '1',
  '01',
  'null',
  'x'.repeat(400),
];
const badIds = ['', 'nul\0', 'lone\ud800', 'x'.repeat(401), 7, null, undefined];

export function describeThreads({ store }: SuiteContext): void {
  describe('threads', () => {
    it('R-62 a new thread has a row of zeros', async () => {
      expect(await store().ensureThread({ threadId: 't', now: someTime })).toEqual({
        id: 't',
        createdAt: iso(someTime),
        updatedAt: iso(someTime),
        revision: 0,
        messages: 0,
        tokens: 0,
        coveredTo: 0,
        tailTokens: 0,
        summaryTokens: 0,
        liveSummaries: 0,
        checkpoint: 0,
        compactions: 0,
        tokensAfterCompaction: 0,
        fixedTokens: 0,
        pins: [],
        settings: {},
      });
    });

    it('R-62 ensuring a thread again changes nothing, even many times at once', async () => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store().ensureThread({ threadId: 't', now: later(index) })),
      );
      const first = await store().readThread('t');
      for (const state of all) expect(state).toEqual(first);
      expect(await store().listThreads({ limit: 10 })).toHaveLength(1);
    });

    it('R-62 reading an unknown thread returns nothing, and creates nothing', async () => {
      expect(await store().readThread('nobody')).toBeUndefined();
      expect(await store().readMessages({ threadId: 'nobody' })).toEqual([]);
      expect(await store().readMetas({ threadId: 'nobody' })).toEqual([]);
      expect(await store().findMessages({ threadId: 'nobody', ids: ['m1'] })).toEqual([]);
      expect(await store().readSummaries({ threadId: 'nobody' })).toEqual([]);
      expect(await store().readSummaryHeads({ threadId: 'nobody' })).toEqual([]);
      expect(await store().readReceipts({ threadId: 'nobody', limit: 5 })).toEqual([]);
      expect(await store().readAudit({ threadId: 'nobody', limit: 5 })).toEqual([]);
      expect(await store().listThreads({ limit: 5 })).toEqual([]);
    });

    it('R-62 writing to an unknown thread is refused by its id', async () => {
      const lease = { threadId: 'nobody', owner: 'o', fence: 1, expiresAt: 0 };
      const attempts = [
        store().append({ threadId: 'nobody', messages: messages(1), now: 0 }),
        store().updateSettings({ threadId: 'nobody', settings: {}, now: 0 }),
        store().acquireLease({ threadId: 'nobody', owner: 'o', now: 0, ttlMs: 1 }),
        store().commit(commitOf(lease)),
        store().rewrite({
          threadId: 'nobody',
          changes: [edit(1, 'new')],
          audit: audit('a', { threadId: 'nobody' }),
          now: 0,
        }),
        store().updateSummary({
          threadId: 'nobody',
          summaryId: 's',
          pinned: true,
          audit: audit('a', { threadId: 'nobody', summaryId: 's' }),
          now: 0,
        }),
      ];
      for (const code of await Promise.all(attempts.map(codeOf))) expect(code).toBe('unknown_thread');
      expect(await store().renewLease({ lease, now: 0, ttlMs: 1 })).toBeUndefined();
      await store().releaseLease(lease);
      expect(await store().listThreads({ limit: 5 })).toEqual([]);
    });

    it.each(badIds)('R-62 a bad thread id is refused everywhere: case %#', async (id) => {
      const threadId = id as string;
      const attempts = [
        store().ensureThread({ threadId, now: 0 }),
        store().readThread(threadId),
        store().deleteThread(threadId),
        store().updateSettings({ threadId, settings: {}, now: 0 }),
        store().append({ threadId, messages: [], now: 0 }),
        store().readMessages({ threadId }),
        store().readMetas({ threadId }),
        store().findMessages({ threadId, ids: ['m1'] }),
        store().readSummaries({ threadId }),
        store().readSummaryHeads({ threadId }),
        store().readReceipts({ threadId, limit: 1 }),
        store().readAudit({ threadId, limit: 1 }),
        store().rewrite({ threadId, changes: [edit(1, 'new')], audit: audit('a', { threadId }), now: 0 }),
        store().updateSummary({
          threadId,
          summaryId: 's',
          audit: audit('a', { threadId, summaryId: 's' }),
          now: 0,
        }),
        store().acquireLease({ threadId, owner: 'o', now: 0, ttlMs: 1 }),
      ];
      for (const code of await Promise.all(attempts.map(codeOf))) expect(code).toBe('invalid_input');
      expect(await store().listThreads({ limit: 5 })).toEqual([]);
    });

    it('R-62 threads with similar or unusual ids are kept apart', async () => {
      for (const threadId of trickyIds) {
        await store().ensureThread({ threadId, now: someTime });
        await store().append({ threadId, messages: [message(`of ${threadId.slice(0, 50)}`)], now: someTime });
      }
      for (const threadId of trickyIds) {
        expect((await store().readThread(threadId))?.id).toBe(threadId);
        const [only, ...more] = await store().readMessages({ threadId });
        expect(only).toMatchObject({ threadId, seq: 1, id: `of ${threadId.slice(0, 50)}` });
        expect(more).toEqual([]);
      }
      await store().deleteThread('a%');
      expect(await store().listThreads({ limit: 100 })).toHaveLength(trickyIds.length - 1);
    });

    it('R-62 threads are listed by the bytes of their ids, page by page', async () => {
      for (const threadId of trickyIds) await store().ensureThread({ threadId, now: someTime });
      const expected = trickyIds.toSorted((first, second) =>
        Buffer.compare(Buffer.from(first), Buffer.from(second)),
      );
      const listed: string[] = [];
      for (let after: string | undefined; ; after = listed.at(-1)) {
        const page = await store().listThreads({ limit: 4, ...(after !== undefined && { after }) });
        if (page.length === 0) break;
        listed.push(...page.map(({ id }) => id));
      }
      expect(listed).toEqual(expected);
      expect(await store().listThreads({ limit: 0 })).toEqual([]);
      expect(await codeOf(store().listThreads({ limit: -1 }))).toBe('invalid_input');
    });

    it('R-62 deleting a thread removes all of its data and nothing of others', async () => {
      const lease = await leasedThread(store(), 10);
      const insert = [summary('s1', 1, 5), summary('p', 6, 7, { status: 'partial' })];
      await store().commit(commitOf(lease, { insert, coverTo: 5, checkpoint: 10, receipt: receipt('r1') }));
      await store().rewrite({ threadId: 't', changes: [edit(2, 'new')], audit: audit('a1'), now: later(1) });
      await store().ensureThread({ threadId: 'other', now: someTime });
      await store().append({ threadId: 'other', messages: messages(3), now: someTime });
      const other = await snapshot(store(), 'other');

      expect(await store().deleteThread('t')).toBe(true);
      expect(await store().deleteThread('t')).toBe(false);
      expect(await snapshot(store())).toEqual({
        state: undefined,
        messages: [],
        summaries: [],
        receipts: [],
        audit: [],
      });
      expect(await store().findMessages({ threadId: 't', ids: ['m1'] })).toEqual([]);
      expect(await snapshot(store(), 'other')).toEqual(other);

      await store().ensureThread({ threadId: 't', now: later(1) });
      expect(await snapshot(store())).toMatchObject({
        state: { messages: 0 },
        messages: [],
        summaries: [],
        receipts: [],
        audit: [],
      });
      const again = await store().append({ threadId: 't', messages: messages(1), now: later(1) });
      expect(again).toMatchObject({ added: 1, messages: [{ seq: 1 }] });
    });
  });

  describe('settings', () => {
    it('R-62 settings are merged: undefined leaves, null removes, other members replace', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      const update = (settings: Parameters<Store['updateSettings']>[0]['settings']) =>
        store().updateSettings({ threadId: 't', settings, now: later(1) });
      await update({ budgetTokens: 5_000, metadata: { a: 1 } });
      await update({ strategy: { name: 'rolling', every: 3 }, budgetTokens: undefined });
      const state = await update({ metadata: { b: [2, { c: null }] } });
      expect(state.settings).toEqual({
        budgetTokens: 5_000,
        strategy: { name: 'rolling', every: 3 },
        metadata: { b: [2, { c: null }] },
      });
      expect(state.updatedAt).toBe(iso(later(1)));
      expect((await update({ strategy: null, metadata: null })).settings).toEqual({ budgetTokens: 5_000 });
      expect(await store().readThread('t')).toMatchObject({ settings: { budgetTokens: 5_000 }, revision: 0 });
    });

    it('R-62 fixed tokens are stored by an append, and kept if not given', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      const add = (id: string, fixedTokens?: number) =>
        store().append({ threadId: 't', messages: [message(id)], now: someTime, fixedTokens });
      expect((await add('a', 321)).state.fixedTokens).toBe(321);
      expect((await add('b')).state.fixedTokens).toBe(321);
      expect((await store().readThread('t'))?.fixedTokens).toBe(321);
      expect(await codeOf(add('c', -1))).toBe('invalid_input');
    });

    it('R-62 members named like those of an object’s prototype are ordinary members', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      const metadata = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
      await store().updateSettings({ threadId: 't', settings: { metadata }, now: someTime });
      const settings = JSON.parse('{"__proto__":{"admin":true}}');
      await store().updateSettings({ threadId: 't', settings, now: someTime });
      const state = await store().readThread('t');
      expect(JSON.stringify(state?.settings.metadata)).toBe('{"__proto__":{"admin":true},"constructor":1}');
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it('R-62 changing a state that was returned changes nothing', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      const metadata = { list: [1] };
      const state = await store().updateSettings({ threadId: 't', settings: { metadata }, now: someTime });
      metadata.list.push(2);
      state.messages = 99;
      (state.settings.metadata as typeof metadata).list.push(3);
      expect(await store().readThread('t')).toMatchObject({
        messages: 0,
        settings: { metadata: { list: [1] } },
      });
    });

    it('R-62 settings that are not JSON are refused, and the old ones are kept', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      await store().updateSettings({ threadId: 't', settings: { budgetTokens: 1 }, now: someTime });
      const metadata: Record<string, unknown> = {};
      metadata.self = metadata;
      const attempt = store().updateSettings({ threadId: 't', settings: { metadata }, now: someTime });
      expect(await codeOf(attempt)).toBe('invalid_input');
      expect(await store().readThread('t')).toMatchObject({ settings: { budgetTokens: 1 } });
    });
  });
}
