import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EverthreadError } from '../../errors.ts';
import type { Store } from '../../store.ts';
import {
  commitOf,
  leasedThread,
  message,
  messages,
  snapshot,
  someTime,
  summary,
} from '../suite/samples.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const { folder, newPath, closing } = useDatabaseFiles();
let path: string;
beforeEach(() => {
  path = newPath();
});

async function errorOf(work: Promise<unknown>): Promise<EverthreadError> {
  return work.then(
    () => expect.fail('should have been refused'),
    (error) => error,
  );
}

const append = (store: Store, id: string, text = 'x') =>
  store.append({
    threadId: 't',
    messages: [message(id, { parts: [{ type: 'text', text }] })],
    now: someTime,
  });

describe('faults', () => {
  it('R-48 appends of the same moment share a commit; if it fails, none of them is stored', async () => {
    let commits = 0;
    let isFull = false;
    const onStatement = (statement: string) => {
      if (statement !== 'commit') return;
      commits += 1;
      if (isFull) throw new Error('no space left');
    };
    const store = closing(sqliteStore({ path, onStatement }));
    await store.ensureThread({ threadId: 't', now: someTime });
    commits = 0;
    await Promise.all(Array.from({ length: 20 }, (_, index) => append(store, `m${index}`)));
    expect(commits).toBeLessThan(5);
    isFull = true;
    const results = await Promise.allSettled(['a', 'b', 'c'].map((id) => append(store, id)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isFull = false;
    expect((await store.readThread('t'))?.messages).toBe(20);
    await append(store, 'd');
    expect((await store.readMessages({ threadId: 't' })).at(-1)).toMatchObject({ id: 'd', seq: 21 });
  });

  it('R-62 a full disk is reported, nothing stored is lost, and writing continues once there is room', async () => {
    const database = closing(new DatabaseSync(path));
    const store = sqliteStore({ database });
    const lease = await leasedThread(store, 20);
    const before = await snapshot(store);
    const pages = (database.prepare('pragma page_count').get() as { page_count: number }).page_count;
    database.exec(`pragma max_page_count = ${pages + 5}`);

    const error = await errorOf(append(store, 'big', 'x'.repeat(200_000)));
    expect(error).toMatchObject({ code: 'store_failed', details: { sqlite: 'SQLITE_FULL' } });
    expect(error.message).toContain(path);
    expect(error.message).toContain('disk is full');
    const large = summary('s1', 1, 5, { text: 'y'.repeat(200_000) });
    const commit = commitOf(lease, { insert: [large], coverTo: 5, checkpoint: 20 });
    expect(await errorOf(store.commit(commit))).toMatchObject({ code: 'store_failed' });
    expect(await snapshot(store)).toEqual(before);
    expect(await store.findDamage()).toEqual([]);

    database.exec('pragma max_page_count = 1000000');
    expect((await append(store, 'big', 'x'.repeat(200_000))).state.messages).toBe(21);
    expect((await store.commit(commit)).coveredTo).toBe(5);
  });

  it('R-62 a database that stays locked is reported, and usable as soon as it is free', async () => {
    const store = closing(sqliteStore({ path, busyTimeoutMs: 30 }));
    await leasedThread(store, 3);
    const other = closing(new DatabaseSync(path));
    other.exec('begin immediate');
    const error = await errorOf(append(store, 'a'));
    expect(error).toMatchObject({ code: 'store_failed', details: { sqlite: 'SQLITE_BUSY' } });
    expect(error.message).toContain('locked by another process');
    expect(await store.readMessages({ threadId: 't' })).toHaveLength(3);
    other.exec('rollback');
    expect((await append(store, 'a')).state.messages).toBe(4);
  });

  it('R-62 a lock that is released in time is waited for', async () => {
    const store = closing(sqliteStore({ path }));
    await leasedThread(store, 3);
    const other = closing(new DatabaseSync(path));
    other.exec('begin immediate');
    const waiting = Promise.all([
      append(store, 'a'),
      store.acquireLease({ threadId: 't', owner: 'worker', now: 0, ttlMs: 1 }),
    ]);
    setTimeout(() => other.exec('rollback'), 20);
    const [{ added }, lease] = await waiting;
    expect(added).toBe(1);
    expect(lease).toBeDefined();
  });

  it('R-62 a locked file can be opened as soon as it is free', async () => {
    const other = closing(new DatabaseSync(path));
    other.exec('begin exclusive');
    const store = closing(sqliteStore({ path, busyTimeoutMs: 30 }));
    expect(await errorOf(store.open())).toMatchObject({ code: 'store_failed' });
    other.exec('rollback');
    await store.open();
    expect(await store.listThreads({ limit: 1 })).toEqual([]);
  });

  it('R-62 a read-only database can be read, and reports that it cannot be written', async () => {
    const writer = sqliteStore({ path });
    await leasedThread(writer, 3);
    await writer.close();
    const store = sqliteStore({ database: closing(new DatabaseSync(path, { readOnly: true })) });
    expect(await store.readMessages({ threadId: 't' })).toHaveLength(3);
    const error = await errorOf(append(store, 'a'));
    expect(error).toMatchObject({ code: 'store_failed', details: { sqlite: 'SQLITE_READONLY' } });
    expect(error.message).toContain('read-only');
  });

  it('R-62 a damaged file is reported, with what to do', async () => {
    const writer = sqliteStore({ path });
    await leasedThread(writer, 3);
    await writer.append({ threadId: 't', messages: messages(2_000, 'x'), now: someTime });
    expect(await writer.findDamage()).toEqual([]);
    await writer.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 16_384, bytes.length - 4_096);
    writeFileSync(path, bytes);
    const store = closing(sqliteStore({ path }));
    const error = await errorOf(store.readMessages({ threadId: 't' }));
    expect(error.code).toBe('store_corrupt');
    expect(error.message).toContain(path);
    expect(error.message).toContain('everthread verify');
    expect((await store.findDamage()).length).toBeGreaterThan(0);
  });

  it('R-62 damage can be listed while the file can still be opened', async () => {
    const writer = sqliteStore({ path });
    await leasedThread(writer, 3);
    await writer.append({ threadId: 't', messages: messages(2_000, 'x'), now: someTime });
    await writer.close();
    const bytes = readFileSync(path);
    bytes.fill(0, bytes.length - 40_960, bytes.length - 36_864);
    writeFileSync(path, bytes);
    expect((await closing(sqliteStore({ path })).findDamage()).length).toBeGreaterThan(0);
  });

  it('R-62 a damaged value is reported by its place, not by its text', async () => {
    const database = closing(new DatabaseSync(path));
    const store = sqliteStore({ database });
    await leasedThread(store, 3);
    database.exec(`update messages set content = '{"parts":[sec' where seq = 2`);
    const error = await errorOf(store.readMessages({ threadId: 't' }));
    expect(error).toMatchObject({ code: 'store_corrupt' });
    expect(error.message).toContain('message 2 of thread "t"');
    expect(error.message).not.toContain('sec');
    expect(await store.readMetas({ threadId: 't' })).toHaveLength(3);
  });

  it.each([
    ['text', Buffer.from('This is no database, it is a letter. '.repeat(50))],
    ['zeros', Buffer.alloc(8_192)],
    ['a cut header', Buffer.from('SQLite format 3\0')],
  ])('R-62 a file of %s is not taken for a database, and is left as it is', async (_name, bytes) => {
    writeFileSync(path, bytes);
    const error = await errorOf(sqliteStore({ path }).open());
    expect(error).toMatchObject({ code: 'store_corrupt' });
    expect(error.message).toContain('not an SQLite database');
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("R-62 another program's database is not changed", async () => {
    const database = closing(new DatabaseSync(path));
    database.exec('create table messages (text)');
    const error = await errorOf(sqliteStore({ database }).open());
    expect(error).toMatchObject({ code: 'store_failed' });
    expect(error.message).toContain('belongs to another program');
    expect(database.prepare('select count(*) as n from sqlite_master').get()).toEqual({ n: 1 });
  });

  it('R-62 a folder that does not exist, and a folder in place of a file, are reported', async () => {
    const nowhere = join(folder, 'no', 'where.db');
    const error = await errorOf(sqliteStore({ path: nowhere }).open());
    expect(error).toMatchObject({ code: 'store_failed', field: 'path' });
    expect(error.message).toContain('folder does not exist');
    mkdirSync(path);
    const inFolder = await errorOf(sqliteStore({ path }).open());
    expect(inFolder).toMatchObject({ code: 'store_failed', field: 'path' });
    expect(inFolder.message).toContain(
      `is a folder. Name a file in it, such as ${join(path, 'everthread.db')}.`,
    );
  });
});
