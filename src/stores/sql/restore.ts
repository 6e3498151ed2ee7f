/** Restores an export, all or nothing. */
import type { ThreadState } from '../../records/thread-state.ts';
import { encodeJson } from '../rules/checks.ts';
import {
  checkRestore,
  checkUntouched,
  coveredBy,
  type RestoreOptions,
  restoredPlaces,
  settleRestore,
} from '../rules/restoring.ts';
import { writeAuditEntry } from './audit.ts';
import { insertBatches, inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import { saveMessageMark, saveThread } from './hashes.ts';
import { readPlaces } from './messages.ts';
import { summaryRow } from './summary-rows.ts';
import { compactionColumns, detailColumns, type ThreadRow, toState } from './thread-rows.ts';
import { writeLabels } from './threads.ts';
import { receiptRow } from './trail-rows.ts';

export function restore(context: SqlContext, options: RestoreOptions): Promise<ThreadState> {
  checkRestore(options);
  const coveredTo = coveredBy(options);
  return inTransaction(context, async (transaction) => {
    const row = await lockThread(transaction, options.threadId);
    checkUntouched(options.threadId, row.summaries_made + row.receipts_made + row.audit_entries_made);
    const state = settleRestore({
      restore: options,
      state: toState(row),
      log: await readPlaces(transaction, row, restoredPlaces(options)),
      tailTokens: await sumTail(transaction, row, coveredTo),
    });
    await markMessages(transaction, row, options);
    await insertPast(transaction, row, options);
    await writeRow(transaction, row, options, state);
    await writeLabels(transaction, row, state);
    return state;
  });
}

async function sumTail({ db }: SqlTransaction, thread: ThreadRow, coveredTo: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.sum<number | null>('tokens').as('tokens'))
    .where('thread_key', '=', thread.key)
    .where('seq', '>', coveredTo)
    .executeTakeFirstOrThrow();
  return Number(row.tokens ?? 0);
}

async function markMessages(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { marks }: RestoreOptions,
): Promise<void> {
  const { db, dialect } = transaction;
  const removals = marks.filter(({ removed }) => removed);
  await dialect.textIndex.remove(
    db,
    removals.map(({ seq }) => ({ threadKey: thread.key, seq })),
  );
  for (const { seq, hash, unitStart, editedAt, removed } of marks) {
    const changes = {
      ...(hash !== undefined && { hash }),
      ...(unitStart !== undefined && { unit_start: unitStart }),
      ...(editedAt !== undefined && { edited_at: editedAt }),
      ...(removed !== undefined && { removed }),
    };
    if (Object.keys(changes).length === 0) continue;
    await saveMessageMark(transaction, thread, seq, changes);
    if (unitStart === undefined) continue;
    await db
      .updateTable('tool_calls')
      .set({ unit_start: unitStart })
      .where('thread_key', '=', thread.key)
      .where('seq', '=', seq)
      .execute();
  }
}

async function insertPast(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { summaries, receipts, audit }: RestoreOptions,
): Promise<void> {
  const { db, dialect } = transaction;
  const summaryRows = summaries.map((summary, index) => summaryRow(thread.key, index + 1, summary));
  for (const piece of insertBatches(summaryRows, dialect))
    await db.insertInto('summaries').values(piece).execute();
  const receiptRows = receipts.map((receipt, index) => receiptRow(thread.key, index + 1, receipt));
  for (const piece of insertBatches(receiptRows, dialect))
    await db.insertInto('receipts').values(piece).execute();
  for (const [index, entry] of audit.entries()) {
    await writeAuditEntry(transaction, { ...thread, audit_entries_made: index }, entry);
  }
}

async function writeRow(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { summaries, receipts, audit }: RestoreOptions,
  state: ThreadState,
): Promise<void> {
  await saveThread(transaction, thread, {
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    ...compactionColumns(state),
    pins: encodeJson('pins', state.pins),
    settings: encodeJson('settings', state.settings),
    ...detailColumns(state),
    summaries_made: summaries.length,
    receipts_made: receipts.length,
    audit_entries_made: audit.length,
  });
}
