/** Ends of conversations that clients send again. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function createConversationEnds(
  db: PastDatabase,
  { generatedKey, binaryText }: SqlDialect,
): Promise<void> {
  await db.schema
    .createTable('conversation_ends')
    .addColumn('key', generatedKey.type, generatedKey.build)
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('end_key', binaryText, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('length', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('conversation_ends_by_key')
    .on('conversation_ends')
    .columns(['end_key', 'key'])
    .execute();
  await db.schema
    .createIndex('conversation_ends_by_thread')
    .on('conversation_ends')
    .columns(['thread_key', 'key'])
    .execute();
}
