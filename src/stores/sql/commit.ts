/** Commits a compaction, all or nothing (I-6), and reads its receipts. */
import { invalidInput } from '../../errors.ts';
import type { Receipt } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { CompactionCommit } from '../../store.ts';
import { isId, unknownReceipt } from '../rules/checks.ts';
import {
  checkCommit,
  checkRight,
  movedRange,
  placesNeeded,
  type SettledCommit,
  type SummaryPlace,
  settleCommit,
  statusTimes,
} from '../rules/settle.ts';
import { insertBatches, inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import { saveSummaries, saveThread } from './hashes.ts';
import { readPlaces } from './messages.ts';
import { newestRows } from './newest-rows.ts';
import { clearResults } from './results.ts';
import { summaryRow } from './summary-rows.ts';
import { compactionColumns, encodeSent, type ThreadRow, toState } from './thread-rows.ts';
import { receiptRow, toReceipt } from './trail-rows.ts';

export function commit(context: SqlContext, options: CompactionCommit): Promise<ThreadState> {
  checkCommit(options);
  return inTransaction(context, async (transaction) => {
    const row = await lockThread(transaction, options.lease.threadId);
    const state = toState(row);
    checkRight({ commit: options, state, leaseOwner: row.lease_owner, fence: row.fence });
    const summaries = await readSummaryPlaces(transaction, row, options);
    const log = await readPlaces(transaction, row, placesNeeded(options));
    const movedTokens = await sumMovedTokens(transaction, row, options);
    const settlement = settleCommit({ commit: options, state, summaries, log, movedTokens });
    await writeSummaries(transaction, row, settlement);
    if (options.receipt) await writeReceipt(transaction, row, options.receipt);
    await clearResults(transaction, row);
    await writeState(transaction, row, settlement, options.receipt ? 1 : 0);
    return settlement.state;
  });
}

export async function readReceipts(
  { db }: SqlContext,
  { threadId, limit, before }: { threadId: string; limit: number; before?: string },
): Promise<Receipt[]> {
  const rows = await newestRows(db, { table: 'receipts', threadId, limit, before, unknown: unknownReceipt });
  return rows.map((row) => toReceipt(threadId, row));
}

async function readSummaryPlaces(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  { insert, activates, replaces }: CompactionCommit,
): Promise<Map<string, SummaryPlace>> {
  const places = db
    .selectFrom('summaries')
    .select(['id', 'status', 'from_seq as from', 'to_seq as to', 'tokens'])
    .where('thread_key', '=', thread.key);
  const shown = await places.where('status', 'in', ['live', 'prepared']).execute();
  const named = [...insert.map(({ id }) => id), ...activates, ...replaces].filter(isId);
  const others = named.length === 0 ? [] : await places.where('id', 'in', dialect.list(named)).execute();
  return new Map([...shown, ...others].map((place) => [place.id, place]));
}

async function sumMovedTokens(
  { db }: SqlTransaction,
  thread: ThreadRow,
  commit: CompactionCommit,
): Promise<number> {
  const { from, to } = movedRange(commit, toState(thread));
  if (from > to) return 0;
  const row = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.sum<number | null>('tokens').as('tokens'))
    .where('thread_key', '=', thread.key)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .executeTakeFirstOrThrow();
  return Number(row.tokens ?? 0);
}

async function writeSummaries(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { inserts: summaries, changes, state }: SettledCommit,
): Promise<void> {
  const { db, dialect } = transaction;
  const rows = summaries.map((summary, index) =>
    summaryRow(thread.key, thread.summaries_made + 1 + index, summary),
  );
  for (const piece of insertBatches(rows, dialect)) await db.insertInto('summaries').values(piece).execute();
  for (const status of new Set(changes.map((change) => change.status))) {
    const ids = changes.filter((change) => change.status === status).map(({ id }) => id);
    const { liveAt: live_at, replacedAt: replaced_at } = statusTimes(status, state);
    await saveSummaries(transaction, thread, ids, {
      status,
      ...(live_at !== undefined && { live_at }),
      ...(replaced_at !== undefined && { replaced_at }),
    });
  }
}

async function writeReceipt({ db }: SqlTransaction, thread: ThreadRow, receipt: Receipt): Promise<void> {
  const { id } = receipt;
  const used = await db
    .selectFrom('receipts')
    .select('number')
    .where('thread_key', '=', thread.key)
    .where('id', '=', id)
    .executeTakeFirst();
  if (used) throw invalidInput('receipt.id', 'an id not used before', id);
  await db
    .insertInto('receipts')
    .values(receiptRow(thread.key, thread.receipts_made + 1, receipt))
    .execute();
}

async function writeState(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { state, inserts: summaries }: SettledCommit,
  receipts: number,
): Promise<void> {
  await saveThread(transaction, thread, {
    ...compactionColumns(state),
    sent: encodeSent(state),
    summaries_made: thread.summaries_made + summaries.length,
    receipts_made: thread.receipts_made + receipts,
  });
}
