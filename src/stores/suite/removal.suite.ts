/** Contract suite: forgetting and deleting messages. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../records/summary.ts';
import type { Lease } from '../../store.ts';
import { pastOf, pastThread, retired, shown } from './past-samples.suite.ts';
import {
  asStored,
  audit,
  commitOf,
  edit,
  iso,
  later,
  message,
  receipt,
  removal,
  snapshot,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const emptied = {
  text: '',
  record: null,
  facts: [],
  segment: null,
  work: undefined,
  originals: [],
  tokens: 0,
};

export function describeRemoval({ store }: SuiteContext): void {
  const { rewrite, update, records, readOne, refused } = pastOf(store);
  let lease: Lease;
  beforeEach(async () => {
    lease = await pastThread(store());
  });

  describe('removing messages', () => {
    it('R-41 a forgotten message keeps only its place', async () => {
      const said = message('odd', { name: 'Bo', extra: { anthropic: { a: 1 } }, tokens: 50 });
      await store().append({ threadId: 't', messages: [said], now: later(1) });
      await rewrite([edit(21, 'edited', 60)]);
      const before = await readOne(21);
      const { messages, state } = await rewrite([removal('forget', 21, 4)], { id: 'a2', action: 'forget' });
      const { id, threadId, seq, role, createdAt, unitStart, tokensBefore } = before;
      const { hash } = removal('forget', 21);
      expect(messages).toEqual([
        {
          id,
          threadId,
          seq,
          role,
          createdAt,
          unitStart,
          tokensBefore,
          hash,
          tokens: 4,
          parts: [],
          removed: 'forgotten',
        },
      ]);
      expect(await readOne(21)).toEqual(messages[0]);
      expect(await store().findMessages({ threadId: 't', ids: ['odd'] })).toEqual(messages);
      expect(state).toMatchObject({ messages: 21, tokens: 204, tailTokens: 124 });
    });

    it('R-41 forgetting empties every summary built on the message, whatever its status', async () => {
      await update({ pinned: true, edited: { at: iso(later(1)), version: 1 } });
      await rewrite([removal('forget', 4)], { id: 'a2' });
      const all = await records();
      const gone = { ...emptied, stale: true };
      const byPerson = { rung: 'person', model: 'person' } as const;
      expect(all.get('s1')).toEqual(asStored(summary('s1', 1, 5, { ...gone, ...byPerson }), shown));
      expect(all.get('x')).toEqual(asStored(summary('x', 1, 10, { ...gone, status: 'replaced' }), retired));
      expect(all.get('s2')).toEqual(asStored(summary('s2', 6, 8, { tokens: 7 }), shown));
      expect(await store().readThread('t')).toMatchObject({
        summaryTokens: 7,
        liveSummaries: 2,
        coveredTo: 8,
      });
    });

    it('R-41 forgetting removes details from receipts whose range includes the message', async () => {
      await rewrite([removal('forget', 4)]);
      const [second, first] = await store().readReceipts({ threadId: 't', limit: 9 });
      expect(first).toEqual(receipt('r1', { from: 1, to: 8, segment: null }));
      expect(second!.segment).not.toBeNull();
    });

    it('R-41 forgetting removes details from receipts that name one of its summaries, whatever their range', async () => {
      const [{ segment }] = (await store().readReceipts({ threadId: 't', limit: 1 })) as [Receipt];
      const swapped = receipt('r3', { from: 6, to: 8, summaryIds: ['s2', 's1'], segment });
      await store().commit(commitOf(lease, { revision: 1, coverTo: 8, receipt: swapped }));
      await rewrite([removal('forget', 4)]);
      const told = await store().readReceipts({ threadId: 't', limit: 9 });
      expect(told.map((one) => [one.id, one.segment !== null])).toEqual([
        ['r3', false],
        ['r2', true],
        ['r1', false],
      ]);
    });

    it('R-41 forgetting removes earlier texts of the message and its summaries from the audit trail', async () => {
      await rewrite([edit(4, 'new')], { from: 4, to: 4 });
      await rewrite([edit(9, 'new')], { id: 'a2', from: 9, to: 9 });
      await update({ text: 'mine', tokens: 1 }, 'a3');
      await update({ summaryId: 's2', text: 'mine', tokens: 1 }, 'a4');
      // A summary's entry is found by its id, even if the entry names no range.
      const entry = audit('a5', { action: 'edit-summary', from: 0, to: 0, summaryId: 's1', before: 'kept' });
      await update({ text: 'mine again', tokens: 1, audit: entry });
      await rewrite([removal('forget', 4)], { id: 'a6', action: 'forget', from: 4, to: 4, before: 'given' });
      const trail = await store().readAudit({ threadId: 't', limit: 9 });
      // Entry a4 claims to be about messages 1 to 5: losing one text too many is better than keeping one too many.
      // Notes about the messages go with them; the note of the erasure itself stays.
      expect(trail.map(({ id, before, note }) => [id, before !== null, note !== ''])).toEqual([
        ['a6', false, true],
        ['a5', false, false],
        ['a4', false, false],
        ['a3', false, false],
        ['a2', true, true],
        ['a1', false, false],
      ]);
    });

    it('R-15 deleting originals leaves the summaries as they are', async () => {
      const before = await snapshot(store());
      await rewrite([edit(4, 'edited')], { from: 4, to: 4 });
      const edited = await snapshot(store());
      const changes = [4, 7].map((seq) => removal('delete', seq));
      const result = await rewrite(changes, { id: 'a2', action: 'delete-originals', from: 4, to: 7 });
      expect(result.summaryIds).toEqual([]);
      expect(result.messages).toMatchObject([
        { seq: 4, parts: [], removed: 'deleted', tokens: 0 },
        { seq: 7, parts: [], removed: 'deleted', tokens: 0 },
      ]);
      expect(result.state).toMatchObject({ revision: 3, tokens: 180, tailTokens: 120, summaryTokens: 12 });
      const after = await snapshot(store());
      expect(after.summaries).toEqual(edited.summaries);
      expect(after.receipts).toEqual(before.receipts);
      expect(after.audit.map(({ id, before: text }) => [id, text])).toEqual([
        ['a2', null],
        ['a1', null],
      ]);
    });

    it('R-41 a removed message can be forgotten again but not edited, and deleting does not undo forgetting', async () => {
      await rewrite([removal('delete', 4), removal('forget', 9)]);
      await refused('invalid_input', () => rewrite([edit(4, 'back')], { id: 'a2' }));
      await refused('invalid_input', () => rewrite([edit(1, 'new'), edit(9, 'back')], { id: 'a2' }));
      const { messages } = await rewrite([removal('forget', 4), removal('delete', 9, 3)], { id: 'a2' });
      expect(messages).toMatchObject([
        { seq: 4, removed: 'forgotten' },
        { seq: 9, removed: 'forgotten', tokens: 0 },
      ]);
      expect((await records()).get('s1')).toMatchObject({ text: '', stale: true });
    });

    it('R-15 thousands of originals are deleted at once', async () => {
      const many = Array.from({ length: 3_000 }, (_, index) => message(`n${index}`));
      await store().append({ threadId: 't', messages: many, now: later(1) });
      const changes = many.map((_, index) => removal('delete', 21 + index));
      const { state } = await rewrite(changes);
      expect(state).toMatchObject({ messages: 3_020, tokens: 200 });
    });
  });
}
