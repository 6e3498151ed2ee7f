/** Deleted threads whose dependent rows are still being cleared. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

/** Without a foreign key, because its rows are about threads that no longer exist. */
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
