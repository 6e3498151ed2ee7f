/** Threads that are gone, while what hung on them is cleared. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

/** Refers to no table: its rows are about threads that are not there any more. */
export async function createDeletedThreads(
  db: PastDatabase,
  { generatedKey, textIndex }: SqlDialect,
): Promise<void> {
  await textIndex.deferRemovals(db);
  await db.schema
    .createTable('deleted_threads')
    .addColumn('thread_key', generatedKey.type, (column) => column.primaryKey().notNull())
    .execute();
}
