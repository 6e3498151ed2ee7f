/** Appending to the log: numbered, indexed and counted in one transaction. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Message, PreparedMessage } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { answeredCalls, type UnitNeighbour } from '../../message/units.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime, yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { answeredByArchive } from '../rules/archive-calls.ts';
import { checkId, encodeJson, unknownThread } from '../rules/checks.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { type Derivation, derivationsOf } from '../rules/derivations.ts';
import {
  callKey,
  checkAfter,
  checkPrepared,
  freshMessages,
  grownState,
  numberMessages,
} from '../rules/numbering.ts';
import { inserts, type SqlContext, type SqlTransaction } from './context.ts';
import { appendEnds } from './conversation-ends.ts';
import type { SqlDialect } from './dialect.ts';
import { saveMessageMark, saveThread } from './hashes.ts';
import { messageColumns, messageRow, toMessage } from './message-rows.ts';
import type { MessagesTable, Schema, ToolCallsTable } from './schema.ts';
import { indexAgain, indexAppended } from './search/indexing.ts';
import { forgetVectors, markPending } from './search/vectors.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { insertRows, statement } from './statement.ts';
import { storableText } from './storable-text.ts';
import { detailColumns, encodeSent, type ThreadRow, toState } from './thread-rows.ts';

/** Characters that take some milliseconds to read. */
const longContent = 100_000;

type OpenedCall = UnitNeighbour & { name: string };

export async function append(
  context: SqlContext,
  options: Parameters<Store['append']>[0],
): Promise<{ state: ThreadState; messages: Message[]; added: number }> {
  const { threadId, messages, now } = options;
  checkId('threadId', threadId);
  checkPrepared(messages, options.fixedTokens);
  const { ends = [] } = options;
  checkEnds(threadId, ends);
  const ids = messages.map(({ id }) => id);
  const { state, rows, byId, waiting } = await inSharedTransaction(context, async (transaction) => {
    const { row, repeated, embedded, unindexed } = await lockForAppend(transaction, threadId, ids);
    checkAfter(row, options.after);
    const stored = repeated > 0 ? await storedMessages(transaction, row, ids) : [];
    const byId = new Map(stored.map((message) => [message.id, message]));
    const fresh = freshMessages({ threadId, messages, stored: byId });
    const state = toState(row);
    const { key: threadKey, messages: from } = row;
    await appendEnds(transaction, { threadKey, ends, from, to: from + fresh.length });
    if (fresh.length === 0) return { state, rows: [], byId, waiting: 0 };
    const { calls, previous } = await callsAnswered(transaction, row, fresh);
    const { numbered, earlier } = answeredByArchive(
      numberMessages({ threadId, fresh, state, calls, previous }),
      (key) => calls.get(key)?.seq,
    );
    const rows = numbered.map((message) => messageRow(row.key, message));
    const opened = callRows(row, numbered);
    await insertMessages(transaction, rows, opened);
    const toolOf = toolsAnswered(calls, opened);
    const waiting = await indexAppended(transaction, row, { messages: numbered, unindexed, toolOf });
    await markArchiveCalls(transaction, row, earlier);
    await insertDerivations(transaction, row, derivationsOf(numbered));
    if (embedded) await markPending(transaction, row);
    const grown = grownState({ state, added: numbered, updatedAt: isoTime(now), ...options });
    await saveGrowth(transaction, row, { before: state, grown });
    return { state: grown, rows, byId, waiting };
  });
  if (waiting > 0) context.indexLater?.({ messages, waiting });
  // Read back from what was stored: an append returns what every later read will.
  for (const row of rows) {
    if (row.content.length > longContent) await yieldToEventLoop();
    byId.set(row.id, toMessage(threadId, row));
  }
  return { state, messages: ids.map((id) => byId.get(id)!), added: rows.length };
}

type LockedRow = ThreadRow & {
  repeated_messages: number | null;
  finished_models: number | null;
  unindexed: number | null;
};
type AskedIds = { id: string } | { listed: SqlDialect['listed']; ids: string };

const selectForAppend = statement(
  (
    db,
    given: AskedIds & { threadId: string; isLocked: boolean },
  ): SelectQueryBuilder<Schema, 'threads', LockedRow> => {
    const { threadId, isLocked } = given;
    const ids = 'id' in given ? sql<string>`(${given.id})` : given.listed<string>(given.ids);
    const query = db
      .selectFrom('threads')
      .selectAll()
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
  },
);

/** The thread's row, with what decides whether anything else has to be read or marked. */
async function lockForAppend(
  { db, dialect }: SqlTransaction,
  threadId: string,
  ids: readonly string[],
): Promise<{ row: ThreadRow; repeated: number; embedded: boolean; unindexed: number | null }> {
  const { listed, rowLocks: isLocked } = dialect;
  const asked: AskedIds = ids.length === 1 ? { id: ids[0]! } : { listed, ids: JSON.stringify(ids) };
  const [found] = await selectForAppend(db, { ...asked, threadId, isLocked });
  if (!found) throw unknownThread(threadId);
  const { repeated_messages, finished_models, unindexed } = found;
  const embedded = Number(finished_models) > 0;
  return { row: threadRow(found), repeated: Number(repeated_messages), embedded, unindexed };
}

/** By hand: what is left of a row of thirty columns takes as long to be put together as the row to be read. */
function threadRow(found: LockedRow): ThreadRow {
  const row: { [column: string]: unknown } = {};
  for (const column in found) if (!besidesRow.has(column)) row[column] = found[column as keyof LockedRow];
  return row as ThreadRow;
}

