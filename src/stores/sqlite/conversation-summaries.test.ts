import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { audit, commitOf, edit, iso, later, leasedThread, summary } from '../suite/samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

describe('conversation_summaries', () => {
  it('R-6 is readable in plain SQL: shown summaries, latest first, removed with their thread', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore({ database });
    const lease = await leasedThread(store, 20);
    const made = (seconds: number) => ({ createdAt: iso(later(seconds)) });
    await store.commit(commitOf(lease, { insert: [summary('s1', 1, 5, made(1))], coverTo: 5 }));
    const insert = [
      summary('s2', 1, 12, { ...made(2), text: 'Ada chose SQLite.' }),
      summary('p', 13, 15, { ...made(3), status: 'prepared' }),
      summary('x', 1, 3, { ...made(3), status: 'partial' }),
    ];
    await store.commit(commitOf(lease, { revision: 1, insert, replaces: ['s1'], coverTo: 12 }));

    const all = database.prepare('select * from conversation_summaries').all();
    expect(all.map((row) => ({ ...row }))).toEqual([
      {
        id: 's2',
        conversation_id: 't',
        summary_text: 'Ada chose SQLite.',
        messages_covered: 12,
        start_message_id: 'm1',
        end_message_id: 'm12',
        created_at: iso(later(2)),
      },
      {
        id: 's1',
        conversation_id: 't',
        summary_text: 'what 1 to 5 said',
        messages_covered: 5,
        start_message_id: 'm1',
        end_message_id: 'm5',
        created_at: iso(later(1)),
      },
    ]);
    const latest = database.prepare(
      "select id from conversation_summaries where conversation_id = 't' order by created_at desc limit 1",
    );
    expect(latest.get()).toEqual({ id: 's2' });

    await store.deleteThread('t');
    expect(database.prepare('select * from conversation_summaries').all()).toEqual([]);
  });

  it('R-41 leaves out summaries of changed messages', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore({ database });
    const lease = await leasedThread(store, 20);
    const insert = [summary('s1', 1, 5), summary('s2', 6, 9)];
    await store.commit(commitOf(lease, { insert, coverTo: 9 }));
    const ids = () =>
      database
        .prepare('select id from conversation_summaries order by id')
        .all()
        .map(({ id }) => id);
    expect(await ids()).toEqual(['s1', 's2']);
    await store.rewrite({ threadId: 't', changes: [edit(7, 'new')], audit: audit('a1'), now: later(1) });
    expect(await ids()).toEqual(['s1']);
  });

  it('R-74 conversations are readable with the summary that is shown and the last message it covers', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore({ database });
    const lease = await leasedThread(store, 20);
    await store.updateDetails({ threadId: 't', details: { title: 'Harbour plans' }, now: later(3) });
    const row = () => ({ ...database.prepare('select * from conversations').get() });
    const times = { created_at: iso(later(0)), updated_at: iso(later(3)) };
    const blank = { id: 't', title: 'Harbour plans', ...times };
    expect(row()).toEqual({ ...blank, summary: null, last_summarized_msg_id: null });
    const insert = [
      summary('s2', 6, 9, { text: 'Later.' }),
      summary('s1', 1, 5, { text: 'First.' }),
      summary('p', 10, 12, { status: 'prepared' }),
    ];
    await store.commit(commitOf(lease, { insert, coverTo: 9 }));
    expect(row()).toEqual({ ...blank, summary: 'First.\n\nLater.', last_summarized_msg_id: 'm9' });
    await store.rewrite({ threadId: 't', changes: [edit(7, 'new')], audit: audit('a1'), now: later(4) });
    expect(row()).toMatchObject({ summary: 'First.', updated_at: iso(later(4)) });
    await store.deleteThread('t');
    expect(row()).toEqual({});
  });

  it('R-6 deleting a thread in plain SQL cascades to all its data', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore({ database });
    const lease = await leasedThread(store, 20);
    await store.commit(commitOf(lease, { insert: [summary('s1', 1, 5)], coverTo: 5 }));
    await store.rewrite({ threadId: 't', changes: [edit(2, 'new')], audit: audit('a1'), now: later(1) });
    database.exec("delete from threads where id = 't'");
    const tables = ['messages', 'tool_calls', 'summaries', 'receipts', 'audit_entries', 'cached_results'];
    for (const table of [...tables, 'conversation_summaries']) {
      expect(database.prepare(`select count(*) as n from ${table}`).get()).toEqual({ n: 0 });
    }
  });
});
