/**
 * Keeps the full-text index in step with the log. A message that is appended waits to be indexed with others, because
 * writing the words of sixty messages takes little longer than writing those of one; a change of a message that is
 * indexed is made in the index at once. What waits is kept in `search_backlog`, as is a log that was written before
 * there was an index, or with other terms: so it goes on where it stopped, in whichever process comes next. Searches
 * read what waits from the log (see waiting-messages.ts).
 */
import { sql } from 'kysely';
import type { Message } from '../../../message/message.ts';
import { yieldToEventLoop } from '../../../runtime.ts';
import { termsVersion } from '../../../search/index-terms.ts';
import { checkRange } from '../../rules/checks.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from '../context.ts';
import { type MessageRow, messageColumns } from '../message-rows.ts';
import { statement } from '../statement.ts';
import type { ThreadRow } from '../thread-rows.ts';
import { readValue, writeValue } from '../values.ts';
import { indexRow, readableMessages, type ToolOf, toolsAnswered } from './index-rows.ts';
import type { IndexRow } from './text-index.ts';
import { mostWaitingRead } from './waiting-messages.ts';

const versionKey = 'everthread.search-terms';
/** A slice of the backlog is one transaction: others should not wait long for it. */
const sliceMessages = 64;
const sliceTokens = 50_000;
const addedAtOnce = 64;
const addedTokens = 20_000;
/** An append of so many is a batch already. */
const batchMessages = 32;

type ThreadKey = Pick<ThreadRow, 'key'>;

/**
 * Indexes messages that were just appended, or leaves them for later. `unindexed` is the first message of the thread
 * that waits already, if any. Says how many of the thread wait now.
 */
export async function indexAppended(
  transaction: SqlTransaction,
  thread: Pick<ThreadRow, 'key' | 'messages'>,
  options: { messages: readonly Message[]; unindexed: number | null; toolOf: ToolOf },
): Promise<number> {
  const { db } = transaction;
  const { messages, unindexed, toolOf } = options;
  const waiting = unindexed === null ? 0 : thread.messages - unindexed + 1;
  if (messages.length < batchMessages || waiting > mostWaitingRead) {
    if (unindexed === null) await waitFrom(db, { thread_key: thread.key, next_seq: thread.messages + 1 });
    return waiting + messages.length;
  }
  if (unindexed !== null) {
    await indexAgain(transaction, thread, await messagesFrom(transaction, thread, unindexed));
    await leaveBacklog(transaction, [thread.key]);
  }
  await addToIndex(transaction, [{ key: thread.key, messages, toolOf }]);
  return 0;
}

const waitFrom = statement((db, row: { thread_key: number; next_seq: number }) =>
  db.insertInto('search_backlog').values(row),
);

async function messagesFrom(
  { db }: SqlTransaction,
  { key, messages }: Pick<ThreadRow, 'key' | 'messages'>,
  from: number,
): Promise<Message[]> {
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('thread_key', '=', key)
    .where('seq', '>=', from)
    .where('seq', '<=', messages)
    .execute();
  return readableMessages(rows);
}

type MessagesOfThread = ThreadKey & { messages: readonly Message[] };

async function addToIndex(
  { db, dialect }: SqlTransaction,
  threads: readonly (MessagesOfThread & { toolOf: ToolOf })[],
): Promise<void> {
  let rows: IndexRow[] = [];
  let tokens = 0;
  for (const { key, messages, toolOf } of threads) {
    for (const message of messages) {
      if (message.removed) continue;
      rows.push(indexRow(key, message, toolOf));
      tokens += message.tokens;
      if (rows.length < addedAtOnce && tokens < addedTokens) continue;
      // Between statements others may run: a long list is not worked on in one go.
      await dialect.textIndex.add(db, rows);
      rows = [];
      tokens = 0;
    }
  }
  await dialect.textIndex.add(db, rows);
}

/** Makes the index say what these messages of a thread say now. */
export async function indexAgain(
  transaction: SqlTransaction,
  { key }: ThreadKey,
  messages: readonly Message[],
): Promise<void> {
  const inOrder = messages.toSorted((first, second) => first.seq - second.seq);
  await indexThreads(transaction, [{ key, messages: inOrder }]);
}

/** Few words of many threads are written together: a statement for each would take as long as the words. */
async function indexThreads(
  transaction: SqlTransaction,
  threads: readonly MessagesOfThread[],
): Promise<void> {
  const { db, dialect } = transaction;
  await dialect.textIndex.remove(
    db,
    threads.flatMap(({ key, messages }) => messages.map(({ seq }) => ({ threadKey: key, seq }))),
  );
  const read: (MessagesOfThread & { toolOf: ToolOf })[] = [];
  for (const { key, messages } of threads)
    read.push({ key, messages, toolOf: await toolsAnswered(transaction, key, messages) });
  await addToIndex(transaction, read);
}

/**
 * Whether there is more to index than what appends leave for later. Puts everything on the list when the index was made
 * with other terms.
 */
export async function backlogDue(context: SqlContext): Promise<boolean> {
  const version = String(termsVersion);
  if ((await readValue(context, versionKey)) !== version) {
    await inTransaction(context, async (transaction) => {
      if ((await readValue(transaction, versionKey)) !== version) await fillBacklog(transaction);
    });
  }
  return (await backlogSize(context)) > mostWaitingRead / 2;
}

async function fillBacklog(transaction: SqlTransaction): Promise<void> {
  const { db } = transaction;
  await db.deleteFrom('search_backlog').execute();
  await db
    .insertInto('search_backlog')
    .columns(['thread_key', 'next_seq'])
    .expression(
      db
        .selectFrom('threads')
        .select(({ val }) => ['key', val(1).as('next_seq')])
        .where('messages', '>', 0),
    )
    .execute();
  await writeValue(transaction, versionKey, String(termsVersion));
}

