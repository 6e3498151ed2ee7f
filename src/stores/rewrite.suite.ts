/** Contract suite: changing the past on the user's word, and the audit trail of it. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashMessage } from '../message/hash.ts';
import type { MessageContent } from '../message/message.ts';
import type { AuditEntry, Lease, MessageChange, Store } from '../store.ts';
import type { SummaryRecord } from '../summary.ts';
import {
  answer,
  audit,
  call,
  codeOf,
  commitOf,
  edit,
  iso,
  later,
  leasedThread,
  message,
  receipt,
  removal,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const emptied = { text: '', record: null, facts: [], segment: null, originals: [], tokens: 0 };

export function describeRewrite({ store }: SuiteContext): void {
  let lease: Lease;
  const rewrite = (changes: readonly MessageChange[], entry: Partial<AuditEntry> & { id?: string } = {}) =>
    store().rewrite({ threadId: 't', changes, audit: audit(entry.id ?? 'a1', entry), now: later(100) });
  const update = (options: Partial<Parameters<Store['updateSummary']>[0]>, id = 'a1') =>
    store().updateSummary({
      threadId: 't',
      summaryId: 's1',
      audit: audit(id, { action: 'edit-summary', from: 1, to: 5, summaryId: options.summaryId ?? 's1' }),
      now: later(100),
      ...options,
    });
  const records = async () =>
    new Map((await store().readSummaries({ threadId: 't' })).map((record) => [record.id, record]));
  const readOne = async (seq: number) =>
    (await store().readMessages({ threadId: 't', from: seq, to: seq }))[0]!;

  /** live s1 1–5, s2 6–8; prepared p1 9–10, p2 11–12, p3 13–14; partial x 1–10; replaced r 6–7. 20 messages. */
  beforeEach(async () => {
    lease = await leasedThread(store(), 20);
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
    await store().commit(commitOf(lease, { ...made, receipt: receipt('r1', { from: 1, to: 8, segment }) }));
    const further = receipt('r2', { from: 9, to: 14, segment });
    await store().commit(commitOf(lease, { revision: 1, coverTo: 8, receipt: further }));
  });

  async function refused(code: string, work: () => Promise<unknown>): Promise<void> {
    const before = await snapshot(store());
    expect(await codeOf(work())).toBe(code);
    expect(await snapshot(store())).toEqual(before);
  }

  describe('editing messages', () => {
    it('R-41 an edit replaces the content and outdates what was built on it, and nothing else', async () => {
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
      expect(s2).toEqual(summary('s2', 6, 8, { tokens: 7, stale: true }));
      expect(await store().readSummaries({ threadId: 't', ids: ['x', 'r'] })).toEqual([
        summary('x', 1, 10, { status: 'replaced', stale: true }),
        summary('r', 6, 7, { status: 'replaced', stale: true }),
      ]);
      const untouched = ['s1', 'p1', 'p2', 'p3'];
      expect(now.summaries.filter(({ id }) => untouched.includes(id))).toEqual(
        before.summaries.filter(({ id }) => untouched.includes(id)),
      );
      expect(now.receipts).toEqual(before.receipts);
    });

    it('R-41 heads carry the marks, and metas say what was removed', async () => {
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

    it('I-1 the earlier version of an edited message is kept in the trail', async () => {
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

    it('R-41 role, name and extra change with the content, and place and unit stay', async () => {
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

    it('R-41 several messages change at once, given back in the order of the changes', async () => {
      const { messages, state } = await rewrite([edit(20, 'b', 1), edit(2, 'a', 30), removal('forget', 9)]);
      expect(messages.map(({ seq }) => seq)).toEqual([20, 2, 9]);
      expect(state).toMatchObject({ tokens: 200 - 9 + 20 - 10, tailTokens: 120 - 9 - 10, revision: 2 });
    });

    it('R-41 prepared summaries behind an outdated one are given up, as what they follow is gone', async () => {
      const { summaryIds } = await rewrite([edit(11, 'new')]);
      expect(summaryIds).toEqual(['p2', 'p3']);
      const all = await records();
      expect(all.get('p1')).toMatchObject({ status: 'prepared' });
      expect(all.get('p2')).toMatchObject({ status: 'replaced', stale: true });
      expect(all.get('p3')).toEqual(summary('p3', 13, 14, { status: 'replaced' }));
      const next = summary('p4', 11, 15, { status: 'prepared' });
      expect(await codeOf(store().commit(commitOf(lease, { revision: 2, insert: [next], coverTo: 8 })))).toBe(
        'no error',
      );
    });

    it('I-8 later answers follow the calls as they are after an edit', async () => {
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

    it('R-41 tokens of what came before stay as they were at the append, and new messages know better', async () => {
      await rewrite([edit(2, 'long', 110)]);
      expect((await readOne(3)).tokensBefore).toBe(20);
      const { messages } = await store().append({ threadId: 't', messages: [message('new')], now: later(2) });
      expect(messages[0]!.tokensBefore).toBe(300);
    });
  });

  describe('removing messages', () => {
    it('R-41 a forgotten message keeps its place and nothing else', async () => {
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

    it('R-41 forgetting empties every summary that stands on the message, whatever its status', async () => {
      await update({ pinned: true, edited: { at: iso(later(1)), version: 1 } });
      await rewrite([removal('forget', 4)], { id: 'a2' });
      const all = await records();
      expect(all.get('s1')).toEqual({ ...summary('s1', 1, 5), ...emptied, stale: true });
      expect(all.get('x')).toEqual({ ...summary('x', 1, 10), ...emptied, status: 'replaced', stale: true });
      expect(all.get('s2')).toEqual(summary('s2', 6, 8, { tokens: 7 }));
      expect(await store().readThread('t')).toMatchObject({
        summaryTokens: 7,
        liveSummaries: 2,
        coveredTo: 8,
      });
    });

    it('R-41 forgetting takes the details out of receipts whose range holds it', async () => {
      await rewrite([removal('forget', 4)]);
      const [second, first] = await store().readReceipts({ threadId: 't', limit: 9 });
      expect(first).toEqual(receipt('r1', { from: 1, to: 8, segment: null }));
      expect(second!.segment).not.toBeNull();
    });

    it('R-41 forgetting takes earlier texts of the message and of its summaries out of the trail', async () => {
      await rewrite([edit(4, 'new')], { from: 4, to: 4 });
      await rewrite([edit(9, 'new')], { id: 'a2', from: 9, to: 9 });
      await update({ text: 'mine', tokens: 1 }, 'a3');
      await update({ summaryId: 's2', text: 'mine', tokens: 1 }, 'a4');
      // A summary is known by its id, even where the entry names no range.
      const entry = audit('a5', { action: 'edit-summary', from: 0, to: 0, summaryId: 's1', before: 'kept' });
      await update({ text: 'mine again', tokens: 1, audit: entry });
      await rewrite([removal('forget', 4)], { id: 'a6', action: 'forget', from: 4, to: 4, before: 'given' });
      const trail = await store().readAudit({ threadId: 't', limit: 9 });
      // a4 says of itself that it is about messages 1 to 5: better one text too many is lost than one kept.
      expect(trail.map(({ id, before }) => [id, before !== null])).toEqual([
        ['a6', false],
        ['a5', false],
        ['a4', false],
        ['a3', false],
        ['a2', true],
        ['a1', false],
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

    it('R-41 what was removed can be forgotten again, never edited, and deleting does not soften it', async () => {
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

  describe('refusing', () => {
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

    it('R-15 an id of the trail is used once', async () => {
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

  describe('changing summaries', () => {
    it('R-42 a person replaces text, record and facts, and the earlier version is kept', async () => {
      const before = await store().readThread('t');
      const edited = { at: iso(later(100)), version: 1 };
      const facts = [{ ...summary('any', 2, 2).facts[0]!, value: '/tmp' }];
      const record = await update({ text: 'mine \0 \ud800', tokens: 2, record: null, facts, edited });
      const expected = summary('s1', 1, 5, {
        text: 'mine \0 \ud800',
        tokens: 2,
        record: null,
        facts,
        edited,
      });
      expect(record).toEqual(expected);
      expect(await store().readSummaries({ threadId: 't', ids: ['s1'] })).toEqual([expected]);
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['s1'] });
      expect(head!.edited).toEqual(edited);
      expect(await store().readThread('t')).toEqual({
        ...before,
        revision: 2,
        summaryTokens: 9,
        updatedAt: iso(later(100)),
      });
      const [entry] = await store().readAudit({ threadId: 't', limit: 1 });
      const old = summary('s1', 1, 5);
      expect(JSON.parse(entry!.before!)).toEqual({
        text: old.text,
        tokens: 5,
        record: old.record,
        facts: old.facts,
      });
      await update({ text: 'again', tokens: 1, edited: { ...edited, version: 2 } }, 'a2');
      const [second] = await store().readAudit({ threadId: 't', limit: 1 });
      expect(JSON.parse(second!.before!)).toMatchObject({ text: 'mine \0 \ud800', edited });
    });

    it('R-42 pinning and unpinning leave the text alone and keep no copy of it', async () => {
      expect(await update({ pinned: true })).toEqual(summary('s1', 1, 5, { pinned: true }));
      expect((await store().readSummaryHeads({ threadId: 't', ids: ['s1'] }))[0]!.pinned).toBe(true);
      expect(await update({ pinned: false }, 'a2')).toEqual(summary('s1', 1, 5));
      const trail = await store().readAudit({ threadId: 't', limit: 9 });
      expect(trail.map(({ before }) => before)).toEqual([null, null]);
      expect(await store().readThread('t')).toMatchObject({ revision: 3, summaryTokens: 12 });
    });

    it('R-42 tokens of a summary that is not shown are not counted in the row', async () => {
      await update({ summaryId: 'p1', text: 'longer', tokens: 99 });
      expect(await store().readThread('t')).toMatchObject({ summaryTokens: 12 });
      const state = await store().commit(commitOf(lease, { revision: 2, activates: ['p1'], coverTo: 10 }));
      expect(state.summaryTokens).toBe(111);
    });

    it('R-42 an unknown summary, an entry about another one and a text without tokens are refused', async () => {
      await refused('unknown_summary', () => update({ summaryId: 'nobody', pinned: true }));
      await refused('invalid_input', () => update({ pinned: true, audit: audit('a1') }));
      await refused('invalid_input', () => update({ text: 'mine' }));
      await refused('invalid_input', () => update({ text: 'mine', tokens: -1 }));
    });

    it('R-42 marks given with a new summary are stored with it', async () => {
      const marked = summary('s3', 1, 8, { edited: { at: iso(later(1)), version: 3 }, pinned: true });
      await store().commit(
        commitOf(lease, { revision: 1, insert: [marked], replaces: ['s1', 's2'], coverTo: 8 }),
      );
      expect(await store().readSummaries({ threadId: 't', ids: ['s3'] })).toEqual([marked]);
    });

    it('R-42 changing what was given or returned changes nothing stored', async () => {
      const edited = { at: iso(later(1)), version: 1 };
      const record = await update({ edited });
      edited.version = 9;
      record.edited!.version = 9;
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['s1'] });
      head!.edited!.version = 9;
      expect((await records()).get('s1')!.edited!.version).toBe(1);
    });
  });

  describe('the audit trail', () => {
    it('R-15 is read newest first, page by page', async () => {
      for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) await rewrite([edit(2, id)], { id });
      const read = async (limit: number, before?: string) =>
        (await store().readAudit({ threadId: 't', limit, ...(before && { before }) })).map(({ id }) => id);
      expect(await read(2)).toEqual(['a5', 'a4']);
      expect(await read(2, 'a4')).toEqual(['a3', 'a2']);
      expect(await read(9, 'a1')).toEqual([]);
      expect(await read(0)).toEqual([]);
      expect(await codeOf(read(1, 'nobody'))).toBe('invalid_input');
      expect(await codeOf(read(-1))).toBe('invalid_input');
    });
  });

  describe('compactions afterwards', () => {
    it('R-41 stale summaries still count as covering, and are replaced like any other', async () => {
      await rewrite([edit(7, 'new', 30), removal('forget', 2)]);
      const commit = (other: Parameters<typeof commitOf>[1]) => store().commit(commitOf(lease, other));
      const revision = 2;
      expect(await codeOf(commit({ revision, insert: [summary('n', 6, 8)], coverTo: 8 }))).toBe(
        'invalid_input',
      );
      expect(await codeOf(commit({ revision, replaces: ['s2'], coverTo: 8 }))).toBe('invalid_input');
      const insert = [summary('n1', 1, 5, { tokens: 4 }), summary('n2', 6, 8, { tokens: 6 })];
      const state = await commit({ revision, insert, replaces: ['s1', 's2'], coverTo: 8, checkpoint: 20 });
      expect(state).toMatchObject({
        revision: 3,
        summaryTokens: 10,
        coveredTo: 8,
        tailTokens: 120,
        tokens: 210,
      });
      const all = await records();
      expect(all.get('n2')).toEqual(insert[1]);
      expect(all.get('s2')).toMatchObject({ status: 'replaced', stale: true });
    });

    it('I-6 a plan made before the past changed is out of date', async () => {
      const insert = [summary('n', 9, 12)];
      await rewrite([edit(19, 'not even near', 1)]);
      const plan = commitOf(lease, { revision: 1, insert, replaces: ['p1', 'p2'], coverTo: 12 });
      await refused('stale_plan', () => store().commit(plan));
      await update({ pinned: true }, 'a2');
      await refused('stale_plan', () => store().commit({ ...plan, revision: 2 }));
      expect(await codeOf(store().commit({ ...plan, revision: 3 }))).toBe('no error');
    });

    it('I-6 of a commit and a rewrite at once, the one that comes second knows of the first', async () => {
      const insert = [summary('n', 9, 12)];
      const plan = commitOf(lease, { revision: 1, insert, replaces: ['p1', 'p2'], coverTo: 12 });
      const work = [() => store().commit(plan), () => rewrite([removal('forget', 10)])];
      const codes = await Promise.all(work.map((one) => codeOf(one())));
      expect(codes[1]).toBe('no error');
      const found = (await records()).get('n');
      if (codes[0] === 'no error') expect(found).toMatchObject({ text: '', stale: true, status: 'live' });
      else expect([codes[0], found]).toEqual(['stale_plan', undefined]);
    });

    it('I-6 many edits at once all happen, one after the other', async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => rewrite([edit(7, `e${index}`, index)], { id: `e${index}` })),
      );
      const { state, audit: trail } = await snapshot(store());
      expect(state!.revision).toBe(11);
      expect(state!.tokens).toBe(190 + (await readOne(7)).tokens);
      const texts = trail.map(({ before }) => JSON.parse(before!)[0].parts[0].text);
      expect(new Set(texts).size).toBe(10);
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

  describe('counters', () => {
    type Step =
      | { do: 'append'; tokens: number[] }
      | { do: 'rewrite'; kind: MessageChange['kind']; places: number[]; tokens: number }
      | { do: 'cover' | 'prepare' | 'merge' | 'shrink'; size: number; tokens: number }
      | { do: 'activate' | 'update'; tokens: number };
    const tokens = fc.nat(40);
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({
        do: fc.constant('append' as const),
        tokens: fc.array(tokens, { minLength: 1, maxLength: 6 }),
      }),
      fc.record({
        do: fc.constant('rewrite' as const),
        kind: fc.constantFrom('edit' as const, 'forget' as const, 'delete' as const),
        places: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        tokens,
      }),
      fc.record({
        do: fc.constantFrom('cover' as const, 'prepare' as const, 'merge' as const, 'shrink' as const),
        size: fc.integer({ min: 1, max: 8 }),
        tokens,
      }),
      fc.record({ do: fc.constantFrom('activate' as const, 'update' as const), tokens }),
    );

    it('I-6 whatever is appended, changed and compacted, the row is the sum of what is stored', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          await store().deleteThread('t');
          lease = await leasedThread(store(), 6);
          for (const [index, one] of steps.entries()) {
            await take(one, index);
            await checkRow();
          }
        }),
        { numRuns: 40 },
      );
    });

    async function take(one: Step, index: number): Promise<void> {
      const { state, messages, summaries } = await snapshot(store());
      const { revision, coveredTo } = state!;
      const live = summaries.filter(({ status }) => status === 'live');
      const prepared = summaries.filter(({ status }) => status === 'prepared');
      const id = `s${index}`;
      const made = (from: number, to: number, size: number, status: SummaryRecord['status'] = 'live') =>
        summary(id, from, to, {
          tokens: size,
          status,
          startMessageId: messages[from - 1]!.id,
          endMessageId: messages[to - 1]!.id,
        });
      const commit = (other: Parameters<typeof commitOf>[1]) =>
        store().commit(commitOf(lease, { revision, coverTo: coveredTo, ...other }));
      switch (one.do) {
        case 'append': {
          const added = one.tokens.map((size, part) => message(`n${index}.${part}`, { tokens: size }));
          await store().append({ threadId: 't', messages: added, now: someTime });
          return;
        }
        case 'rewrite': {
          const seqs = [...new Set(one.places.map((place) => 1 + (place % messages.length)))].filter(
            (seq) => one.kind !== 'edit' || !messages[seq - 1]!.removed,
          );
          if (seqs.length === 0) return;
          const changes = seqs.map((seq) =>
            one.kind === 'edit' ? edit(seq, `e${index}`, one.tokens) : removal(one.kind, seq, one.tokens % 5),
          );
          await rewrite(changes, { id: `a${index}` });
          return;
        }
        case 'cover': {
          const to = Math.min(messages.length, coveredTo + one.size);
          if (to === coveredTo) return;
          const insert = [made(coveredTo + 1, to, one.tokens)];
          await commit({ insert, replaces: prepared.map((head) => head.id), coverTo: to, checkpoint: to });
          return;
        }
        case 'prepare': {
          const from = (prepared.at(-1)?.to ?? coveredTo) + 1;
          const to = Math.min(messages.length, from - 1 + one.size);
          if (to >= from) await commit({ insert: [made(from, to, one.tokens, 'prepared')] });
          return;
        }
        case 'activate': {
          const first = prepared[0];
          if (first) await commit({ activates: [first.id], coverTo: first.to });
          return;
        }
        case 'merge': {
          const folded = live.slice(-one.size);
          if (folded.length === 0) return;
          const insert = [made(folded[0]!.from, coveredTo, one.tokens)];
          await commit({ insert, replaces: folded.map((head) => head.id) });
          return;
        }
        case 'shrink': {
          const dropped = live.slice(-one.size);
          const replaces = [...dropped, ...prepared].map((head) => head.id);
          if (dropped.length > 0) await commit({ replaces, coverTo: dropped[0]!.from - 1 });
          return;
        }
        case 'update': {
          const [first] = live;
          if (!first) return;
          const entry = audit(`a${index}`, { action: 'edit-summary', summaryId: first.id });
          await update({ summaryId: first.id, text: 'mine', tokens: one.tokens, audit: entry });
        }
      }
    }

    async function checkRow(): Promise<void> {
      const { state, messages, summaries } = await snapshot(store());
      const sum = (list: { tokens: number }[]) => list.reduce((total, { tokens: size }) => total + size, 0);
      const live = summaries.filter(({ status }) => status === 'live');
      expect(state).toMatchObject({
        messages: messages.length,
        tokens: sum(messages),
        tailTokens: sum(messages.filter(({ seq }) => seq > state!.coveredTo)),
        summaryTokens: sum(live),
        liveSummaries: live.length,
        coveredTo: live.at(-1)?.to ?? 0,
      });
      let next = 1;
      for (const { from, to } of [...live, ...summaries.filter(({ status }) => status === 'prepared')]) {
        expect(from).toBe(next);
        next = to + 1;
      }
    }
  });
}
