import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll } from 'vitest';
import type { Store } from '../../store.ts';
import { describeStore } from '../suite/store.suite.ts';
import type { SqliteHandle } from './handle.ts';
import { sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
const paths = new WeakMap<Store, string>();
let files = 0;
/** A new database, made once and copied for each test: creating one takes longer than most tests. */
const blank = join(folder, 'blank.db');
beforeAll(async () => {
  const store = sqliteStore({ path: blank });
  await store.open();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function newPath(): string {
  const path = join(folder, `${++files}.db`);
  copyFileSync(blank, path);
  return path;
}

function open(path: string): Store {
  const store = sqliteStore({ path, synchronous: 'normal' });
  paths.set(store, path);
  return store;
}

describeStore({
  name: 'sqlite',
  make: () => open(newPath()),
  reopen: (store) => open(paths.get(store)!),
});

/** Imitates better-sqlite3: `all` and `run` each refuse the other's statements, and error codes are names. */
function strictHandle(database: DatabaseSync): SqliteHandle {
  const named = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw Object.assign(new Error((error as Error).message), { code: 'SQLITE_ERROR' });
    }
  };
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = named(() => database.prepare(sql));
      const reader = statement.columns().length > 0;
      const wrongMethod = () => {
        throw new TypeError(`This statement ${reader ? 'returns' : 'does not return'} data.`);
      };
      return {
        reader,
        all: reader ? (...values) => named(() => statement.all(...(values as string[]))) : wrongMethod,
        run: reader ? wrongMethod : (...values) => named(() => statement.run(...(values as string[]))),
      };
    },
  };
}

describeStore({
  name: 'sqlite over a better-sqlite3-shaped handle',
  make: () => sqliteStore({ database: strictHandle(new DatabaseSync(':memory:')) }),
});
