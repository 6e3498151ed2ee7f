/** Threads, their log, summaries, receipts, audit trail and calls. */
import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function createThreads(
  db: PastDatabase,
  { generatedKey, binaryText }: SqlDialect,
): Promise<void> {
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
  // An index instead of a constraint, because it can later be extended by a tenant without rebuilding the table.
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

  // Readable view of every summary that was ever shown, the latest first. Stale summaries are left out, because
  // the messages they were built on have changed.
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