/** `isAll`: behind these messages nothing was left. */
type IndexedSlice = { messages: number; isAll: boolean };

/** Indexes the next piece of what is left. */
export function indexSlice(context: SqlContext): Promise<IndexedSlice> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const { places, isAll } = await nextPlaces(transaction);
    const rows = Map.groupBy(await rowsAt(transaction, places), ({ thread_key }) => thread_key);
    const keys = [...new Set(places.map(({ thread_key }) => thread_key))].sort((one, two) => one - two);
    await indexThreads(
      transaction,
      keys.map((key) => ({ key, messages: readableMessages(rows.get(key) ?? []) })),
    );
    const last = places.at(-1);
    if (last === undefined) {
      // Of a damaged log, what was to be indexed may be lost.
      await db.deleteFrom('search_backlog').execute();
      return { messages: 0, isAll };
    }
    await leaveBacklog(transaction, keys);
    if (!isAll) await waitFrom(db, { thread_key: last.thread_key, next_seq: last.seq + 1 });
    return { messages: places.length, isAll };
  });
}

async function leaveBacklog({ db, dialect }: SqlTransaction, keys: readonly number[]): Promise<void> {
  await db.deleteFrom('search_backlog').where('thread_key', 'in', dialect.list(keys)).execute();
}

async function rowsAt(
  { db, dialect }: SqlTransaction,
  places: readonly WaitingPlace[],
): Promise<(MessageRow & { thread_key: number })[]> {
  const columns = sql.join(messageColumns.map((column) => sql.ref(`messages.${column}`)));
  const wanted = dialect.places(places.map(({ thread_key, seq }) => ({ thread: thread_key, seq })));
  const { rows } = await sql<MessageRow & { thread_key: number }>`
    select messages.thread_key, ${columns}
    from ${wanted} as wanted
    cross join messages
    where messages.thread_key = wanted.thread and messages.seq = wanted.seq
    order by messages.thread_key, messages.seq`.execute(db);
  return rows;
}

type WaitingPlace = Pick<MessageRow, 'seq' | 'tokens'> & { thread_key: number };

/** The newest threads first: they are the ones that are talked in. `isAll`: behind these nothing is left. */
async function nextPlaces({
  db,
  dialect,
}: SqlTransaction): Promise<{ places: WaitingPlace[]; isAll: boolean }> {
  const query = db
    .selectFrom('search_backlog')
    .innerJoin('threads', 'threads.key', 'search_backlog.thread_key')
    .innerJoin('messages', 'messages.thread_key', 'search_backlog.thread_key')
    .select(['messages.thread_key', 'seq', 'messages.tokens'])
    .whereRef('seq', '>=', 'next_seq')
    .orderBy('search_backlog.thread_key', 'desc')
    .orderBy('seq')
    // One more, to know whether there is more.
    .limit(sliceMessages + 1);
  // Whoever appends holds the thread's row, so that nothing is appended behind what is found here.
  const places = await (dialect.rowLocks ? query.forUpdate('threads') : query).execute();
  let tokens = 0;
  const beyond = places.findIndex((place, index) => {
    tokens += place.tokens;
    return index >= sliceMessages || (index > 0 && tokens > sliceTokens);
  });
  return beyond === -1 ? { places, isAll: true } : { places: places.slice(0, beyond), isAll: false };
}

export async function rebuildIndex(
  context: SqlContext,
  { onProgress }: { onProgress?: (progress: { done: number; total: number }) => void } = {},
): Promise<{ messages: number }> {
  await inTransaction(context, async (transaction) => {
    await transaction.dialect.textIndex.clear(transaction.db);
    await fillBacklog(transaction);
  });
  const total = await backlogSize(context);
  let done = 0;
  onProgress?.({ done, total });
  for (;;) {
    const { messages } = await indexSlice(context);
    if (messages === 0) break;
    // Another process may take part, and threads may be deleted meanwhile.
    done = Math.min(total, done + messages);
    onProgress?.({ done, total });
    await yieldToEventLoop();
  }
  if (done < total) onProgress?.({ done: total, total });
  return { messages: total };
}

async function backlogSize({ db }: SqlContext): Promise<number> {
  const { rows } = await sql<{ size: number | null }>`
    select sum(messages - next_seq + 1) as size
    from search_backlog join threads on threads.key = search_backlog.thread_key`.execute(db);
  return Number(rows[0]?.size ?? 0);
}

/** Messages that wait count as held: they are found. */
export async function listIndexed(
  { db, dialect }: SqlContext,
  { threadId, from, limit }: { threadId: string; from: number; limit: number },
): Promise<number[] | undefined> {
  checkRange({ threadId, from, limit });
  const thread = await db
    .selectFrom('threads')
    .leftJoin('search_backlog', 'search_backlog.thread_key', 'threads.key')
    .select(['threads.key', 'messages', 'next_seq'])
    .where('threads.id', '=', threadId)
    .executeTakeFirst();
  if (!thread) return [];
  const { key: threadKey, messages, next_seq } = thread;
  const indexed = await dialect.textIndex.listed(db, { threadKey, from, limit });
  if (next_seq === null) return indexed;
  if (messages - next_seq >= mostWaitingRead) return undefined;
  const waiting = await db
    .selectFrom('messages')
    .select('seq')
    .where('thread_key', '=', threadKey)
    .where('seq', '>=', Math.max(from, next_seq))
    .where('removed', 'is', null)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const held = new Set([...indexed, ...waiting.map(({ seq }) => seq)]);
  return [...held].sort((first, second) => first - second).slice(0, limit);
}
