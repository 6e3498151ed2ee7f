/** Requests in figures. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function createRequests(
  db: PastDatabase,
  { generatedKey, binaryText }: SqlDialect,
): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('key', generatedKey.type, generatedKey.build)
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.references('threads.key').onDelete('set null'),
    )
    .addColumn('at', binaryText, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('ratio', 'double precision', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('history_tokens', 'bigint', (column) => column.notNull())
    .addColumn('summary_ids', 'text', (column) => column.notNull())
    .addColumn('prepared_ids', 'text', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint')
    .addColumn('cached_tokens', 'bigint')
    .addColumn('cache_write_tokens', 'bigint')
    .addColumn('output_tokens', 'bigint')
    .execute();
  await db.schema.createIndex('requests_by_thread').on('requests').columns(['thread_key', 'seq']).execute();
}
