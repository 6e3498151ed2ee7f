/** Whoever reads need not wait for his turn, and sees what is committed and nothing else. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { yieldToEventLoop } from '../../runtime.ts';
import { execute } from '../sql/single-connection.ts';
import { sqliteDialect } from './driver.ts';

type Notes = { notes: { text: string } };

function openNotes() {
  const handle = new DatabaseSync(':memory:');
  handle.exec('create table notes (text text not null)');
  const statements: string[] = [];
  const onStatement = (statement: string) => void statements.push(statement);
  const options = { handle, busyTimeoutMs: 5, onStatement, isOwn: true, close: () => handle.close() };
  const db = new Kysely<Notes>({ dialect: sqliteDialect(options) });
  const all = db.selectFrom('notes').selectAll().compile();
  const read = async () => (await execute(db, all)).rows.map(({ text }) => text);
  return { db, read, statements };
}

it('R-48 a read is made at once where nobody is in a transaction', async () => {
  const { db, read, statements } = openNotes();
  // Work that has held the loop for long lets others go on first.
  await yieldToEventLoop();
  const reading = read();
  expect(statements).toHaveLength(1);
  expect(await reading).toEqual([]);
  await db.destroy();
});

it.each(['committed', 'undone'] as const)(
  'R-48 a read waits for a transaction, and sees it %s',
  async (end) => {
    const { db, read } = openNotes();
    let reading: Promise<string[]> | undefined;
    const writing = db.transaction().execute(async (transaction) => {
      await sql`insert into notes values ('said')`.execute(transaction);
      reading = read();
      await yieldToEventLoop();
      if (end === 'undone') throw new Error('undone');
    });
    await writing.catch(() => undefined);
    expect(await reading).toEqual(end === 'committed' ? ['said'] : []);
    await db.destroy();
  },
);

it('R-48 whoever is in a transaction reads what it wrote', async () => {
  const { db } = openNotes();
  await db.transaction().execute(async (transaction) => {
    await sql`insert into notes values ('said')`.execute(transaction);
    const { rows } = await execute(transaction, transaction.selectFrom('notes').selectAll().compile());
    expect(rows).toHaveLength(1);
  });
  await db.destroy();
});
