/** The messages waiting for the index have a start and no end, because new ones are appended after them. */
import type { PastDatabase } from './migration.ts';

export async function leaveIndexingOpen(db: PastDatabase): Promise<void> {
  await db.schema.alterTable('search_backlog').dropColumn('last_seq').execute();
}
