import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { leasedThread, someTime } from '../suite/samples.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const { newPath, closing } = useDatabaseFiles();
let path: string;
beforeEach(() => {
  path = newPath();
});

describe('files', () => {
  it('R-63 a new file and its side files are for their owner only', async () => {
    const store = closing(sqliteStore({ path }));
    await store.ensureThread({ threadId: 't', now: someTime });
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('R-63 the permissions of an existing file are not changed', async () => {
    writeFileSync(path, '');
    chmodSync(path, 0o640);
    await closing(sqliteStore({ path })).open();
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it('R-62 only the main file is left after closing', async () => {
    const store = sqliteStore({ path });
    await store.ensureThread({ threadId: 't', now: someTime });
    await store.close();
    expect([path, `${path}-wal`, `${path}-shm`].map((file) => existsSync(file))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('I-1 what is stored is safe from a power cut unless told otherwise', async () => {
    const modes: number[] = [];
    for (const synchronous of [undefined, 'normal'] as const) {
      let seen: DatabaseSync | undefined;
      const prepare = DatabaseSync.prototype.prepare;
      DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string): StatementSync {
        seen = this;
        return prepare.call(this, sql);
      };
      try {
        await closing(sqliteStore({ path, ...(synchronous && { synchronous }) })).open();
      } finally {
        DatabaseSync.prototype.prepare = prepare;
      }
      expect(seen!.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
      expect(seen!.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
      expect(seen!.prepare('pragma secure_delete').get()).toEqual({ secure_delete: 1 });
      modes.push((seen!.prepare('pragma synchronous').get() as { synchronous: number }).synchronous);
    }
    expect(modes).toEqual([2, 1]);
  });

  it.each([
    [{}, 'path'],
    [{ path: '' }, 'path'],
    [{ path: 'a\0b' }, 'path'],
    [{ path: 7 }, 'path'],
    [{ path: 'a', database: {} }, 'path'],
    [{ database: {} }, 'database'],
    [{ path: 'a', synchronous: 'off' }, 'synchronous'],
    [{ path: 'a', busyTimeoutMs: -1 }, 'busyTimeoutMs'],
  ])('R-62 bad options are refused by name: %o', (options, field) => {
    const attempt = () => sqliteStore(options as unknown as Parameters<typeof sqliteStore>[0]);
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_option', field }));
  });
});

describe('handles', () => {
  it('R-62 a handle of the caller stays open, and can read what was stored', async () => {
    const database = closing(new DatabaseSync(':memory:'));
    const store = sqliteStore({ database });
    expect(store.capabilities).toEqual({ durable: false, shared: false });
    await leasedThread(store, 3);
    await store.close();
    expect(database.prepare('select count(*) as n from messages').get()).toEqual({ n: 3 });
    expect(sqliteStore({ database: closing(new DatabaseSync(path)) }).capabilities.durable).toBe(true);
  });
});
