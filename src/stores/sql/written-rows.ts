/**
 * Rows of threads as this process last wrote them. Most turns find the row as the turn before left it: then it need
 * neither be read nor parsed nor hashed again. Whether that is so is always asked of the database, within the same
 * transaction or read: another process, or a transaction that was rolled back, leaves another mark.
 */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { ThreadRow } from './thread-rows.ts';

/**
 * What tells one state of a row from all others. The hash alone would do for rows that match their hash; a damaged row
 * keeps it through later changes (see hashes.ts), and its next message must have the right number all the same.
 */
export const markColumns = ['key', 'record_hash', 'messages', 'revision'] as const;

export type RowMark = Pick<ThreadRow, (typeof markColumns)[number]>;

const rememberedThreads = 128;
const rowsOfDatabases = new WeakMap<object, Map<string, ThreadRow>>();

type Database = Pick<Kysely<Schema>, 'getExecutor'>;

/** The row to compare with what the database has. */
export function writtenRow(db: Database, threadId: string): ThreadRow | undefined {
  return rowsOfDatabases.get(db.getExecutor().adapter)?.get(threadId);
}

export function isAsWritten(row: ThreadRow, mark: RowMark): boolean {
  for (const name of markColumns) if (row[name] !== mark[name]) return false;
  return true;
}

/** `row` belongs to this list from now on, and changes with the next write. */
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
