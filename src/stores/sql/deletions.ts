/**
 * The end of a thread. Its row goes first, in a transaction of its own: from then on it is gone for everybody, because
 * whatever is read of a thread is reached by its row. What hung on the row is cleared after that in pieces, so that
 * neither this process nor another one waits for a hundred thousand rows. What is left to clear is kept in
 * `deleted_threads`; where a process ends meanwhile, the next one that opens the database goes on.
 */
import { sql } from 'kysely';
import { breathe } from '../../runtime.ts';
import { checkId } from '../rules/checks.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from './context.ts';
import { readValue, writeValue } from './values.ts';

/** A thread made again under an old id starts above it, so that no lease of the old one fits. */
export const fenceFloor = 'everthread.fence-floor';

/** A piece is one transaction: rows of one table at most, and tokens of messages, which stand for their size. */
const rowsPerPiece = 200;
const tokensPerPiece = 100_000;

/** The tables that hang on a thread, each with the columns its rows are in order by. */
const dependents = {
  messages: ['seq'],
  message_vectors: ['seq'],
  tool_calls: ['call_key', 'seq'],
  derivations: ['source_id', 'kind', 'key'],
  summaries: ['number'],
  receipts: ['number'],
  audit_entries: ['number'],
  vector_missing: ['model_key', 'seq'],
} as const;
type Dependent = keyof typeof dependents;

/** Resolves when nothing of the thread is left. */
export async function deleteThread(context: SqlContext, threadId: string): Promise<boolean> {
  checkId('threadId', threadId);
  const { db, dialect } = context;
  const { keepingDependents } = dialect;
  const remove = (connection: SqlContext) =>
    inTransaction(connection, (transaction) => deleteRow(transaction, threadId));
  const key = keepingDependents
    ? await keepingDependents(db, (connection) => remove({ db: connection, dialect }))
    : await remove(context);
  if (key === undefined) return false;
  while (await clearPiece(context, key)) await breathe();
  return true;
}

async function deleteRow(transaction: SqlTransaction, threadId: string): Promise<number | undefined> {
  const { db } = transaction;
  const row = await db
    .selectFrom('threads')
    .select(['key', 'fence'])
    .where('id', '=', threadId)
    .executeTakeFirst();
  if (!row) return undefined;
  const floor = Number((await readValue(transaction, fenceFloor)) ?? 0);
  if (row.fence > floor) await writeValue(transaction, fenceFloor, String(row.fence));
  await db.insertInto('deleted_threads').values({ thread_key: row.key }).execute();
  // Lists of work to do, a row or two for each thread: nobody should take up work for a thread that is gone.
  for (const table of ['search_backlog', 'vector_progress'] as const) {
    await db.deleteFrom(table).where('thread_key', '=', row.key).execute();
  }
  await db.deleteFrom('threads').where('key', '=', row.key).execute();
  return row.key;
}

export async function deletionsDue({ db }: SqlContext): Promise<boolean> {
  const query = db.selectFrom('deleted_threads').select('thread_key').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Clears the next piece of any thread that is gone; 0 when nothing is left. */
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

/** False once nothing of the thread is left. */
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

/** True where there was something to clear. */
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

/** What was spent and sent stays so; what a failed call said belongs to the thread and goes with it. */
async function releaseRows({ db }: SqlTransaction, key: number): Promise<boolean> {
  const piece = (table: 'calls' | 'requests') =>
    sql`thread_key = null where key in (select key from ${sql.table(table)} where thread_key = ${key} limit ${rowsPerPiece})`;
  const calls = await sql`update calls set detail = null, ${piece('calls')}`.execute(db);
  if (calls.numAffectedRows) return true;
  const requests = await sql`update requests set ${piece('requests')}`.execute(db);
  return Boolean(requests.numAffectedRows);
}
