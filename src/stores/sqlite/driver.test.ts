/** Reads do not queue, and see only committed data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { breathe, yieldToEventLoop } from '../../runtime.ts';
import { transact } from '../sql/context.ts';
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

it('R-48 a read runs at once if no transaction is open', async () => {
  const { db, read, statements } = openNotes();
  // Work that has occupied the event loop for long lets other work run first.
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

it('R-48 a transaction reads its own writes', async () => {
  const { db } = openNotes();
  await db.transaction().execute(async (transaction) => {
    await sql`insert into notes values ('said')`.execute(transaction);
    const { rows } = await execute(transaction, transaction.selectFrom('notes').selectAll().compile());
    expect(rows).toHaveLength(1);
  });
  await db.destroy();
});

const contextOf = ({ db }: ReturnType<typeof openNotes>) =>
  ({ db, dialect: undefined }) as unknown as Parameters<typeof transact>[0];
const insertNote = (db: unknown, text: string) =>
  execute(db as Kysely<Notes>, (db as Kysely<Notes>).insertInto('notes').values({ text }).compile());

it('R-48 a transaction without waiting statements is finished at once', async () => {
  const notes = openNotes();
  await yieldToEventLoop();
  expect(transact(contextOf(notes), ({ db }) => insertNote(db, 'said'))).not.toBeInstanceOf(Promise);
  expect(notes.statements).toMatchObject(['begin immediate', expect.stringContaining('insert'), 'commit']);
  expect(await notes.read()).toEqual(['said']);
  await notes.db.destroy();
});

it('I-6 a failed transaction leaves nothing, and the next one can begin', async () => {
  const notes = openNotes();
  const failing = (isLate: boolean) => async () =>
    transact(contextOf(notes), async ({ db }) => {
      await insertNote(db, 'lost');
      if (isLate) await yieldToEventLoop();
      throw new Error('undone');
    });
  for (const isLate of [false, true]) {
    await expect(failing(isLate)).rejects.toThrow('undone');
    expect(notes.statements.at(-1)).toBe('rollback');
  }
  await transact(contextOf(notes), ({ db }) => insertNote(db, 'kept'));
  expect(await notes.read()).toEqual(['kept']);
  await notes.db.destroy();
});

/** Occupies the event loop for so long that the next statement lets other work run first. */
function holdEventLoop() {
  void breathe();
  for (const end = Date.now() + 50; Date.now() < end; );
}

it('I-6 a statement that had to wait is refused once its transaction was rolled back', async () => {
  const notes = openNotes();
  await yieldToEventLoop();
  let waiting: Promise<unknown> | undefined;
  const failing = async () =>
    transact(contextOf(notes), ({ db }) => {
      holdEventLoop();
      waiting = Promise.resolve(insertNote(db, 'lost'));
      waiting.catch(() => undefined);
      throw new Error('undone');
    });
  await expect(failing()).rejects.toThrow('undone');
  await transact(contextOf(notes), ({ db }) => insertNote(db, 'kept'));
  await expect(waiting).rejects.toThrow('The transaction of this statement has ended.');
  expect(await notes.read()).toEqual(['kept']);
  await notes.db.destroy();
});

it('I-6 waiting transactions run one after the other, whichever way they are started', async () => {
  const notes = openNotes();
  const order: string[] = [];
  const slowly = async (db: unknown, text: string) => {
    await insertNote(db, `${text} begins`);
    await yieldToEventLoop();
    await insertNote(db, `${text} ends`);
    order.push(text);
  };
  const direct = (text: string) => async () => transact(contextOf(notes), ({ db }) => slowly(db, text));
  const byKysely = (text: string) => () => notes.db.transaction().execute((db) => slowly(db, text));
  const asked = [direct('a'), byKysely('b'), direct('c'), byKysely('d'), direct('e')].map((ask) => ask());
  await Promise.all(asked);
  expect(order).toHaveLength(5);
  const said = await notes.read();
  expect(said).toEqual(order.flatMap((text) => [`${text} begins`, `${text} ends`]));
  await notes.db.destroy();
});

it('R-62 a transaction waits for the lock of another process, up to a limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
  const other = new DatabaseSync(join(folder, 'notes.db'));
  other.exec('create table notes (text text not null); begin immediate');
  const handle = new DatabaseSync(join(folder, 'notes.db'), { timeout: 0 });
  const options = { handle, busyTimeoutMs: 20, onStatement: undefined, isOwn: true };
  const db = new Kysely<Notes>({ dialect: sqliteDialect({ ...options, close: () => handle.close() }) });
  const write = async () => transact({ db } as never, ({ db: inside }) => insertNote(inside, 'said'));
  await expect(write()).rejects.toThrow('locked');
  const waiting = write();
  other.exec('commit');
  await waiting;
  expect(other.prepare('select text from notes').all()).toMatchObject([{ text: 'said' }]);
  other.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});
