/** Appends messages to the log: numbers, indexes and counts them in one transaction. */
import type { Message, PreparedMessage } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { usesTools } from '../../message/units.ts';
import type { ConversationEnd } from '../../records/conversation-end.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime, yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { answeredByArchive } from '../rules/archive-calls.ts';
import { checkId } from '../rules/checks.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { type Derivation, derivationsOf } from '../rules/derivations.ts';
import { checkAfter, checkPrepared, freshMessages, grownState, numberMessages } from '../rules/numbering.ts';
import { lockForAppend, saveAppendedState } from './append-thread.ts';
import { insertBatches, type SqlContext, type SqlTransaction } from './context.ts';
import { appendEnds } from './conversation-ends.ts';
import { awaited, type Coroutine, type MaybePromise, runCoroutine } from './coroutine.ts';
import { saveMessageMark } from './hashes.ts';
import { messageColumns, messageRow, toMessage } from './message-rows.ts';
import type { MessagesTable, ToolCallsTable } from './schema.ts';
import type { ToolOf } from './search/index-rows.ts';
import { indexAppended, reindexMessages } from './search/indexing.ts';
import { forgetVectors, markPending } from './search/vectors.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { insertRows } from './statement.ts';
import { type ThreadRow, toState } from './thread-rows.ts';
import {
  answeredKeys,
  callRows,
  callsAnswered,
  insertCalls,
  type OpenedCall,
  toolsAnswered,
} from './tool-calls.ts';

/** Parsing a row with this many characters takes some milliseconds. */
const longContent = 100_000;

type AppendOptions = Parameters<Store['append']>[0];

export async function append(
  context: SqlContext,
  options: AppendOptions,
): Promise<{ state: ThreadState; messages: Message[]; added: number }> {
  const { threadId, messages } = options;
  checkId('threadId', threadId);
  checkPrepared(messages, options.fixedTokens);
  const { ends = [] } = options;
  checkEnds(threadId, ends);
  const ids = messages.map(({ id }) => id);
  const { state, rows, numbered, byId, waiting } = await inSharedTransaction(context, (transaction) =>
    runCoroutine(appendWithin(transaction, { ...options, ids, ends })),
  );
  if (waiting > 0) context.indexLater?.({ messages, waiting });
  // Read back from what was stored: an append returns what every later read will.
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!;
    if (row.content.length > longContent) await yieldToEventLoop();
    byId.set(row.id, toMessage(threadId, row, numbered[index]));
  }
  return { state, messages: ids.map((id) => byId.get(id)!), added: rows.length };
}

type Appended = {
  state: ThreadState;
  rows: MessagesTable[];
  /** The message that each row was made from. */
  numbered: Message[];
  byId: Map<string, Message>;
  waiting: number;
};

/** Most messages have no calls, ends or derivations, so nothing is read or written for these unless they occur. */
function* appendWithin(
  transaction: SqlTransaction,
  options: AppendOptions & { ids: readonly string[]; ends: readonly ConversationEnd[] },
): Coroutine<Appended> {
  const { threadId, messages, now, ids, ends } = options;
  const { row, repeated, embedded, unindexed } = yield* lockForAppend(transaction, threadId, ids);
  checkAfter(row, options.after);
  const stored = repeated > 0 ? yield* awaited(storedMessages(transaction, row, ids)) : [];
  const byId = new Map(stored.map((message) => [message.id, message]));
  const fresh = freshMessages({ threadId, messages, stored: byId });
  const state = toState(row);
  const { key: threadKey, messages: from } = row;
  if (ends.length > 0)
    yield* awaited(appendEnds(transaction, { threadKey, ends, from, to: from + fresh.length }));
  if (fresh.length === 0) return { state, rows: [], numbered: [], byId, waiting: 0 };
  const { numbered, earlier, opened, toolOf } = usesTools(fresh)
    ? yield* numberedWithCalls(transaction, row, { fresh, state })
    : { ...withoutCalls, numbered: numberMessages({ ...withoutOpenedCalls, threadId, fresh, state }) };
  const rows = numbered.map((message) => messageRow(row.key, message));
  const inserted = insertMessages(transaction, rows);
  if (inserted instanceof Promise) yield inserted;
  if (opened.length > 0) yield* awaited(insertCalls(transaction, opened));
  const waiting = yield* awaited(indexAppended(transaction, row, { messages: numbered, unindexed, toolOf }));
  if (earlier.size > 0) yield* awaited(markArchiveCalls(transaction, row, earlier));
  const derivations = derivationsOf(numbered);
  if (derivations.length > 0) yield* awaited(insertDerivations(transaction, row, derivations));
  if (embedded) yield* awaited(markPending(transaction, row));
  const grown = grownState({ ...options, state, added: numbered, updatedAt: isoTime(now) });
  const saved = saveAppendedState(transaction, row, { before: state, after: grown });
  if (saved instanceof Promise) yield saved;
  return { state: grown, rows, numbered, byId, waiting };
}

type Numbered = {
  numbered: Message[];
  /** Stored messages that turn out to be calls of the archive's tools, because their answers are in this append. */
  earlier: ReadonlyMap<number, readonly string[]>;
  opened: ToolCallsTable[];
  toolOf: ToolOf;
};

const withoutOpenedCalls = { calls: new Map<string, OpenedCall>(), previous: undefined };
const withoutCalls: Omit<Numbered, 'numbered'> = {
  earlier: new Map(),
  opened: [],
  toolOf: () => undefined,
};

function* numberedWithCalls(
  transaction: SqlTransaction,
  row: ThreadRow,
  { fresh, state }: { fresh: readonly PreparedMessage[]; state: ThreadState },
): Coroutine<Numbered> {
  const keys = answeredKeys(fresh);
  const { calls, previous } =
    keys.length === 0
      ? { calls: new Map<string, OpenedCall>() }
      : yield* awaited(callsAnswered(transaction, row, keys));
  const { numbered, earlier } = answeredByArchive(
    numberMessages({ threadId: row.id, fresh, state, calls, previous }),
    (key) => calls.get(key)?.seq,
  );
  const opened = callRows(row, numbered);
  return { numbered, earlier, opened, toolOf: toolsAnswered(calls, opened) };
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

/** Only the answer shows that a call went to the archive's tools, so the stored call is marked and indexed again. */
async function markArchiveCalls(
  transaction: SqlTransaction,
  thread: ThreadRow,
  earlier: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
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
  await reindexMessages(transaction, thread, marked);
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
  for (const piece of insertBatches(rows, dialect))
    await db.insertInto('derivations').values(piece).execute();
}

const insertMessageRows = insertRows('messages');
/** Larger batches are rare and slow, so that keeping their compiled statements would save nothing. */
const fewMessages = 4;

function insertMessages(
  { db, dialect }: SqlTransaction,
  messages: readonly MessagesTable[],
): MaybePromise<unknown> {
  return messages.length === 1
    ? insertMessageRows(db, messages)
    : insertMessageBatches(db, insertBatches(messages, dialect));
}

async function insertMessageBatches(
  db: SqlTransaction['db'],
  pieces: readonly (readonly MessagesTable[])[],
): Promise<void> {
  for (const piece of pieces) {
    if (piece.length <= fewMessages) await insertMessageRows(db, piece);
    else await db.insertInto('messages').values(piece).execute();
  }
}
