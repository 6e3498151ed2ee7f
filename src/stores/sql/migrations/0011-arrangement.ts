/** How a request shared out its room, so that it can be made again as it was. */
import type { PastDatabase } from './migration.ts';

export async function addArrangement(db: PastDatabase): Promise<void> {
  await db.schema.alterTable('requests').addColumn('arrangement', 'text').execute();
}
