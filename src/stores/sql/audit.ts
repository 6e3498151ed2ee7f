/** The audit trail: what people did to the past. Entries are only written together with the change they describe. */
import type { AuditEntry } from '../../records/audit-entry.ts';
import { usedAuditId } from '../rules/audit-entries.ts';
import { encodeJson, unknownAuditEntry } from '../rules/checks.ts';
import { type Erasure, lostOfEntry } from '../rules/rewriting.ts';
import type { SqlContext, SqlTransaction } from './context.ts';
import { saveAuditEntry } from './hashes.ts';
import { newestRows } from './newest-rows.ts';
import type { ThreadRow } from './thread-rows.ts';
import { auditRow, toAuditEntry } from './trail-rows.ts';

const emptyNote = encodeJson('audit.note', '');

export async function readAudit(
  { db }: SqlContext,
  { threadId, limit, before }: { threadId: string; limit: number; before?: string },
): Promise<AuditEntry[]> {
  const rows = await newestRows(db, {
    table: 'audit_entries',
    threadId,
    limit,
    before,
    unknown: unknownAuditEntry,
  });
  return rows.map((row) => toAuditEntry(threadId, row));
}

/** The caller counts the entry in the thread's row (`audit_entries_made`). */
export async function writeAuditEntry(
  { db }: SqlTransaction,
  thread: ThreadRow,
  entry: AuditEntry,
): Promise<void> {
  const used = await db
    .selectFrom('audit_entries')
    .select('number')
    .where('thread_key', '=', thread.key)
    .where('id', '=', entry.id)
    .executeTakeFirst();
  if (used) throw usedAuditId(entry.id);
  await db
    .insertInto('audit_entries')
    .values(auditRow(thread.key, thread.audit_entries_made + 1, entry))
    .execute();
}

export async function eraseEarlierTexts(
  transaction: SqlTransaction,
  thread: ThreadRow,
  erasure: Erasure,
): Promise<void> {
  if (erasure.messages.length === 0) return;
  const { db, dialect } = transaction;
  const kept = await db
    .selectFrom('audit_entries')
    .select(['number', 'action', 'from_seq as from', 'to_seq as to', 'summary_id as summaryId'])
    .where('thread_key', '=', thread.key)
    .where((entry) => entry.or([entry('before', 'is not', null), entry('note', '<>', emptyNote)]))
    .execute();
  const lost = new Map(kept.map((entry) => [entry.number, lostOfEntry(entry, erasure)]));
  const numbers = [...lost].filter(([, fields]) => Object.keys(fields).length > 0).map(([number]) => number);
  if (numbers.length === 0) return;
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('thread_key', '=', thread.key)
    .where('number', 'in', dialect.list(numbers))
    .execute();
  for (const row of rows) {
    const { note, ...fields } = lost.get(row.number)!;
    const changes = { ...fields, ...(note !== undefined && { note: encodeJson('audit.note', note) }) };
    await saveAuditEntry(transaction, row, changes);
  }
}
