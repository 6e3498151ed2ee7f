/** Indexes what waits, by a connection of its own: what a thread does for the rest of the program. */
import { Kysely } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { type IndexedSlice, indexSlice } from '../sql/search/indexing.ts';
import { sqliteDialect } from './driver.ts';
import type { SqliteHandle } from './handle.ts';
import { sqliteFlags } from './sqlite-flags.ts';

export type Indexer = () => Promise<IndexedSlice>;

export function createIndexer(options: { handle: SqliteHandle; busyTimeoutMs: number }): Indexer {
  const dialect = sqliteDialect({ ...options, onStatement: undefined, isOwn: true, close: () => undefined });
  const db = new Kysely<Schema>({ dialect });
  return () => indexSlice({ db, dialect: sqliteFlags });
}
