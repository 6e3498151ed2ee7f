/** Adds a hash to every record. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

/** Existing rows are hashed in the background (see hash-backlog.ts), so that opening a long log stays fast. */
export async function addRecordHashes(db: PastDatabase, { binaryText }: SqlDialect): Promise<void> {
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
