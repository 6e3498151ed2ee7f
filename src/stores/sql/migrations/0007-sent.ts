/** State that a thread's requests leave behind. */
import type { PastDatabase } from './migration.ts';

export async function addSent(db: PastDatabase): Promise<void> {
  await db.schema.alterTable('threads').addColumn('sent', 'text').execute();
  await db.schema.alterTable('requests').addColumn('recalled', 'text').execute();
  for (const column of ['read_tokens', 'written_tokens', 'history_read_tokens', 'history_written_tokens']) {
    await db.schema.alterTable('requests').addColumn(column, 'bigint').execute();
  }
}
