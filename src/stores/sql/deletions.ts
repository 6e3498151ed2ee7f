/**
 * Deletes threads. The row of the thread goes first, in a transaction of its own: from then on the thread is gone for
 * everybody, because all its data is reached through that row. Dependent rows are then cleared in pieces, so that
 * neither this process nor another one waits for a hundred thousand rows. The rest to clear is kept in
 * `deleted_threads`; if a process ends meanwhile, the next one that opens the database goes on.
 */
import { sql } from 'kysely';
import type { DeletedOwner } from '../../records/thread-list.ts';
import { breathe } from '../../runtime.ts';
import { checkId } from '../rules/checks.ts';
import { insertBatches, inTransaction, type SqlContext, type SqlTransaction } from './context.ts';
import { removeSources } from './profiles.ts';
import { readValue, writeValue } from './values.ts';

/** A thread created again under an old id starts above this number, so that no lease of the old thread is valid. */
export const fenceFloor = 'everthread.fence-floor';

/**
 * Limits of a piece, which is one transaction: rows of one table, and tokens of messages, as a measure of their size.
 */
const rowsPerPiece = 200;
const tokensPerPiece = 100_000;

/** The tables with rows of a thread, each with the columns that order its rows. */
const dependents = {
  messages: ['seq'],
  message_vectors: ['seq'],
  tool_calls: ['call_key', 'seq'],
  derivations: ['source_id', 'kind', 'key'],
  summaries: ['number'],
  receipts: ['number'],
  audit_entries: ['number'],
  cached_results: ['key'],
  vector_missing: ['model_key', 'seq'],
  thread_labels: ['label'],
  profile_notes: ['kind', 'subject', 'seq'],
  conversation_ends: ['key'],
} as const;
type Dependent = keyof typeof dependents;

/** Resolves when nothing of the thread is left. */
export async function deleteThread(context: SqlContext, threadId: string): Promise<boolean> {
  checkId('threadId', threadId);
  const key = await withDependentsKept(context, (transaction) => deleteRow(transaction, threadId));
  if (key === undefined) return false;
  while (await clearPiece(context, key)) await breathe();
  return true;
}

/** Runs one transaction that deletes thread rows and keeps their dependent rows. */
function withDependentsKept<Result>(
  context: SqlContext,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> {
  const { db, dialect } = context;
  const { keepingDependents } = dialect;
  return keepingDependents
    ? keepingDependents(db, (connection) => inTransaction({ db: connection, dialect }, work))
    : inTransaction(context, work);
}

/** Deletes all threads of an owner. Their dependent rows are cleared as for a single thread. */
export async function deleteOwner(context: SqlContext, owner: string): Promise<DeletedOwner> {
  checkId('owner', owner);
  const { keys, messages } = await withDependentsKept(context, (transaction) =>
    deleteOwnedRows(transaction, owner),
  );
  for (const key of keys) while (await clearPiece(context, key)) await breathe();
  return { threads: keys.length, messages };
}

async function deleteOwnedRows(
  transaction: SqlTransaction,
  owner: string,
): Promise<{ keys: number[]; messages: number }> {
  const { db } = transaction;
  const rows = await db
    .selectFrom('threads')
    .select(['key', 'fence', 'messages'])
    .where('owner', '=', owner)
    .execute();
  await db.deleteFrom('profiles').where('owner', '=', owner).execute();
  const keys = rows.map(({ key }) => key);
  await removeRows(transaction, keys, Math.max(0, ...rows.map(({ fence }) => fence)));
  return { keys, messages: rows.reduce((sum, row) => sum + row.messages, 0) };
}

async function deleteRow(transaction: SqlTransaction, threadId: string): Promise<number | undefined> {
  const { db } = transaction;
  const row = await db
    .selectFrom('threads')
    .select(['key', 'fence', 'owner'])
    .where('id', '=', threadId)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.owner !== null) await removeSources(transaction, row.owner, { threadId });
  await removeRows(transaction, [row.key], row.fence);
  return row.key;
}

async function removeRows(
  transaction: SqlTransaction,
  keys: readonly number[],
  fence: number,
): Promise<void> {
  const { db, dialect } = transaction;
  const floor = Number((await readValue(transaction, fenceFloor)) ?? 0);
  if (fence > floor) await writeValue(transaction, fenceFloor, String(fence));
  const rows = keys.map((thread_key) => ({ thread_key }));
  for (const piece of insertBatches(rows, dialect))
    await db.insertInto('deleted_threads').values(piece).execute();
  // Lists of work with a row or two per thread, cleared at once so that no work starts for a deleted thread.
  for (const table of ['search_backlog', 'vector_progress'] as const) {
    await db.deleteFrom(table).where('thread_key', 'in', dialect.list(keys)).execute();
  }
  await db.deleteFrom('threads').where('key', 'in', dialect.list(keys)).execute();
}

export async function deletionsDue({ db }: SqlContext): Promise<boolean> {
  const query = db.selectFrom('deleted_threads').select('thread_key').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Clears the next piece of any deleted thread; returns 0 if nothing is left. */
export async function deletionSlice(context: SqlContext): Promise<number> {
  const next = await context.db
    .selectFrom('deleted_threads')
    .select('thread_key')
    .limit(1)
    .executeTakeFirst();
  if (!next) return 0;
  await clearPiece(context, next.thread_key);
  return 1;
}

/** Returns false once nothing of the thread is left. */
function clearPiece(context: SqlContext, key: number): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    for (const table of Object.keys(dependents) as Dependent[]) {
      if (await clearRows(transaction, table, key)) return true;
    }
    if (await releaseRows(transaction, key)) return true;
    await transaction.db.deleteFrom('deleted_threads').where('thread_key', '=', key).execute();
    return false;
  });
}

/** Returns true if there was something to clear. */
async function clearRows({ db }: SqlTransaction, table: Dependent, key: number): Promise<boolean> {
  const columns = sql.join(dependents[table].map((column) => sql.ref(column)));
  const of = sql`from ${sql.table(table)} where thread_key = ${key}`;
  const tokens = table === 'messages' ? sql`, tokens` : sql``;
  const { rows } = await sql<{ [column: string]: unknown }>`
    select ${columns}${tokens} ${of} order by ${columns} limit ${rowsPerPiece}`.execute(db);
  const last = rows[lastOfPiece(rows)];
  if (!last) return false;
  const values = sql.join(dependents[table].map((column) => sql`${last[column]}`));
  await sql`delete ${of} and (${columns}) <= (${values})`.execute(db);
  return true;
}

function lastOfPiece(rows: readonly { tokens?: unknown }[]): number {
  let tokens = 0;
  const beyond = rows.findIndex((row, index) => {
    tokens += Number(row.tokens ?? 0);
    return index > 0 && tokens > tokensPerPiece;
  });
  return (beyond === -1 ? rows.length : beyond) - 1;
}

/** Figures of calls and requests are kept; the texts of failed calls belong to the thread and are removed. */
async function releaseRows({ db }: SqlTransaction, key: number): Promise<boolean> {
  const piece = (table: 'calls' | 'requests') =>
    sql`thread_key = null where key in (select key from ${sql.table(table)} where thread_key = ${key} limit ${rowsPerPiece})`;
  const calls = await sql`update calls set detail = null, ${piece('calls')}`.execute(db);
  if (calls.numAffectedRows) return true;
  const requests = await sql`update requests set ${piece('requests')}`.execute(db);
  return Boolean(requests.numAffectedRows);
}
