/** Reads and writes the thread's row during an append. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { ThreadState } from '../../records/thread-state.ts';
import { encodeJson, unknownThread } from '../rules/checks.ts';
import type { SqlTransaction } from './context.ts';
import { awaited, type Coroutine, type MaybePromise } from './coroutine.ts';
import type { SqlDialect } from './dialect.ts';
import { saveThread } from './hashes.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';
import { detailColumns, encodeSent, type ThreadRow } from './thread-rows.ts';
import { isAsWritten, markColumns, type RowMark, writtenRow } from './written-rows.ts';

type AppendLookup = {
  repeated_messages: number | null;
  finished_models: number | null;
  unindexed: number | null;
};
type MessageIds = { id: string } | { listed: SqlDialect['listed']; ids: string };
type AppendQuery = MessageIds & { threadId: string; isLocked: boolean };

const selectForAppend = statement(
  (db, options: AppendQuery): SelectQueryBuilder<Schema, 'threads', ThreadRow & AppendLookup> =>
    withAppendLookup(db.selectFrom('threads').selectAll(), options),
);
/** Enough to see that the row is still as this process wrote it with the previous message, which is usual. */
const selectMarkForAppend = statement(
  (db, options: AppendQuery): SelectQueryBuilder<Schema, 'threads', RowMark & AppendLookup> =>
    withAppendLookup(db.selectFrom('threads').select(markColumns), options),
);

function withAppendLookup<Row>(
  columns: SelectQueryBuilder<Schema, 'threads', Row>,
  options: AppendQuery,
): SelectQueryBuilder<Schema, 'threads', Row & AppendLookup> {
  const { threadId, isLocked } = options;
  const ids = 'id' in options ? sql<string>`(${options.id})` : options.listed<string>(options.ids);
  const query = columns
    .select(({ selectFrom, fn }) => [
      selectFrom('messages')
        .select(fn.countAll<number>().as('count'))
        .whereRef('messages.thread_key', '=', 'threads.key')
        .where('messages.id', 'in', ids)
        .as('repeated_messages'),
      selectFrom('vector_progress')
        .select(fn.countAll<number>().as('count'))
        .whereRef('vector_progress.thread_key', '=', 'threads.key')
        .where('vector_progress.pending', '=', 0)
        .as('finished_models'),
      selectFrom('search_backlog')
        .select('next_seq')
        .whereRef('search_backlog.thread_key', '=', 'threads.key')
        .as('unindexed'),
    ])
    .where('id', '=', threadId);
  return isLocked ? query.forUpdate() : query;
}

/**
 * Locks and reads the thread's row, and in the same statement whether messages with these ids exist, whether a model
 * has embedded the whole thread, and which message is the first that waits to be indexed.
 */
export function* lockForAppend(
  { db, dialect }: SqlTransaction,
  threadId: string,
  ids: readonly string[],
): Coroutine<{ row: ThreadRow; repeated: number; embedded: boolean; unindexed: number | null }> {
  const { listed, rowLocks: isLocked } = dialect;
  const messageIds: MessageIds = ids.length === 1 ? { id: ids[0]! } : { listed, ids: JSON.stringify(ids) };
  const query = { ...messageIds, threadId, isLocked };
  const written = writtenRow(db, threadId);
  if (written !== undefined) {
    const [mark] = yield* awaited(selectMarkForAppend(db, query));
    if (mark !== undefined && isAsWritten(written, mark)) return lockedThread(written, mark);
  }
  const [row] = yield* awaited(selectForAppend(db, query));
  if (!row) throw unknownThread(threadId);
  return lockedThread(row, row);
}

function lockedThread(row: ThreadRow, { repeated_messages, finished_models, unindexed }: AppendLookup) {
  const embedded = Number(finished_models) > 0;
  return { row, repeated: Number(repeated_messages), embedded, unindexed };
}

export function saveAppendedState(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { before, after: state }: { before: ThreadState; after: ThreadState },
): MaybePromise<void> {
  const changes = {
    messages: state.messages,
    tokens: state.tokens,
    tail_tokens: state.tailTokens,
    fixed_tokens: state.fixedTokens,
    sent: state.sent === before.sent ? thread.sent : encodeSent(state),
    updated_at: state.updatedAt,
    ...(state.createdAt === thread.created_at ? {} : { created_at: state.createdAt }),
    ...(state.pins === before.pins ? {} : { pins: encodeJson('pins', state.pins) }),
    ...(state.title === undefined || thread.title !== null ? {} : detailColumns(state)),
  };
  return saveThread(transaction, thread, changes, state);
}
