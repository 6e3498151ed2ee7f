/** The store on a SQLite file: the default, for one machine and any number of its processes. */
import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { EverthreadError, invalidOption, isEverthreadError } from '../../errors.ts';
import { readGiven } from '../../input/foreign-values.ts';
import type { Store } from '../../store.ts';
import type { Schema } from '../sql/schema.ts';
import { sqlStore } from '../sql/sql-store.ts';
import { type BackgroundThread, backgroundThread } from './background-thread.ts';
import { sqliteDialect } from './driver.ts';
import { translateSqliteError } from './errors.ts';
import { fileIdentity } from './file-identity.ts';
import { fileOf, type SqliteHandle } from './handle.ts';
import { type DatabaseFile, type LongStatements, withLongStatements } from './long-statements.ts';
import { isEmpty, openFile, prepare } from './open-file.ts';
import { sqliteFlags } from './sqlite-flags.ts';
import { vacuum } from './vacuum.ts';
import { writeQueue } from './write-queue.ts';

export type SqliteStoreOptions = (
  | {
      /** The file, created if missing, or `:memory:`. */
      path: string;
      database?: undefined;
    }
  | {
      /** A handle of node:sqlite or better-sqlite3. It remains yours: closing the store leaves it open. */
      database: SqliteHandle;
      path?: undefined;
    }
) & {
  /**
   * full: stored data survives a power cut. normal: it survives the end of the process, but a power cut may lose the
   * last moments. Neither ever leaves the file damaged. Only for `path`.
   */
  synchronous?: 'full' | 'normal';
  /**
   * Only read: nothing is created, migrated or written. Only for `path`; a file without write permission is opened like
   * this automatically.
   */
  readOnly?: boolean;
  /** Time to wait while another process writes. */
  busyTimeoutMs?: number;
  /** Called before each statement, including `begin` and `commit`: for tracing and fault tests. */
  onStatement?: (sql: string) => void;
};

export type SqliteStore = Store & {
  /** Damage of the file in SQLite's words; empty if there is none. Reads the whole file. */
  findDamage(): Promise<string[]>;
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
  let identity: ReturnType<typeof fileIdentity> | undefined;
  let background: BackgroundThread | undefined;
  let openedReadOnly = false;
  // A handle of the caller may come from another build of SQLite, and two builds must not open the same file in one
  // process.
  const placeOf = (connection: Kysely<Schema>): DatabaseFile => ({
    db: connection,
    file: database ? '' : file,
    busyTimeoutMs,
    readOnly: openedReadOnly,
    beforeStatement(statement) {
      onStatement?.(statement);
      identity?.check();
    },
  });

  // With `onStatement`, all statements run on this connection, so that it sees every one.
  const isTraced = onStatement !== undefined;
  const writeInBackground = writeQueue({
    sender() {
      const send = isTraced ? undefined : background?.writer();
      return (
        send &&
        ((writes) => {
          identity?.check();
          return send(writes);
        })
      );
    },
    now: () => performance.now(),
  });

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
      background =
        owned && !inMemory && !readOnly
          ? backgroundThread({ file, handle, busyTimeoutMs, synchronous })
          : undefined;
      const close = async () => {
        await background?.close();
        if (!database) handle.close();
      };
      identity = inMemory ? undefined : fileIdentity({ file, hasLog: owned });
      const driver = {
        ...{ handle, busyTimeoutMs, onStatement, isOwn: owned, close },
        ...(background && { afterCommit: background.committed }),
      };
      const watched = identity ? { ...driver, beforeWrite: identity.check } : driver;
      db = new Kysely<Schema>({ dialect: sqliteDialect(watched) });
      openedReadOnly = readOnly;
      return { db, readOnly };
    },
    writeInBackground,
    async indexInBackground() {
      if (isTraced) return undefined;
      identity?.check();
      return background?.indexSlice();
    },
    async mergeInBackground() {
      if (isTraced || background === undefined) return undefined;
      identity?.check();
      return background.mergeTerms();
    },
    vacuum: (connection) => vacuum({ ...placeOf(connection), location }),
    translateError: (error) => translateSqliteError(error, location),
  });

  return {
    ...store,
    async findDamage() {
      const found: string[] = [];
      // Opening would turn the file into a new database and hide the loss.
      if (!inMemory && db === undefined && isEmpty(file)) throw emptied(file);
      const look = async (work: () => Promise<string[]>) => {
        try {
          found.push(...(await work()));
        } catch (caught) {
          const error = translateSqliteError(caught, location);
          if (!isEverthreadError(error)) throw error;
          if (error.code !== 'store_corrupt' && error.details.sqlite !== undefined) throw error;
          // Damage that stops one check usually stops the next, too.
          if (!found.includes(error.message)) found.push(error.message);
        }
      };
      await look(async () => {
        await store.open();
        return [];
      });
      if (found.length > 0) return found;
      await withLongStatements(placeOf(db!), async (statements) => {
        await look(() => brokenPages(statements));
        await look(() => strayRows(statements));
      });
      return found;
    },
  };
}

async function brokenPages(statements: LongStatements): Promise<string[]> {
  const [rows] = await statements.run<{ integrity_check: string }>(['pragma integrity_check']);
  return rows!.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

/** Rows of a deleted thread that are not cleared yet refer to nothing, and are no damage. */
async function strayRows(statements: LongStatements): Promise<string[]> {
  const [rows] = await statements.run<{ table: string; parent: string }>(['pragma foreign_key_check']);
  const found: string[] = [];
  for (const { table, parent } of new Map(rows!.map((row) => [`${row.table} ${row.parent}`, row])).values()) {
    const [expected] = await statements.run<{ n: number }>([
      parent === 'threads'
        ? `select count(*) as n from "${table}" where thread_key in (select thread_key from deleted_threads)`
        : 'select 0 as n',
    ]);
    const stray =
      rows!.filter((row) => row.table === table && row.parent === parent).length - expected![0]!.n;
    if (stray === 1) found.push(`a row of ${table} belongs to no row of ${parent}`);
    else if (stray > 1) found.push(`${stray} rows of ${table} belong to no row of ${parent}`);
  }
  return found;
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
