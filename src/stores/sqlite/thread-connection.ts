/** Work that a worker thread does on its own connection: indexing waiting messages, and writing. */
import { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { type IndexedSlice, indexSlice } from '../sql/search/indexing.ts';
import { makeShortWrite, type ShortWrite, type ShortWritten } from '../sql/short-writes.ts';
import { sqliteDialect } from './driver.ts';
import { fileIdentity } from './file-identity.ts';
import type { SqliteHandle } from './handle.ts';
import { sqliteFlags } from './sqlite-flags.ts';

export type ThreadConnection = {
  indexSlice(): Promise<IndexedSlice>;
  /** Each write succeeds or fails alone. */
  write(writes: readonly ShortWrite[]): Promise<PromiseSettledResult<ShortWritten>[]>;
};

export function createThreadConnection(options: {
  handle: SqliteHandle;
  file: string;
  busyTimeoutMs: number;
}): ThreadConnection {
  const { handle, file, busyTimeoutMs } = options;
  const { check: beforeWrite } = fileIdentity({ file, hasLog: true });
  const driver = { handle, busyTimeoutMs, onStatement: undefined, isOwn: true, close: () => undefined };
  const db = new Kysely<Schema>({ dialect: sqliteDialect({ ...driver, beforeWrite }) });
  const context = { db, dialect: sqliteFlags };
  return {
    indexSlice: () => indexSlice(context),
    write: (writes) => Promise.allSettled(writes.map((write) => makeShortWrite(context, write))),
  };
}
