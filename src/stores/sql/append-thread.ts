/** The thread's row, as an append finds it and leaves it. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { ThreadState } from '../../records/thread-state.ts';
import { encodeJson, unknownThread } from '../rules/checks.ts';
import { type MaybePromise, settled, type Waiting } from './at-once.ts';
import type { SqlTransaction } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import { saveThread } from './hashes.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';
import { detailColumns, encodeSent, type ThreadRow } from './thread-rows.ts';
import { isAsWritten, markColumns, type RowMark, writtenRow } from './written-rows.ts';

type Found = {
  repeated_messages: number | null;
  finished_models: number | null;
  unindexed: number | null;
};
type AskedIds = { id: string } | { listed: SqlDialect['listed']; ids: string };
type Asked = AskedIds & { threadId: string; isLocked: boolean };

const selectForAppend = statement(
  (db, given: Asked): SelectQueryBuilder<Schema, 'threads', ThreadRow & Found> =>
    appendQuery(db.selectFrom('threads').selectAll(), given),
);
/** Most rows are as this process wrote them with the message before. */
const selectMarkForAppend = statement(
  (db, given: Asked): SelectQueryBuilder<Schema, 'threads', RowMark & Found> =>
    appendQuery(db.selectFrom('threads').select(markColumns), given),
);

function appendQuery<Row>(
  columns: SelectQueryBuilder<Schema, 'threads', Row>,
  given: Asked,
): SelectQueryBuilder<Schema, 'threads', Row & Found> {
  const { threadId, isLocked } = given;
  const ids = 'id' in given ? sql<string>`(${given.id})` : given.listed<string>(given.ids);
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

/** The thread's row, with what decides whether anything else has to be read or marked. */
export function* lockForAppend(
  { db, dialect }: SqlTransaction,
  threadId: string,
  ids: readonly string[],
): Waiting<{ row: ThreadRow; repeated: number; embedded: boolean; unindexed: number | null }> {
  const { listed, rowLocks: isLocked } = dialect;
  const asked: AskedIds = ids.length === 1 ? { id: ids[0]! } : { listed, ids: JSON.stringify(ids) };
  const given = { ...asked, threadId, isLocked };
  const written = writtenRow(db, threadId);
  if (written !== undefined) {
    const [mark] = yield* settled(selectMarkForAppend(db, given));
    if (mark !== undefined && isAsWritten(written, mark)) return foundWith(written, mark);
  }
  const [row] = yield* settled(selectForAppend(db, given));
  if (!row) throw unknownThread(threadId);
  return foundWith(row, row);
}

function foundWith(row: ThreadRow, { repeated_messages, finished_models, unindexed }: Found) {
  const embedded = Number(finished_models) > 0;
  return { row, repeated: Number(repeated_messages), embedded, unindexed };
}

export function saveGrowth(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { before, grown: state }: { before: ThreadState; grown: ThreadState },
): MaybePromise<void> {
  const changes = {
    messages: state.messages,
    tokens: state.tokens,
    tail_tokens: state.tailTokens,
    fixed_tokens: state.fixedTokens,
    sent: state.sent === before.sent ? thread.sent : encodeSent(state),
    updated_at: state.updatedAt,
    ...(state.createdAt === thread.created_at ? {} : { created_at: state.createdAt }),
    // Rules are rare.
    ...(state.pins === before.pins ? {} : { pins: encodeJson('pins', state.pins) }),
    ...(state.title === undefined || thread.title !== null ? {} : detailColumns(state)),
  };
  return saveThread(transaction, thread, changes, state);
}
