/**
 * The schema's history: a list that is only ever appended to. A migration that was released never changes again,
 * which fixtures/schema-1.sql proves.
 */
import { type Kysely, sql } from 'kysely';
import type { SqlDialect } from './dialect.ts';

export type Migration = {
  /** Sorted by it nowhere: the order of the list counts. */
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a migration speaks of the schema as it was, not as it is typed today.
  up(db: Kysely<any>, dialect: SqlDialect): Promise<void>;
};

export const migrations: readonly Migration[] = [
  { name: '0001-threads', up: createThreads },
  { name: '0002-search', up: createSearch },
  { name: '0003-origins', up: createOrigins },
  { name: '0004-record-hashes', up: addRecordHashes },
  { name: '0005-requests', up: createRequests },
  { name: '0006-deleted-threads', up: createDeletedThreads },
  { name: '0007-sent', up: addSent },
];

// biome-ignore lint/suspicious/noExplicitAny: see above.
async function createThreads(db: Kysely<any>, { generatedKey, binaryText }: SqlDialect): Promise<void> {
  await db.schema
    .createTable('threads')
    .addColumn('key', generatedKey.type, generatedKey.build)
    .addColumn('id', binaryText, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('messages', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('covered_to', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('tail_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('summary_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('live_summaries', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('checkpoint', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('compactions', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('tokens_after_compaction', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('fixed_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pins', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('summaries_made', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('receipts_made', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('audit_entries_made', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_expires_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .execute();
  // An index, not a constraint: it can be widened by a tenant without rebuilding the table.
  await db.schema.createIndex('threads_by_id').on('threads').column('id').unique().execute();

  await db.schema
    .createTable('messages')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('id', binaryText, (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('unit_start', 'bigint', (column) => column.notNull())
    .addColumn('tokens_before', 'bigint', (column) => column.notNull())
    .addColumn('edited_at', 'text')
    .addColumn('removed', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('messages_by_seq', ['thread_key', 'seq'])
    .addUniqueConstraint('messages_by_id', ['thread_key', 'id'])
    .execute();

  await db.schema
    .createTable('tool_calls')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('call_key', binaryText, (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('unit_start', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tool_calls_by_key', ['thread_key', 'call_key', 'seq'])
    .execute();

  await db.schema
    .createTable('summaries')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('id', binaryText, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('from_seq', 'bigint', (column) => column.notNull())
    .addColumn('to_seq', 'bigint', (column) => column.notNull())
    .addColumn('messages_covered', 'bigint', (column) => column.notNull())
    .addColumn('start_message_id', 'text', (column) => column.notNull())
    .addColumn('end_message_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('tier', 'bigint', (column) => column.notNull())
    .addColumn('depth', 'bigint', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('source_ids', 'text', (column) => column.notNull())
    .addColumn('read_from', 'bigint')
    .addColumn('read_to', 'bigint')
    .addColumn('source_hash', 'text', (column) => column.notNull())
    .addColumn('shape', 'text', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('source_tokens', 'bigint', (column) => column.notNull())
    .addColumn('rewrites', 'bigint', (column) => column.notNull())
    .addColumn('strategy', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('rung', 'text', (column) => column.notNull())
    .addColumn('prompt_version', 'text', (column) => column.notNull())
    .addColumn('survival', 'double precision', (column) => column.notNull())
    .addColumn('fidelity', 'double precision', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('stale', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('edited_at', 'text')
    .addColumn('edited_version', 'bigint')
    .addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('made_at', 'bigint')
    .addColumn('live_at', 'bigint')
    .addColumn('replaced_at', 'bigint')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('summaries_by_number', ['thread_key', 'number'])
    .addUniqueConstraint('summaries_by_id', ['thread_key', 'id'])
    .execute();
  await db.schema
    .createIndex('summaries_by_status')
    .on('summaries')
    .columns(['thread_key', 'status', 'from_seq', 'number'])
    .execute();
  await db.schema
    .createIndex('summaries_by_range')
    .on('summaries')
    .columns(['thread_key', 'from_seq', 'number'])
    .execute();

  await db.schema
    .createTable('receipts')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('id', binaryText, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('from_seq', 'bigint', (column) => column.notNull())
    .addColumn('to_seq', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('receipts_by_number', ['thread_key', 'number'])
    .addUniqueConstraint('receipts_by_id', ['thread_key', 'id'])
    .execute();

  await db.schema
    .createTable('audit_entries')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('id', binaryText, (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('from_seq', 'bigint', (column) => column.notNull())
    .addColumn('to_seq', 'bigint', (column) => column.notNull())
    .addColumn('summary_id', 'text')
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addPrimaryKeyConstraint('audit_entries_by_number', ['thread_key', 'number'])
    .addUniqueConstraint('audit_entries_by_id', ['thread_key', 'id'])
    .execute();

  await db.schema
    .createTable('calls')
    .addColumn('key', generatedKey.type, generatedKey.build)
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.references('threads.key').onDelete('set null'),
    )
    .addColumn('at', binaryText, (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('rung', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint', (column) => column.notNull())
    .addColumn('output_tokens', 'bigint', (column) => column.notNull())
    .addColumn('cost_usd', 'double precision', (column) => column.notNull())
    .addColumn('milliseconds', 'double precision', (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('calls_by_time').on('calls').column('at').execute();
  await db.schema.createIndex('calls_by_thread').on('calls').columns(['thread_key', 'at']).execute();

  await db.schema
    .createTable('store_values')
    .addColumn('key', binaryText, (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  // The plain reading of what was ever shown in place of messages, the latest first. What was built on
  // messages that changed since is left out: it speaks of something nobody said.
  await db.schema
    .createView('conversation_summaries')
    .as(
      db
        .selectFrom('summaries')
        .innerJoin('threads', 'threads.key', 'summaries.thread_key')
        .where('summaries.status', 'in', [sql.lit('live'), sql.lit('replaced')])
        .where('summaries.stale', '=', sql.lit(0))
        .orderBy('summaries.created_at', 'desc')
        .orderBy('summaries.number', 'desc')
        .select([
          'summaries.id as id',
          'threads.id as conversation_id',
          'summaries.text as summary_text',
          'summaries.messages_covered as messages_covered',
          'summaries.start_message_id as start_message_id',
          'summaries.end_message_id as end_message_id',
          'summaries.created_at as created_at',
        ]),
    )
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
async function createSearch(db: Kysely<any>, dialect: SqlDialect): Promise<void> {
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

// biome-ignore lint/suspicious/noExplicitAny: see above.
async function createOrigins(db: Kysely<any>, { generatedKey, binaryText }: SqlDialect): Promise<void> {
  await db.schema.alterTable('messages').addColumn('origin', 'text').execute();
  await db.schema
    .createTable('derivations')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('source_id', binaryText, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', binaryText, (column) => column.notNull())
    .addPrimaryKeyConstraint('derivations_by_source', ['thread_key', 'source_id', 'kind', 'key'])
    .execute();
  await markEmbeddedReplies(db);
}

/**
 * Answers of the embedded chat were stored under a name and quoted messages by number, before they had a mark. They and
 * the questions they answered keep the tokens they were counted with, so that no sum in the file changes.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
async function markEmbeddedReplies(db: Kysely<any>): Promise<void> {
  const replies: { thread_key: number; seq: number; id: string; content: string }[] = await db
    .selectFrom('messages')
    .select(['thread_key', 'seq', 'id', 'content'])
    .where('role', '=', 'assistant')
    .where('content', 'like', '%"name":"everthread"%')
    .execute();
  for (const { thread_key, seq, id, content } of replies) {
    if (!/no model is configured|No model is configured/u.test(content)) continue;
    // Line breaks are escaped inside of JSON.
    const quoted = [...content.matchAll(/(?:\\n|")Message (\d{1,15}) \(/gu)].map(([, number]) =>
      Number(number),
    );
    const places: { seq: number; id: string; role: string; content: string }[] = await db
      .selectFrom('messages')
      .select(['seq', 'id', 'role', 'content'])
      .where('thread_key', '=', thread_key)
      .where('seq', 'in', [seq - 1, ...quoted])
      .execute();
    const sources = places.map((place) => place.id);
    const mark = (of: number, origin: object) =>
      db
        .updateTable('messages')
        .set({ origin: JSON.stringify(origin) })
        .where('thread_key', '=', thread_key)
        .where('seq', '=', of)
        .execute();
    await mark(seq, { kind: 'embedded-reply', sources });
    if (sources.length > 0) {
      await db
        .insertInto('derivations')
        .values(sources.map((source_id) => ({ thread_key, source_id, kind: 'message', key: id })))
        .execute();
    }
    // One short sentence that was answered is a question; a longer text may tell something besides.
    const asked = places.find((place) => place.seq === seq - 1 && place.role === 'user')?.content;
    if (asked !== undefined && asked.length < 260 && !/[.!。！]\s+\S|\\n/u.test(asked)) {
      await mark(seq - 1, { kind: 'lookup', sources: [] });
    }
  }
}

/** Rows that are there get theirs in the background (see hash-backlog.ts): opening takes no longer for a long log. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
async function addRecordHashes(db: Kysely<any>, { binaryText }: SqlDialect): Promise<void> {
  const tables = ['threads', 'messages', 'summaries', 'receipts', 'audit_entries'];
  for (const table of tables) {
    await db.schema.alterTable(table).addColumn('record_hash', 'text').execute();
  }
  await db.schema
    .createTable('hash_backlog')
    .addColumn('table_name', binaryText, (column) => column.primaryKey().notNull())
    .addColumn('after_key', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('after_number', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  const filled = await db.selectFrom('threads').select('key').limit(1).execute();
  if (filled.length === 0) return;
  await db
    .insertInto('hash_backlog')
    .values(tables.map((table_name) => ({ table_name })))
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
async function createRequests(db: Kysely<any>, { generatedKey, binaryText }: SqlDialect): Promise<void> {
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

/** Refers to no table: its rows are about threads that are not there any more. */
async function createDeletedThreads(
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  db: Kysely<any>,
  { generatedKey, textIndex }: SqlDialect,
): Promise<void> {
  await textIndex.deferRemovals(db);
  await db.schema
    .createTable('deleted_threads')
    .addColumn('thread_key', generatedKey.type, (column) => column.primaryKey().notNull())
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
async function addSent(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('threads').addColumn('sent', 'text').execute();
  await db.schema.alterTable('requests').addColumn('recalled', 'text').execute();
  for (const column of ['read_tokens', 'written_tokens', 'history_read_tokens', 'history_written_tokens']) {
    await db.schema.alterTable('requests').addColumn(column, 'bigint').execute();
  }
}
