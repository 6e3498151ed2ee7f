/** What waits to be indexed has a beginning and no end: messages are appended behind it. */
import type { PastDatabase } from './migration.ts';

export async function leaveIndexingOpen(db: PastDatabase): Promise<void> {
  await db.schema.alterTable('search_backlog').dropColumn('last_seq').execute();
}
