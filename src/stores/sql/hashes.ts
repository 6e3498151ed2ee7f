/**
 * Stores the hash of every record in the transaction that writes the record (see records/record-hash.ts). A row that
 * does not match its hash keeps the old hash when it is changed, so that a later write does not cover up damage.
 */

import type { RecordKind, RecordProof, ThreadProof } from '../../records/proofs.ts';
import {
  auditHash,
  messageRecordHash,
  type RecordCounts,
  receiptHash,
  summaryHash,
  threadHash,
} from '../../records/record-hash.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { checkCount, checkId } from '../rules/checks.ts';
import { ofThread, type SqlContext, type SqlTransaction } from './context.ts';
import type { MaybePromise } from './coroutine.ts';
import { toMessageRecord } from './message-rows.ts';
import type { AuditEntriesTable, MessagesTable, ReceiptsTable, SummariesTable } from './schema.ts';
import { statement } from './statement.ts';
import { toSummary } from './summary-rows.ts';
import { canonicalPins, isSameRow, type ThreadRow, toState } from './thread-rows.ts';
import { toAuditEntry, toReceipt } from './trail-rows.ts';
import { forgetWritten, rememberWritten, writtenRow } from './written-rows.ts';

type Hashed = { record_hash: string | null };
type Unhashed<Row extends Hashed> = Omit<Row, 'record_hash'>;

export const rowHashes = {
  threads: (row: Unhashed<ThreadRow>) => threadHash(toState(row), countsOf(row)),
  messages: (row: Unhashed<MessagesTable>) => messageRecordHash(toMessageRecord(row)),
  summaries: (row: Unhashed<SummariesTable>) => summaryHash(toSummary('', row), row.number),
  receipts: (row: Unhashed<ReceiptsTable>) => receiptHash(toReceipt('', row), row.number),
  audit_entries: (row: Unhashed<AuditEntriesTable>) => auditHash(toAuditEntry('', row), row.number),
};

export function countsOf(row: {
  summaries_made: number;
  receipts_made: number;
  audit_entries_made: number;
}): RecordCounts {
  return { summaries: row.summaries_made, receipts: row.receipts_made, audit: row.audit_entries_made };
}

/** The changes with the hash of the resulting row, if the row matched its hash before. */
function hashedChanges<Row extends Hashed, Changes extends Partial<Row>>(
  row: Row,
  changes: Changes,
  hash: (row: Row) => string,
): Changes & Partial<Hashed> {
  try {
    const intact = row.record_hash === null || hash(row) === row.record_hash;
    return intact ? { ...changes, record_hash: hash({ ...row, ...changes }) } : changes;
  } catch {
    // The row is unreadable, and stays marked as damaged.
    return changes;
  }
}

/**
 * Used for every change of a thread's row except its lease. `state` is the changed row's state, if known, so that it
 * need not be read from the row again for hashing.
 */
export function saveThread(
  { db }: Pick<SqlTransaction, 'db'>,
  thread: ThreadRow,
  changes: Partial<ThreadRow>,
  state?: ThreadState,
): MaybePromise<void> {
  const last = writtenRow(db, thread.id);
  const isWritten = last === thread || (last !== undefined && isSameRow(thread, last));
  const hashed = isWritten
    ? { ...changes, record_hash: changedHash(thread, changes, state) }
    : hashedChanges(thread, changes, rowHashes.threads);
  const remember = () => {
    if (hashed.record_hash === undefined) forgetWritten(db, thread.id);
    else rememberWritten(db, Object.assign(thread === last ? last : { ...thread }, hashed));
  };
  const updated = updateThread(db, { ...hashed, key: thread.key });
  return updated instanceof Promise ? updated.then(remember) : remember();
}

function changedHash(thread: ThreadRow, changes: Partial<ThreadRow>, state: ThreadState | undefined): string {
  if (state === undefined) return rowHashes.threads({ ...thread, ...changes });
  const { summaries_made = thread.summaries_made, receipts_made = thread.receipts_made } = changes;
  const { audit_entries_made = thread.audit_entries_made } = changes;
  const pins = canonicalPins(changes.pins ?? thread.pins);
  return threadHash(state, countsOf({ summaries_made, receipts_made, audit_entries_made }), pins);
}

const updateThread = statement((db, { key, ...changes }: Partial<ThreadRow> & { key: number }) =>
  db.updateTable('threads').set(changes).where('key', '=', key),
);

/** Used for every change of stored summaries. */
export async function saveSummaries(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  ids: readonly string[],
  changes: Partial<SummariesTable>,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('summaries')
    .selectAll()
    .where('thread_key', '=', thread.key)
    .where('id', 'in', dialect.list(ids))
    .execute();
  for (const row of rows) {
    await db
      .updateTable('summaries')
      .set(hashedChanges(row, changes, rowHashes.summaries))
      .where('thread_key', '=', thread.key)
      .where('number', '=', row.number)
      .execute();
  }
}

/** Changes members of a message other than its content. */
export async function saveMessageMark(
  { db }: SqlTransaction,
  thread: ThreadRow,
  seq: number,
  changes: Partial<MessagesTable>,
): Promise<void> {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('thread_key', '=', thread.key)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (!row) return;
  await db
    .updateTable('messages')
    .set(hashedChanges(row, changes, rowHashes.messages))
    .where('thread_key', '=', thread.key)
    .where('seq', '=', seq)
    .execute();
}

export async function saveReceipt({ db }: SqlTransaction, row: ReceiptsTable, body: string): Promise<void> {
  await db
    .updateTable('receipts')
    .set(hashedChanges(row, { body }, rowHashes.receipts))
    .where('thread_key', '=', row.thread_key)
    .where('number', '=', row.number)
    .execute();
}

export async function saveAuditEntry(
  { db }: SqlTransaction,
  row: AuditEntriesTable,
  changes: Partial<AuditEntriesTable>,
): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set(hashedChanges(row, changes, rowHashes.audit_entries))
    .where('thread_key', '=', row.thread_key)
    .where('number', '=', row.number)
    .execute();
}

export async function readThreadProof(
  { db }: SqlContext,
  threadId: string,
): Promise<ThreadProof | undefined> {
  checkId('threadId', threadId);
  const row = await db.selectFrom('threads').selectAll().where('id', '=', threadId).executeTakeFirst();
  if (!row) return undefined;
  const pending = await db.selectFrom('hash_backlog').select('table_name').limit(1).executeTakeFirst();
  return {
    state: toState(row),
    made: countsOf(row),
    hash: row.record_hash,
    awaitsHashes: pending !== undefined,
  };
}

const numberColumns = { messages: 'seq', summaries: 'number', receipts: 'number', audit: 'number' } as const;
const tables = {
  messages: 'messages',
  summaries: 'summaries',
  receipts: 'receipts',
  audit: 'audit_entries',
} as const;

export async function readHashes(
  { db }: SqlContext,
  options: { threadId: string; of: RecordKind; after?: number; limit: number },
): Promise<RecordProof[]> {
  const { threadId, of, after = 0, limit } = options;
  checkId('threadId', threadId);
  checkCount('after', after);
  checkCount('limit', limit);
  // The tables share these columns; a query on any of them is typed like one on messages.
  const number = numberColumns[of] as 'seq';
  return db
    .selectFrom(tables[of] as 'messages')
    .select([`${number} as number`, 'id', 'record_hash as hash'])
    .where(ofThread(threadId))
    .where(number, '>', after)
    .orderBy(number)
    .limit(limit)
    .execute();
}
