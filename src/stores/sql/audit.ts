/** The audit trail: what people did to the past. Entries are written with what they speak of, never alone. */
import type { AuditEntry } from '../../store.ts';
import { usedAuditId } from '../rules/audit-entries.ts';
import { checkCount, checkId, encodeJson, unknownAuditEntry } from '../rules/checks.ts';
import { type Erasure, losesText } from '../rules/rewriting.ts';
import { ofThread, type SqlContext, type SqlTransaction } from './context.ts';
import { decodeJson, type ThreadRow } from './rows.ts';

export async function readAudit(
  { db }: SqlContext,
  { threadId, limit, before }: { threadId: string; limit: number; before?: string },
): Promise<AuditEntry[]> {
  checkId('threadId', threadId);
  checkCount('limit', limit);
  let query = db
    .selectFrom('audit_entries')
    .selectAll()
    .where(ofThread(threadId))
    .orderBy('number', 'desc')
    .limit(limit);
  if (before !== undefined) {
    const last = await db
      .selectFrom('audit_entries')
      .select('number')
      .where(ofThread(threadId))
      .where('id', '=', before)
      .executeTakeFirst();
    if (!last) throw unknownAuditEntry(before);
    query = query.where('number', '<', last.number);
  }
  const rows = await query.execute();
  return rows.map((row) => {
    const what = `audit entry ${JSON.stringify(row.id)} of thread ${JSON.stringify(threadId)}`;
    const details = { auditId: row.id };
    return {
      id: row.id,
      threadId,
      at: row.at,
      action: row.action,
      from: row.from_seq,
      to: row.to_seq,
      summaryId: row.summary_id,
      note: decodeJson(row.note, what, details),
      before: row.before === null ? null : decodeJson(row.before, what, details),
    };
  });
}

/** The caller counts it in the thread's row: `audit_entries_made`. */
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
    .values({
      thread_key: thread.key,
      number: thread.audit_entries_made + 1,
      id: entry.id,
      at: entry.at,
      action: entry.action,
      from_seq: entry.from,
      to_seq: entry.to,
      summary_id: entry.summaryId,
      note: encodeJson('audit.note', entry.note),
      before: entry.before === null ? null : encodeJson('audit.before', entry.before),
    })
    .execute();
}

export async function eraseEarlierTexts(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  erasure: Erasure,
): Promise<void> {
  if (erasure.messages.length === 0) return;
  const kept = await db
    .selectFrom('audit_entries')
    .select(['id', 'from_seq as from', 'to_seq as to', 'summary_id as summaryId'])
    .where('thread_key', '=', thread.key)
    .where('before', 'is not', null)
    .execute();
  const ids = kept.filter((entry) => losesText(entry, erasure)).map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable('audit_entries')
    .set({ before: null })
    .where('thread_key', '=', thread.key)
    .where('id', 'in', dialect.list(ids))
    .execute();
}
