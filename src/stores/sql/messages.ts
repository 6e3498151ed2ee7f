/** The log: appending to it and reading from it. */
import { sql } from 'kysely';
import type { Message, MessageMeta, PreparedMessage } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { answeredCalls, type UnitNeighbour } from '../../message/units.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import type { MessagePlace, Range, Store } from '../../store.ts';
import { answeredByArchive } from '../rules/archive-calls.ts';
import {
  byPlace,
  checkId,
  checkPlaces,
  checkRange,
  encodeJson,
  isId,
  unknownThread,
} from '../rules/checks.ts';
import { type Derivation, derivationsOf } from '../rules/derivations.ts';
import { callKey, checkPrepared, freshMessages, grownState, numberMessages } from '../rules/numbering.ts';
import type { MessagePlace as StoredPlace } from '../rules/settle.ts';
import { inserts, inTransaction, ofThread, type SqlContext, type SqlTransaction } from './context.ts';
import { saveMessageMark, saveThread } from './hashes.ts';
import {
  encodeSent,
  type MessageRow,
  messageColumns,
  messageRow,
  metaColumns,
  storableText,
  type ThreadRow,
  toMessage,
  toMeta,
  toState,
} from './rows.ts';
import type { MessagesTable, ToolCallsTable } from './schema.ts';
import { addToIndex, indexAgain } from './search/indexing.ts';
import { forgetVectors, markPending } from './search/vectors.ts';

type OpenedCall = UnitNeighbour & { name: string };

export function append(
  context: SqlContext,
  options: Parameters<Store['append']>[0],
): Promise<{ state: ThreadState; messages: Message[]; added: number }> {
  const { threadId, messages, now } = options;
  checkId('threadId', threadId);
  checkPrepared(messages, options.fixedTokens);
  return inTransaction(context, async (transaction) => {
    const ids = messages.map(({ id }) => id);
    const { row, repeated, embedded } = await lockForAppend(transaction, threadId, ids);
    const stored = repeated > 0 ? await storedMessages(transaction, row, ids) : [];
    const byId = new Map(stored.map((message) => [message.id, message]));
    const fresh = freshMessages({ threadId, messages, stored: byId });
    let state = toState(row);
    if (fresh.length > 0) {
      const { calls, previous } = await callsAnswered(transaction, row, fresh);
      const { numbered, earlier } = answeredByArchive(
        numberMessages({ threadId, fresh, state, calls, previous }),
        (key) => calls.get(key)?.seq,
      );
      const rows = numbered.map((message) => messageRow(row.key, message));
      const opened = callRows(row, numbered);
      await insertMessages(transaction, rows, opened);
      await addToIndex(transaction, row, numbered, toolsAnswered(calls, opened));
      await markArchiveCalls(transaction, row, earlier);
      await insertDerivations(transaction, row, derivationsOf(numbered));
      if (embedded) await markPending(transaction, row);
      state = grownState({ state, added: numbered, updatedAt: isoTime(now), ...options });
      await saveGrowth(transaction, row, state);
      // Read back from what was stored: an append returns what every later read will.
      for (const added of rows) byId.set(added.id, toMessage(threadId, added));
    }
    return { state, messages: ids.map((id) => byId.get(id)!), added: fresh.length };
  });
}

export async function readMessages(context: SqlContext, range: Range): Promise<Message[]> {
  const rows = await rangeQuery(context, range).select(messageColumns).execute();
  return rows.map((row) => toMessage(range.threadId, row));
}

export async function readMessagesAt(
  { db, dialect }: SqlContext,
  places: readonly MessagePlace[],
): Promise<Message[]> {
  checkPlaces(places);
  if (places.length === 0) return [];
  const byThread = new Map<string, Set<number>>();
  for (const { threadId, seq } of places) {
    const seqs = byThread.get(threadId);
    if (seqs) seqs.add(seq);
    else byThread.set(threadId, new Set([seq]));
  }
  const [only] = byThread;
  if (byThread.size === 1) return readSeqs({ db, dialect }, only![0], [...only![1]]);
  const wanted = [...byThread].flatMap(([thread, seqs]) => [...seqs].map((seq) => ({ thread, seq })));
  const { rows } = await sql<MessageRow & { thread_id: string }>`
    select threads.id as thread_id, ${sql.join(messageColumns.map((column) => sql.ref(`message.${column}`)))}
    from ${dialect.places(wanted)} as wanted
    cross join threads
    cross join messages as message
    where threads.id = wanted.thread and message.thread_key = threads.key and message.seq = wanted.seq`.execute(
    db,
  );
  return rows.map((row) => toMessage(row.thread_id, row)).sort(byPlace);
}