const besidesRow: ReadonlySet<string> = new Set<Exclude<keyof LockedRow, keyof ThreadRow>>([
  'repeated_messages',
  'finished_models',
  'unindexed',
]);

async function storedMessages(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('thread_key', '=', thread.key)
    .where('id', 'in', dialect.list(ids))
    .execute();
  return rows.map((row) => toMessage(thread.id, row));
}

/**
 * The newest message that opened each call these messages answer, and, where there is one, the newest of the log. A
 * call id may be used again and again.
 */
async function callsAnswered(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  messages: readonly PreparedMessage[],
): Promise<{ calls: Map<string, OpenedCall>; previous?: UnitNeighbour }> {
  const keys = [...new Set(messages.flatMap(answeredCalls).map(callKey))];
  if (keys.length === 0) return { calls: new Map() };
  const { rows } = await sql<Pick<ToolCallsTable, 'call_key' | 'seq' | 'unit_start' | 'name'> & NewestUnit>`
    select call.call_key, call.seq, call.unit_start, call.name, (
      select unit_start from messages where thread_key = ${thread.key} and seq = ${thread.messages}
    ) as newest_unit_start
    from ${dialect.list(keys)} as wanted
    cross join tool_calls as call
    where call.thread_key = ${thread.key} and call.call_key = wanted.value and call.seq = (
      select max(newest.seq) from tool_calls as newest
      where newest.thread_key = ${thread.key} and newest.call_key = wanted.value
    )`.execute(db);
  const unitStart = rows[0]?.newest_unit_start ?? undefined;
  return {
    calls: new Map(
      rows.map((row) => [row.call_key, { seq: row.seq, unitStart: row.unit_start, name: row.name }]),
    ),
    ...(unitStart !== undefined && { previous: { seq: thread.messages, unitStart } }),
  };
}

type NewestUnit = { newest_unit_start: number | null };

/** The tool of a call as of a message: of the newest call of that key before it, in this append or earlier. */
function toolsAnswered(calls: ReadonlyMap<string, OpenedCall>, opened: readonly ToolCallsTable[]) {
  const fresh = new Map<string, ToolCallsTable[]>();
  for (const call of opened) {
    const same = fresh.get(call.call_key);
    if (same) same.push(call);
    else fresh.set(call.call_key, [call]);
  }
  return (key: string, seq: number): string | undefined => {
    const newest = fresh.get(key)?.findLast((call) => call.seq < seq);
    return newest?.name ?? calls.get(key)?.name;
  };
}

export function callRows(thread: ThreadRow, messages: readonly Message[]): ToolCallsTable[] {
  return messages.flatMap(({ seq, unitStart, parts }) => {
    const opened = new Map<string, ToolCallsTable>();
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      const call_key = callKey(part.callId);
      const name = storableText(part.name.slice(0, 200));
      opened.set(call_key, { thread_key: thread.key, call_key, seq, unit_start: unitStart, name });
    }
    return [...opened.values()];
  });
}

/** Calls of the archive's tools are known for what they are when the answer comes. */
async function markArchiveCalls(
  transaction: SqlTransaction,
  thread: ThreadRow,
  earlier: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  if (earlier.size === 0) return;
  const { db, dialect } = transaction;
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list([...earlier.keys()]))
    .execute();
  const marked = rows.map((row) => withArchiveCalls(toMessage(thread.id, row), earlier.get(row.seq)!));
  for (const message of marked) {
    const { origin } = messageRow(thread.key, message);
    await saveMessageMark(transaction, thread, message.seq, { origin });
  }
  await indexAgain(transaction, thread, marked);
  await forgetVectors(transaction, thread, marked);
}

async function insertDerivations(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  derivations: readonly Derivation[],
): Promise<void> {
  const rows = derivations.map(({ sourceId, kind, key }) => ({
    thread_key: thread.key,
    source_id: sourceId,
    kind,
    key,
  }));
  for (const piece of inserts(rows, dialect)) await db.insertInto('derivations').values(piece).execute();
}

const insertMessageRows = insertRows('messages');
/** Batches of more come rarely, and take much longer than being put into SQL. */
const fewMessages = 4;

async function insertMessages(
  { db, dialect }: SqlTransaction,
  messages: readonly MessagesTable[],
  calls: readonly ToolCallsTable[],
): Promise<void> {
  for (const piece of inserts(messages, dialect)) {
    if (piece.length <= fewMessages) await insertMessageRows(db, piece);
    else await db.insertInto('messages').values(piece).execute();
  }
  await insertCalls({ db, dialect }, calls);
}

export async function insertCalls(
  { db, dialect }: SqlTransaction,
  calls: readonly ToolCallsTable[],
): Promise<void> {
  for (const piece of inserts(calls, dialect)) await db.insertInto('tool_calls').values(piece).execute();
}

function saveGrowth(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { before, grown: state }: { before: ThreadState; grown: ThreadState },
): Promise<void> {
  const changes = {
    messages: state.messages,
    tokens: state.tokens,
    tail_tokens: state.tailTokens,
    fixed_tokens: state.fixedTokens,
    sent: encodeSent(state),
    updated_at: state.updatedAt,
    ...(state.createdAt === thread.created_at ? {} : { created_at: state.createdAt }),
    // Rules are rare.
    ...(state.pins === before.pins ? {} : { pins: encodeJson('pins', state.pins) }),
    ...(state.title === undefined || thread.title !== null ? {} : detailColumns(state)),
  };
  return saveThread(transaction, thread, changes, state);
}
