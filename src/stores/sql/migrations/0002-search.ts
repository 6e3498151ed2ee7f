/** The full-text index and the vectors. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function createSearch(db: PastDatabase, dialect: SqlDialect): Promise<void> {
  const { generatedKey, binaryText, binary, clustered, textIndex } = dialect;
  await textIndex.create(db);
  await db.schema
    .createTable('search_backlog')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.primaryKey().notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('next_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('vector_models')
    .addColumn('key', generatedKey.type, generatedKey.build)
    .addColumn('name', binaryText, (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('vector_progress')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('model_key', generatedKey.type, (column) =>
      column.notNull().references('vector_models.key').onDelete('cascade'),
    )
    .addColumn('embedded_to', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('vectors', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pending', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('vector_progress_by_thread', ['thread_key', 'model_key'])
    .execute();
  await db.schema
    .createIndex('vector_progress_by_model')
    .on('vector_progress')
    .columns(['model_key', 'pending'])
    .execute();
  await db.schema
    .createTable('vector_missing')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('model_key', generatedKey.type, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('vector_missing_by_seq', ['thread_key', 'model_key', 'seq'])
    .execute();
  await db.schema
    .createTable('message_vectors')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('model_key', generatedKey.type, (column) => column.notNull())
    .addColumn('cell', 'integer', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('piece', 'integer', (column) => column.notNull())
    .addColumn('vector', binary, (column) => column.notNull())
    .addPrimaryKeyConstraint('message_vectors_by_cell', ['thread_key', 'model_key', 'cell', 'seq', 'piece'])
    .modifyEnd(clustered)
    .execute();
  await db.schema
    .createIndex('message_vectors_by_seq')
    .on('message_vectors')
    .columns(['thread_key', 'seq'])
    .execute();
  // For searches over all threads.
  await db.schema
    .createIndex('message_vectors_by_model')
    .on('message_vectors')
    .columns(['model_key', 'cell'])
    .execute();
}