/** Of one thread, which is what a turn asks for: numbers are found faster than pairs of thread and number. */
async function readSeqs(
  { db, dialect }: SqlContext,
  threadId: string,
  seqs: readonly number[],
): Promise<Message[]> {
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where(ofThread(threadId))
    .where('seq', 'in', dialect.list(seqs))
    .orderBy('seq')
    .execute();
  return rows.map((row) => toMessage(threadId, row));
}

export async function readMetas(context: SqlContext, range: Range): Promise<MessageMeta[]> {
  const rows = await rangeQuery(context, range).select(metaColumns).execute();
  return rows.map(toMeta);
}

export async function findMessages(
  { db, dialect }: SqlContext,
  { threadId, ids }: { threadId: string; ids: readonly string[] },
): Promise<Message[]> {
  checkId('threadId', threadId);
  const possible = ids.filter(isId);
  if (possible.length === 0) return [];
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where(ofThread(threadId))
    .where('id', 'in', dialect.list(possible))
    .orderBy('seq')
    .execute();
  return rows.map((row) => toMessage(threadId, row));
}

function rangeQuery({ db }: SqlContext, range: Range) {
  checkRange(range);
  const { threadId, from, to, limit, newestFirst } = range;
  let query = db
    .selectFrom('messages')
    .where(ofThread(threadId))
    .orderBy('seq', newestFirst ? 'desc' : 'asc');
  if (from !== undefined) query = query.where('seq', '>=', from);
  if (to !== undefined) query = query.where('seq', '<=', to);
  if (limit !== undefined) query = query.limit(limit);
  return query;
}

/** The thread's row, with what decides whether anything else has to be read or marked. */
async function lockForAppend(
  { db, dialect }: SqlTransaction,
  threadId: string,
  ids: readonly string[],
): Promise<{ row: ThreadRow; repeated: number; embedded: boolean }> {
  const query = db
    .selectFrom('threads')
    .selectAll()
    .select(({ selectFrom, fn }) => [
      selectFrom('messages')
        .select(fn.countAll<number>().as('count'))
        .whereRef('messages.thread_key', '=', 'threads.key')
        .where('messages.id', 'in', dialect.list(ids))
        .as('repeated_messages'),
      selectFrom('vector_progress')
        .select(fn.countAll<number>().as('count'))
        .whereRef('vector_progress.thread_key', '=', 'threads.key')
        .where('vector_progress.pending', '=', 0)
        .as('finished_models'),
    ])
    .where('id', '=', threadId);
  const found = await (dialect.rowLocks ? query.forUpdate() : query).executeTakeFirst();
  if (!found) throw unknownThread(threadId);
  const { repeated_messages, finished_models, ...row } = found;
  return { row, repeated: Number(repeated_messages), embedded: Number(finished_models) > 0 };
}

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

/** Where these messages stand, by number: what summaries that name them are held against. */
export async function readPlaces(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  seqs: readonly number[],
): Promise<Map<number, StoredPlace>> {
  if (seqs.length === 0) return new Map();
  const rows = await db
    .selectFrom('messages')
    .select(['seq', 'id'])
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list(seqs))
    .execute();
  return new Map(rows.map((place) => [place.seq, place]));
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

async function insertMessages(
  { db, dialect }: SqlTransaction,
  messages: readonly MessagesTable[],
  calls: readonly ToolCallsTable[],
): Promise<void> {
  for (const piece of inserts(messages, dialect)) await db.insertInto('messages').values(piece).execute();
  await insertCalls({ db, dialect }, calls);
}

export async function insertCalls(
  { db, dialect }: SqlTransaction,
  calls: readonly ToolCallsTable[],
): Promise<void> {
  for (const piece of inserts(calls, dialect)) await db.insertInto('tool_calls').values(piece).execute();
}

/** Written only when it changed: rules are rare. */
function pinsColumn(thread: ThreadRow, { pins }: ThreadState): { pins?: string } {
  const encoded = encodeJson('pins', pins);
  return encoded === thread.pins ? {} : { pins: encoded };
}

function saveGrowth(transaction: SqlTransaction, thread: ThreadRow, state: ThreadState): Promise<void> {
  return saveThread(transaction, thread, {
    messages: state.messages,
    tokens: state.tokens,
    tail_tokens: state.tailTokens,
    fixed_tokens: state.fixedTokens,
    sent: encodeSent(state),
    updated_at: state.updatedAt,
    ...pinsColumn(thread, state),
  });
}
