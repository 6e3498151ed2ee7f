/**
 * Brings a database to the newest schema. Each migration of an old database is one transaction together with its
 * record, and checks again under the lock whether it is still due, so that any number of processes may open one
 * database at once.
 */
import type { Kysely } from 'kysely';
import { EverthreadError } from '../../errors.ts';
import type { SqlDialect } from './dialect.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations as released } from './migrations.ts';
import type { Schema } from './schema.ts';

export async function migrate(options: {
  db: Kysely<Schema>;
  dialect: SqlDialect;
  /** Name of the database in messages: its file, or its address without credentials. */
  location: string;
  /** Nothing may be written: a database that is not up to date is refused. */
  readOnly?: boolean;
  migrations?: readonly Migration[];
}): Promise<void> {
  const { db, dialect, location, readOnly = false, migrations = released } = options;
  const known = new Set(migrations.map(({ name }) => name));
  const due = async (connection: Kysely<Schema>) => {
    const applied = await appliedNames(connection, { dialect, location });
    const newer = [...applied].filter((name) => !known.has(name));
    if (newer.length > 0) throw newerSchema(location, newer);
    return migrations.filter(({ name }) => !applied.has(name));
  };

  // Checked without a lock first, so that opening an up-to-date database does not wait for writers.
  const waiting = await due(db);
  if (readOnly && waiting.length > 0) throw outdatedSchema(location);
  // A new database is migrated in one transaction, because it holds no data. For an old one each step may take long.
  const steps = waiting.length === migrations.length ? [waiting] : waiting.map((migration) => [migration]);
  for (const step of steps) {
    await db.transaction().execute(async (transaction) => {
      await dialect.lockMigrations?.(transaction);
      const stillDue = await due(transaction);
      await transaction.schema
        .createTable('everthread_migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('applied_at', 'text', (column) => column.notNull())
        .execute();
      for (const migration of step.filter((one) => stillDue.includes(one))) {
        await migration.up(transaction, dialect);
        await transaction
          .insertInto('everthread_migrations')
          .values({ name: migration.name, applied_at: new Date().toISOString() })
          .execute();
      }
    });
  }
}

async function appliedNames(
  db: Kysely<Schema>,
  { dialect, location }: { dialect: SqlDialect; location: string },
): Promise<Set<string>> {
  const tables = new Set(await dialect.tableNames(db));
  if (tables.has('everthread_migrations')) {
    const rows = await db.selectFrom('everthread_migrations').select('name').execute();
    return new Set(rows.map(({ name }) => name));
  }
  const foreign = ['threads', 'messages', 'summaries'].find((name) => tables.has(name));
  if (foreign) {
    throw new EverthreadError({
      code: 'store_failed',
      message: `${location} belongs to another program: it has a table "${foreign}" that Everthread did not make. Give Everthread a database of its own.`,
      details: { location },
    });
  }
  return new Set();
}

function outdatedSchema(location: string): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    field: 'path',
    message: `${location} was written by an earlier version of Everthread, or is empty, and cannot be brought up to date because it is read-only. Open it once with write permission, or work on a copy.`,
    details: { location },
  });
}

function newerSchema(location: string, names: string[]): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    message: `${location} was written by a newer version of Everthread (schema ${names.join(', ')}). Update Everthread to open it; nothing was changed.`,
    details: { location, unknownMigrations: names },
  });
}
