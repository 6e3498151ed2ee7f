/** SQLite's declarations for the differences between databases. */
import { sql } from 'kysely';
import { isOfEndedProcess } from '../../engine/process-name.ts';
import type { SqlDialect } from '../sql/dialect.ts';
import { sqliteTextIndex } from './text-index.ts';

export const sqliteFlags: SqlDialect = {
  name: 'sqlite',
  generatedKey: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  binaryText: 'text',
  binary: 'blob',
  rowLocks: false,
  list: (values) => sqliteFlags.listed(JSON.stringify(values)),
  listed: (json) => sql`(select value from json_each(${json}))`,
  places: (places) =>
    sql`(select value ->> 0 as thread, value ->> 1 as seq from json_each(${JSON.stringify(places.map(({ thread, seq }) => [thread, seq]))}))`,
  clustered: sql`without rowid`,
  textIndex: sqliteTextIndex,
  // The pragma only works outside of transactions. Within a transaction of the caller it has no effect, and all rows
  // are deleted at once.
  keepingDependents: (db, work) =>
    db.connection().execute(async (connection) => {
      await sql`pragma foreign_keys = off`.execute(connection);
      try {
        return await work(connection);
      } finally {
        await sql`pragma foreign_keys = on`.execute(connection);
      }
    }),
  // All who use a file are processes of one machine.
  isGone: isOfEndedProcess,
  maxParameters: 32_766,
  tableNames: async (db) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  },
  lockMigrations: null,
};
