/** Titles, owners and labels of threads, indexes for their lists, and profiles of owners. */
import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

/** Threads without a title sort behind all others. */
const lastTitle = '\u{10ffff}';

export async function addOwners(db: PastDatabase, dialect: SqlDialect): Promise<void> {
  await addDetails(db, dialect);
  await createLabels(db, dialect);
  await createProfiles(db, dialect);
  const filled = await db.selectFrom('threads').select('key').limit(1).execute();
  if (filled.length === 0) return;
  // Titles are made from messages, and only the engine recognizes secrets in them: see owners/titles.ts.
  await db
    .insertInto('store_values')
    .values({ key: 'everthread.untitled', value: JSON.stringify('waiting') })
    .execute();
}

async function addDetails(db: PastDatabase, { binaryText }: SqlDialect): Promise<void> {
  const add = (name: string, type: 'text' | 'bigint' | SqlDialect['binaryText']) =>
    db.schema.alterTable('threads').addColumn(name, type).execute();
  await add('title', 'text');
  await add('title_from', 'bigint');
  await add('owner', binaryText);
  await add('labels', 'text');
  await db.schema
    .alterTable('threads')
    .addColumn('title_key', binaryText, (column) => column.notNull().defaultTo(lastTitle))
    .execute();
  await db.schema
    .alterTable('threads')
    .addColumn('profiled_to', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['updated_at', 'created_at', 'title_key']) {
    const name = column.replace(/_(?:at|key)$/u, '');
    await db.schema.createIndex(`threads_by_${name}`).on('threads').columns([column, 'id']).execute();
    await db.schema
      .createIndex(`threads_of_owner_by_${name}`)
      .on('threads')
      .columns(['owner', column, 'id'])
      .where(sql.ref('owner'), 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('threads_of_owner_by_id')
    .on('threads')
    .columns(['owner', 'id'])
    .where(sql.ref('owner'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('threads_to_profile')
    .on('threads')
    .column('key')
    .where(sql<boolean>`owner is not null and profiled_to < messages`)
    .execute();
}

async function createLabels(db: PastDatabase, { generatedKey, binaryText }: SqlDialect): Promise<void> {
  await db.schema
    .createTable('thread_labels')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('label', binaryText, (column) => column.notNull())
    .addPrimaryKeyConstraint('thread_labels_by_thread', ['thread_key', 'label'])
    .execute();
  await db.schema
    .createIndex('thread_labels_by_label')
    .on('thread_labels')
    .columns(['label', 'thread_key'])
    .execute();
}

async function createProfiles(db: PastDatabase, { generatedKey, binaryText }: SqlDialect): Promise<void> {
  await db.schema
    .createTable('profile_notes')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('kind', binaryText, (column) => column.notNull())
    .addColumn('subject', binaryText, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('owner', binaryText, (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('said_at', 'text', (column) => column.notNull())
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('profile_notes_by_message', ['thread_key', 'kind', 'subject', 'seq'])
    .execute();
  await db.schema
    .createIndex('profile_notes_by_weight')
    .on('profile_notes')
    .columns(['owner', 'kind', 'weight', 'said_at'])
    .execute();
  await db.schema
    .createIndex('profile_notes_by_subject')
    .on('profile_notes')
    .columns(['owner', 'kind', 'subject', 'thread_key'])
    .execute();
  await db.schema
    .createTable('profiles')
    .addColumn('owner', binaryText, (column) => column.primaryKey().notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('outdated', 'integer', (column) => column.notNull())
    .addColumn('corrections', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
}
