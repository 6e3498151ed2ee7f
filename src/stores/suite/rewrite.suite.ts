/** Contract suite: editing messages at the user's request, and what is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { hashMessage } from '../../message/hash.ts';
import type { MessageContent } from '../../message/message.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { Lease, MessageChange } from '../../store.ts';
import { pastOf, pastThread, retired, shown } from './past-samples.suite.ts';
import {
  answer,
  asStored,
  audit,
  call,
  codeOf,
  commitOf,
  edit,
  iso,
  later,
  message,
  removal,
  snapshot,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeRewrite({ store }: SuiteContext): void {
  const { rewrite, update, records, readOne, refused } = pastOf(store);
  let lease: Lease;
  beforeEach(async () => {
    lease = await pastThread(store());
  });

  describe('editing messages', () => {
    it('R-41 an edit replaces the content and marks the summaries built on it as stale, and nothing else', async () => {
      const before = await snapshot(store());
      const change = edit(7, 'what was meant', 25);
      const result = await rewrite([change]);
      const old = before.messages[6]!;
      const after = {
        ...old,
        parts: [{ type: 'text', text: 'what was meant' }],
        tokens: 25,
        hash: change.hash,
        editedAt: iso(later(100)),
      };
      expect(result.messages).toEqual([after]);
      expect(result.summaryIds).toEqual(['x', 'r', 's2']);
      expect(result.state).toEqual({
        ...before.state,
        revision: 2,
        tokens: 215,
        tailTokens: 120,
        updatedAt: iso(later(100)),
      });
      const now = await snapshot(store());
      expect(now.state).toEqual(result.state);
      expect(now.messages).toEqual(before.messages.map((one) => (one.seq === 7 ? after : one)));
      const [s2] = await store().readSummaries({ threadId: 't', ids: ['s2'] });
      expect(s2).toEqual(asStored(summary('s2', 6, 8, { tokens: 7, stale: true }), shown));
      expect(await store().readSummaries({ threadId: 't', ids: ['x', 'r'] })).toEqual([
        asStored(summary('x', 1, 10, { status: 'replaced', stale: true }), retired),
        asStored(summary('r', 6, 7, { status: 'replaced', stale: true }), retired),
      ]);
      const untouched = ['s1', 'p1', 'p2', 'p3'];
      expect(now.summaries.filter(({ id }) => untouched.includes(id))).toEqual(
        before.summaries.filter(({ id }) => untouched.includes(id)),
      );
      expect(now.receipts).toEqual(before.receipts);
    });

    it('R-41 heads have the mark of stale summaries, and metas the mark of removed messages', async () => {
      await rewrite([edit(7, 'new'), removal('delete', 20)]);
      const heads = await store().readSummaryHeads({ threadId: 't', statuses: ['live'] });
      expect(heads.map(({ id, stale }) => [id, stale])).toEqual([
        ['s1', undefined],
        ['s2', true],
      ]);
      const metas = await store().readMetas({ threadId: 't', from: 7 });
      expect(metas[0]).not.toHaveProperty('removed');
      expect(metas.at(-1)).toMatchObject({ seq: 20, removed: 'deleted', tokens: 0 });
    });

    it('I-1 the earlier version of an edited message is kept in the audit trail', async () => {
      await rewrite([edit(7, 'second'), edit(19, 'other')], { from: 7, to: 19 });
      await rewrite([edit(7, 'third')], { id: 'a2', from: 7, to: 7, note: 'why \0 \ud800', before: 'given' });
      const trail = await store().readAudit({ threadId: 't', limit: 9 });
      const versions = [7, 19].map((seq) => ({
        seq,
        role: 'user',
        parts: [{ type: 'text', text: `text of m${seq}` }],
      }));
      expect(trail).toEqual([
        audit('a2', { from: 7, to: 7, note: 'why \0 \ud800', before: 'given' }),
        audit('a1', { from: 7, to: 19, before: expect.any(String) }),
      ]);
      expect(JSON.parse(trail[1]!.before!)).toEqual(versions);
    });

    it('R-41 role, name and extra change with the content; place and unit do not', async () => {
      const content: MessageContent = {
        role: 'assistant',
        name: 'Bo',
        parts: [{ type: 'text', text: 'odd \0 \ud800' }],
        extra: { anthropic: { cached: true } },
      };
      const change = { kind: 'edit', seq: 3, content, tokens: 4, hash: hashMessage(content) } as const;
      const { messages } = await rewrite([change]);
      expect(messages).toEqual([await readOne(3)]);
      expect(messages[0]).toMatchObject({ ...content, id: 'm3', seq: 3, unitStart: 3, tokensBefore: 20 });
      await rewrite([edit(3, 'plain')], { id: 'a2' });
      const again = await readOne(3);
      expect(again).not.toHaveProperty('name');
      expect(again).not.toHaveProperty('extra');
    });

    it('R-41 several messages change at once and are returned in the order of the changes', async () => {
      const { messages, state } = await rewrite([edit(20, 'b', 1), edit(2, 'a', 30), removal('forget', 9)]);
      expect(messages.map(({ seq }) => seq)).toEqual([20, 2, 9]);
      expect(state).toMatchObject({ tokens: 200 - 9 + 20 - 10, tailTokens: 120 - 9 - 10, revision: 2 });
    });

    it('R-41 prepared summaries behind a stale one are retired, because they no longer follow the live ones', async () => {
      const { summaryIds } = await rewrite([edit(11, 'new')]);
      expect(summaryIds).toEqual(['p2']);
      const all = await records();
      expect(all.get('p1')).toMatchObject({ status: 'prepared' });
      expect(all.get('p2')).toMatchObject({ status: 'replaced', stale: true });
      expect(all.get('p3')).toEqual(asStored(summary('p3', 13, 14, { status: 'replaced' }), retired));
      const next = summary('p4', 11, 15, { status: 'prepared' });
      expect(await codeOf(store().commit(commitOf(lease, { revision: 2, insert: [next], coverTo: 8 })))).toBe(
        'no error',
      );
    });

    it('I-8 later answers are matched with the calls of the edited content', async () => {
      const append = async (id: string, callId: string) =>
        (await store().append({ threadId: 't', messages: [answer(id, callId)], now: later(2) })).messages[0]!;
      const editCall = (seq: number, ...callIds: string[]) => {
        const content = call('any', ...callIds);
        return { kind: 'edit', seq, content, tokens: 10, hash: content.hash } as const;
      };
      const calls = [call('c1', 'a', 'twice'), call('c2', 'b', 'twice')];
      await store().append({ threadId: 't', messages: calls, now: later(1) });
      await rewrite([editCall(21, 'new', 'twice')]);
      expect((await append('r1', 'new')).unitStart).toBe(21);
      expect((await append('r2', 'a')).unitStart).toBe(24);
      expect((await append('r3', 'twice')).unitStart).toBe(22);
      await rewrite([removal('forget', 22)], { id: 'a2' });
      expect((await append('r4', 'b')).unitStart).toBe(26);
      expect((await append('r5', 'twice')).unitStart).toBe(21);
      await rewrite([removal('delete', 21)], { id: 'a3' });
      expect((await append('r6', 'twice')).unitStart).toBe(28);
    });

    it('R-41 an edit does not change the stored sums of earlier tokens; new messages get the correct sum', async () => {
      await rewrite([edit(2, 'long', 110)]);
      expect((await readOne(3)).tokensBefore).toBe(20);
      const { messages } = await store().append({ threadId: 't', messages: [message('new')], now: later(2) });
      expect(messages[0]!.tokensBefore).toBe(300);
    });
  });

  describe('refused changes', () => {
    it('R-41 unknown messages are named, and nothing is changed', async () => {
      for (const seq of [0, 21, 999]) {
        await refused('unknown_message', () => rewrite([edit(2, 'new'), edit(seq, 'new')], { from: 0 }));
      }
      const error = await rewrite([edit(2, 'new words'), edit(99, 'x')]).catch((caught) => caught);
      expect(error).toMatchObject({ field: 'changes[1].seq', details: { threadId: 't', seq: 99 } });
      expect(error.message).not.toContain('new words');
    });

    it.each<[string, MessageChange[], Partial<AuditEntry>]>([
      ['no change', [], {}],
      ['one message twice', [edit(2, 'a'), removal('forget', 2)], {}],
      ['a negative seq', [edit(-1, 'a')], {}],
      ['half a token', [edit(2, 'a', 0.5)], {}],
      ['another kind', [{ ...removal('forget', 2), kind: 'hide' } as unknown as MessageChange], {}],
      ['no parts', [{ ...edit(2, 'a'), content: {} } as unknown as MessageChange], {}],
      ['no hash', [{ ...edit(2, 'a'), hash: undefined } as unknown as MessageChange], {}],
      ['an entry of another thread', [edit(2, 'a')], { threadId: 'u' }],
      ['an entry without id', [edit(2, 'a')], { id: '' }],
      ['an entry of another action', [edit(2, 'a')], { action: 'look' as AuditEntry['action'] }],
      ['an entry that does not reach the message', [edit(2, 'a')], { from: 3, to: 9 }],
      ['an entry without a note', [edit(2, 'a')], { note: undefined as unknown as string }],
      ['a text that is none', [edit(2, 'a')], { before: 7 as unknown as string }],
    ])('R-41 refused: %s', async (_name, changes, entry) => {
      await refused('invalid_input', () => rewrite(changes, entry));
    });

    it('R-15 an audit id can be used only once', async () => {
      await rewrite([edit(2, 'a')]);
      await refused('invalid_input', () => rewrite([edit(3, 'b')]));
      await refused('invalid_input', () => update({ pinned: true }, 'a1'));
    });

    it('R-41 content that cannot be stored changes nothing', async () => {
      const cyclic: Record<string, unknown> = {};
      cyclic.self = cyclic;
      const content = { role: 'user', parts: [{ type: 'tool-result', output: cyclic }] };
      const change = { kind: 'edit', seq: 5, content, tokens: 1, hash: 'h' } as unknown as MessageChange;
      await refused('invalid_input', () => rewrite([edit(2, 'a'), change]));
    });
  });

  describe('vacuum', () => {
    it('R-41 changes nothing that can be read', async () => {
      await rewrite([removal('forget', 2)]);
      const before = await snapshot(store());
      await store().vacuum();
      expect(await snapshot(store())).toEqual(before);
      await store().append({ threadId: 't', messages: [message('after')], now: later(2) });
    });
  });
}
