/** Threads that are gone, while what hung on them is cleared. */
import type { Kysely } from 'kysely';
import type { SqlDialect } from '../dialect.ts';

/** Refers to no table: its rows are about threads that are not there any more. */
export async function createDeletedThreads(
  // biome-ignore lint/suspicious/noExplicitAny: see migration.ts.
  db: Kysely<any>,
  { generatedKey, textIndex }: SqlDialect,
): Promise<void> {
  await textIndex.deferRemovals(db);
  await db.schema
    .createTable('deleted_threads')
    .addColumn('thread_key', generatedKey.type, (column) => column.primaryKey().notNull())
    .execute();
}
