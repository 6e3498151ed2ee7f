/** The context of every query function, and parts of queries that they share. */
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import { unknownThread } from '../rules/checks.ts';
import { awaited, type Coroutine, type MaybePromise, runCoroutine } from './coroutine.ts';
import type { SqlDialect } from './dialect.ts';
import type { Schema } from './schema.ts';
import { type TakenConnection, takeConnection } from './single-connection.ts';
import { statement } from './statement.ts';
import type { ThreadRow } from './thread-rows.ts';

export type SqlContext = {
  db: Kysely<Schema>;
  dialect: SqlDialect;
  /**
   * Called after messages were appended that wait to be indexed, with the number of waiting messages in their thread.
   */
  indexLater?(appended: { messages: readonly { tokens: number }[]; waiting: number }): void;
};
export type SqlTransaction = { db: Transaction<Schema>; dialect: SqlDialect };

export async function inTransaction<Result>(
  context: SqlContext,
  work: (transaction: SqlTransaction) => MaybePromise<Result>,
): Promise<Result> {
  return transact(context, work);
}

/** Returns a promise only if something had to be waited for. */
export function transact<Result>(
  { db, dialect }: SqlContext,
  work: (transaction: SqlTransaction) => MaybePromise<Result>,
): MaybePromise<Result> {
  const taken = takeConnection(db);
  return taken === undefined
    ? db.transaction().execute(async (transaction) => work({ db: transaction, dialect }))
    : runCoroutine(transactionOn(taken, (transaction) => work({ db: transaction, dialect })));
}

function* transactionOn<Result>(
  taken: TakenConnection,
  work: (db: Transaction<Schema>) => MaybePromise<Result>,
): Coroutine<Result> {
  try {
    const started = taken.begin();
    if (started instanceof Promise) yield started;
    try {
      const result = yield* awaited(work(taken.transaction as Transaction<Schema>));
      const committed = taken.commit();
      if (committed instanceof Promise) yield committed;
      return result;
    } catch (error) {
      taken.rollback();
      throw error;
    }
  } finally {
    taken.giveBack();
  }
}

/** The thread's row, locked until the transaction ends. */
export async function lockThread({ db, dialect }: SqlTransaction, threadId: string): Promise<ThreadRow> {
  const [row] = await selectLocked(db, { threadId, isLocked: dialect.rowLocks });
  if (!row) throw unknownThread(threadId);
  return row;
}

const selectLocked = statement((db, { threadId, isLocked }: { threadId: string; isLocked: boolean }) => {
  const query = db.selectFrom('threads').selectAll().where('id', '=', threadId);
  return isLocked ? query.forUpdate() : query;
});

/** Condition on `thread_key` for a thread id, within a query on one of the thread's tables. */
export function ofThread(threadId: string) {
  return <
    Table extends
      | 'messages'
      | 'summaries'
      | 'receipts'
      | 'audit_entries'
      | 'calls'
      | 'requests'
      | 'cached_results',
  >(
    expression: ExpressionBuilder<Schema, Table>,
  ) =>
    (expression as unknown as ExpressionBuilder<Schema, 'messages'>)(
      'thread_key',
      '=',
      (expression as unknown as ExpressionBuilder<Schema, 'messages'>)
        .selectFrom('threads')
        .select('threads.key')
        .where('threads.id', '=', threadId),
    );
}

/**
 * Splits rows into pieces that fit one statement. Sizes are powers of two, so that batches of any length need only a
 * few different statements, each of which is prepared once.
 */
export function insertBatches<Row extends object>(
  rows: readonly Row[],
  { maxParameters }: SqlDialect,
): Row[][] {
  if (rows.length === 0) return [];
  const most = Math.min(256, Math.floor(maxParameters / Object.keys(rows[0]!).length));
  const pieces: Row[][] = [];
  let size = 2 ** Math.floor(Math.log2(most));
  let start = 0;
  while (start < rows.length) {
    while (size > rows.length - start) size /= 2;
    pieces.push(rows.slice(start, start + size));
    start += size;
  }
  return pieces;
}
