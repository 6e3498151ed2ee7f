/** How a request divided its room between sections, so that it can be rebuilt. */
import type { PastDatabase } from './migration.ts';

export async function addArrangement(db: PastDatabase): Promise<void> {
  await db.schema.alterTable('requests').addColumn('arrangement', 'text').execute();
}
