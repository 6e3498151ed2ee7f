/** Receipts and audit entries of a thread, newest first, page by page. */
import type { Kysely, Selectable } from 'kysely';
import type { EverthreadError } from '../../errors.ts';
import { checkCount, checkId } from '../rules/checks.ts';
import { ofThread } from './context.ts';
import type { Schema } from './schema.ts';

type NumberedRecords = Pick<Schema, 'receipts' | 'audit_entries'>;

export async function newestRows<Table extends keyof NumberedRecords>(
  db: Kysely<Schema>,
  options: {
    table: Table;
    threadId: string;
    limit: number;
    /** The id of the last one seen. */
    before: string | undefined;
    unknown(id: string): EverthreadError;
  },
): Promise<Selectable<NumberedRecords[Table]>[]> {
  const { table, threadId, limit, before, unknown } = options;
  checkId('threadId', threadId);
  checkCount('limit', limit);
  // Both tables have the columns used here.
  const rows = db.selectFrom(table as 'receipts').where(ofThread(threadId));
  let query = rows.selectAll().orderBy('number', 'desc').limit(limit);
  if (before !== undefined) {
    const last = await rows.select('number').where('id', '=', before).executeTakeFirst();
    if (!last) throw unknown(before);
    query = query.where('number', '<', last.number);
  }
  return (await query.execute()) as unknown as Selectable<NumberedRecords[Table]>[];
}
