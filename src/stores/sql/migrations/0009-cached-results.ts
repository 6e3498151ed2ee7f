/** Answers of summarizers until their summary is committed. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function addCachedResults(
  db: PastDatabase,
  { generatedKey, binaryText }: SqlDialect,
): Promise<void> {
  await db.schema
    .createTable('cached_results')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('key', binaryText, (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('accounted', 'integer', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cached_results_by_key', ['thread_key', 'key'])
    .execute();
}
