/** A thread with summaries of every status, and the ways to change its past: for the contract suite. */
import { expect } from 'vitest';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { Lease, MessageChange, Store } from '../../store.ts';
import { audit, codeOf, commitOf, later, leasedThread, receipt, snapshot, summary } from './samples.suite.ts';

/** live s1 1–5, s2 6–8; prepared p1 9–10, p2 11–12, p3 13–14; partial x 1–10; replaced r 6–7. 20 messages. */
export async function pastThread(store: Store): Promise<Lease> {
  const lease = await leasedThread(store, 20);
  const prepared = (id: string, from: number, to: number) => summary(id, from, to, { status: 'prepared' });
  const insert = [
    summary('r', 6, 7),
    summary('s1', 1, 5),
    summary('s2', 6, 8, { tokens: 7 }),
    prepared('p1', 9, 10),
    prepared('p2', 11, 12),
    prepared('p3', 13, 14),
    summary('x', 1, 10, { status: 'partial' }),
  ];
  const { segment } = insert[0]!;
  const made = { insert, replaces: ['r'], coverTo: 8, checkpoint: 20 };
  await store.commit(commitOf(lease, { ...made, receipt: receipt('r1', { from: 1, to: 8, segment }) }));
  const further = receipt('r2', { from: 9, to: 14, summaryIds: ['p1', 'p2', 'p3'], segment });
  await store.commit(commitOf(lease, { revision: 1, coverTo: 8, receipt: further }));
  return lease;
}

export function pastOf(store: () => Store) {
  return {
    rewrite: (changes: readonly MessageChange[], entry: Partial<AuditEntry> = {}) =>
      store().rewrite({ threadId: 't', changes, audit: audit(entry.id ?? 'a1', entry), now: later(100) }),
    update: (options: Partial<Parameters<Store['updateSummary']>[0]>, id = 'a1') =>
      store().updateSummary({
        threadId: 't',
        summaryId: 's1',
        audit: audit(id, { action: 'edit-summary', from: 1, to: 5, summaryId: options.summaryId ?? 's1' }),
        now: later(100),
        ...options,
      }),
    records: async () =>
      new Map((await store().readSummaries({ threadId: 't' })).map((record) => [record.id, record])),
    readOne: async (seq: number) => (await store().readMessages({ threadId: 't', from: seq, to: seq }))[0]!,
    /** The work must fail with this code and leave the thread as it was. */
    async refused(code: string, work: () => Promise<unknown>): Promise<void> {
      const before = await snapshot(store());
      expect(await codeOf(work())).toBe(code);
      expect(await snapshot(store())).toEqual(before);
    },
  };
}

/** Times of summaries in the thread of twenty messages: shown since then, and never shown. */
export const shown = { madeAt: 20, liveAt: 20 };
export const retired = { madeAt: 20, replacedAt: 20 };
