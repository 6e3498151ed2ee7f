/**
 * Caches the rows of threads as this process last wrote them. In most turns the row is still the same, and need not be
 * read, parsed and hashed again. Whether it is the same is checked against the database each time, in the same
 * transaction or read, because another process may have written it or a transaction may have been rolled back.
 */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { ThreadRow } from './thread-rows.ts';

/**
 * The columns that identify one state of a row. The hash alone would be enough if every row matched its hash. But a
 * damaged row keeps its old hash through later changes (see hashes.ts), and its next message still needs the right
 * number.
 */
export const markColumns = ['key', 'record_hash', 'messages', 'revision'] as const;

export type RowMark = Pick<ThreadRow, (typeof markColumns)[number]>;

const rememberedThreads = 128;
const rowsOfDatabases = new WeakMap<object, Map<string, ThreadRow>>();

type Database = Pick<Kysely<Schema>, 'getExecutor'>;

/** The cached row. The caller has to compare it with the database (`isAsWritten`). */
export function writtenRow(db: Database, threadId: string): ThreadRow | undefined {
  return rowsOfDatabases.get(db.getExecutor().adapter)?.get(threadId);
}

export function isAsWritten(row: ThreadRow, mark: RowMark): boolean {
  for (const name of markColumns) if (row[name] !== mark[name]) return false;
  return true;
}

/** The cache owns `row` from now on: the next write changes the object. */
export function rememberWritten(db: Database, row: ThreadRow): void {
  const { adapter } = db.getExecutor();
  const rows = rowsOfDatabases.get(adapter) ?? new Map<string, ThreadRow>();
  if (rows.size === 0) rowsOfDatabases.set(adapter, rows);
  rows.delete(row.id);
  rows.set(row.id, row);
  if (rows.size > rememberedThreads) rows.delete(rows.keys().next().value!);
}

export function forgetWritten(db: Database, threadId: string): void {
  rowsOfDatabases.get(db.getExecutor().adapter)?.delete(threadId);
}

/** Called when another connection of this process has written rows. */
export function forgetWrittenRows(db: Database): void {
  rowsOfDatabases.delete(db.getExecutor().adapter);
}
