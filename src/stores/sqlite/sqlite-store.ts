/** The store on one SQLite file: the default, for one machine and any number of its processes. */
import { resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import { EverthreadError, invalidOption, isEverthreadError } from '../../errors.ts';
import { readGiven } from '../../given.ts';
import type { Store } from '../../store.ts';
import type { SqlDialect } from '../sql/dialect.ts';
import type { Schema } from '../sql/schema.ts';
import { sqlStore } from '../sql/sql-store.ts';
import { sqliteDialect } from './driver.ts';
import { translateSqliteError } from './errors.ts';
import { fileIdentity } from './file-identity.ts';
import { fileOf, type SqliteHandle } from './handle.ts';
import { isEmpty, openFile, prepare } from './open-file.ts';
import { sqliteTextIndex } from './text-index.ts';
import { vacuum } from './vacuum.ts';

export type SqliteStoreOptions = (
  | {
      /** The file, made when there is none, or `:memory:`. */
      path: string;
      database?: undefined;
    }
  | {
      /** A handle of node:sqlite or better-sqlite3. It stays yours: closing the store leaves it open. */
      database: SqliteHandle;
      path?: undefined;
    }
) & {
  /**
   * full: what was stored survives a power cut. normal: it survives the end of the process, but a power cut may
   * take the last moments. Neither ever leaves the file damaged. Only for `path`.
   */
  synchronous?: 'full' | 'normal';
  /**
   * Only read: nothing is made, migrated or written. Only for `path`; a file that may not be written is opened so by
   * itself.
   */
  readOnly?: boolean;
  /** How long to wait while another process writes. */
  busyTimeoutMs?: number;
  /** Called before each statement, `begin` and `commit` included: for tracing and fault tests. */
  onStatement?: (sql: string) => void;
};

export type SqliteStore = Store & {
  /** What is damaged in the file, in SQLite's words; empty when all is well. Reads all of it. */
  findDamage(): Promise<string[]>;
};

export const sqliteFlags: SqlDialect = {
  name: 'sqlite',
  generatedKey: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  binaryText: 'text',
  binary: 'blob',
  rowLocks: false,
  list: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  places: (places) =>
    sql`(select value ->> 0 as thread, value ->> 1 as seq from json_each(${JSON.stringify(places.map(({ thread, seq }) => [thread, seq]))}))`,
  clustered: sql`without rowid`,
  textIndex: sqliteTextIndex,
  maxParameters: 32_766,
  lockMigrations: null,
};

export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  return readGiven('options', () => createSqliteStore(options));
}

function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, database, synchronous = 'full', busyTimeoutMs = 5_000, onStatement } = options;
  checkOptions({ path, database, synchronous, busyTimeoutMs, readOnly: options.readOnly });
  const file = database ? fileOf(database) : path === ':memory:' ? '' : resolve(path!);
  const inMemory = file === '';
  const location = inMemory ? 'in memory' : file;
  let db: Kysely<Schema> | undefined;

  const store = sqlStore({
    name: 'sqlite',
    capabilities: { durable: !inMemory, shared: !inMemory },
    dialect: sqliteFlags,
    location,
    async connect() {
      const owned = database === undefined;
      const { handle, readOnly } = database
        ? { handle: database, readOnly: false }
        : await openFile({ file, readOnly: options.readOnly === true, synchronous, busyTimeoutMs });
      if (!owned) await prepare({ handle, owned, synchronous, busyTimeoutMs });
      const close = () => {
        if (!database) handle.close();
      };
      const identity = inMemory ? undefined : fileIdentity({ file, hasLog: owned });
      const driver = { handle, busyTimeoutMs, onStatement, close };
      const watched = identity ? { ...driver, beforeWrite: identity.check } : driver;
      db = new Kysely<Schema>({ dialect: sqliteDialect(watched) });
      return { db, readOnly };
    },
    vacuum: (connection) => vacuum(connection, { busyTimeoutMs, location }),
    translateError: (error) => translateSqliteError(error, location),
  });

  return {
    ...store,
    async findDamage() {
      const found: string[] = [];
      // Opening would make a new database of it, and all would seem well.
      if (!inMemory && db === undefined && isEmpty(file)) throw emptied(file);
      const look = async (work: () => Promise<string[]>) => {
        try {
          found.push(...(await work()));
        } catch (caught) {
          const error = translateSqliteError(caught, location);
          if (!isEverthreadError(error)) throw error;
          if (error.code !== 'store_corrupt' && error.details.sqlite !== undefined) throw error;
          found.push(error.message);
        }
      };
      await look(async () => {
        await store.open();
        return [];
      });
      if (found.length > 0) return found;
      await look(async () => {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db!);
        return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      });
      await look(async () => {
        const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db!);
        return rows.map((row) => `a row of ${row.table} belongs to no row of ${row.parent}`);
      });
      return found;
    },
  };
}

function emptied(location: string): EverthreadError {
  return new EverthreadError({
    code: 'store_corrupt',
    message: `The database ${location} is empty: the file is too short to hold anything, and nothing that was in it is left. Restore it from a backup.`,
    details: { location },
  });
}

function checkOptions(options: {
  path: unknown;
  database: unknown;
  synchronous: unknown;
  busyTimeoutMs: unknown;
  readOnly: unknown;
}): void {
  const { path, database, synchronous, busyTimeoutMs, readOnly } = options;
  if (readOnly !== undefined && typeof readOnly !== 'boolean') {
    throw invalidOption('readOnly', 'true or false', readOnly);
  }
  if ((path === undefined) === (database === undefined)) {
    throw invalidOption('path', 'a file, or else `database` a handle, but not both', path);
  }
  if (path !== undefined && (typeof path !== 'string' || path === '' || path.includes('\0'))) {
    throw invalidOption('path', 'the path of a file, or :memory:', path);
  }
  const shaped = database as Partial<SqliteHandle> | undefined;
  if (shaped !== undefined && typeof shaped?.prepare !== 'function') {
    throw invalidOption('database', 'a handle of node:sqlite or better-sqlite3', database);
  }
  if (synchronous !== 'full' && synchronous !== 'normal') {
    throw invalidOption('synchronous', "'full' or 'normal'", synchronous);
  }
  if (typeof busyTimeoutMs !== 'number' || !(busyTimeoutMs >= 0)) {
    throw invalidOption('busyTimeoutMs', 'a number of 0 or more', busyTimeoutMs);
  }
}
