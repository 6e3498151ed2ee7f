/**
 * Keeps the full-text index in step with the log. Appended messages are indexed later in batches, because indexing
 * sixty messages takes little longer than indexing one. Changes of indexed messages are made in the index at once. The
 * table `search_backlog` holds what still has to be indexed, so that any process can continue: appended messages, and
 * logs from before there was an index or with an earlier definition of terms. Until then, searches read these messages
 * from the log (see waiting-messages.ts).
 */
import { sql } from 'kysely';
import { manyParts } from '../../../message/limits.ts';
import type { Message } from '../../../message/message.ts';
import { breathe, yieldToEventLoop } from '../../../runtime.ts';
import { termsVersion } from '../../../search/index-terms.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from '../context.ts';
import type { MaybePromise } from '../coroutine.ts';
import { type MessageRow, messageColumns } from '../message-rows.ts';
import { statement } from '../statement.ts';
import type { IndexRow } from '../text-index.ts';
import type { ThreadRow } from '../thread-rows.ts';
import { readValue, writeValue } from '../values.ts';
import { indexRow, readableMessages, type ToolOf, toolsAnswered } from './index-rows.ts';
import { mostWaitingRead } from './waiting-messages.ts';

const versionKey = 'everthread.search-terms';
/** Limits of a slice of the backlog, which is one transaction, so that others do not wait long for it. */
const sliceMessages = 64;
const sliceTokens = 50_000;
const batchRows = 64;
const batchTokens = 20_000;
/** An append of this many messages is a batch by itself and is indexed at once. */
const batchMessages = 32;

type ThreadKey = Pick<ThreadRow, 'key'>;

/**
 * Indexes messages that were just appended, or leaves them for later. `unindexed` is the first message of the thread
 * that already waits, if any. Returns how many messages of the thread wait now.
 */
export function indexAppended(
  transaction: SqlTransaction,
  thread: Pick<ThreadRow, 'key' | 'messages'>,
  options: { messages: readonly Message[]; unindexed: number | null; toolOf: ToolOf },
): MaybePromise<number> {
  const { messages, unindexed } = options;
  const waiting = unindexed === null ? 0 : thread.messages - unindexed + 1;
  if (messages.length >= batchMessages && waiting <= mostWaitingRead)
    return indexAtOnce(transaction, thread, options);
  if (unindexed !== null) return waiting + messages.length;
  const left = waitFrom(transaction.db, { thread_key: thread.key, next_seq: thread.messages + 1 });
  return left instanceof Promise ? left.then(() => messages.length) : messages.length;
}

async function indexAtOnce(
  transaction: SqlTransaction,
  thread: Pick<ThreadRow, 'key' | 'messages'>,
  { messages, unindexed, toolOf }: Parameters<typeof indexAppended>[2],
): Promise<number> {
  if (unindexed !== null) {
    await reindexMessages(transaction, thread, await messagesFrom(transaction, thread, unindexed));
    await removeFromBacklog(transaction, [thread.key]);
  }
  await writeRows(transaction, await weightedRows([{ key: thread.key, messages, toolOf }]));
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
/** `weight` estimates how long writing the row takes: the tokens of its message. */
type WeightedRow = IndexRow & { weight: number };

async function weightedRows(
  threads: readonly (MessagesOfThread & { toolOf: ToolOf })[],
): Promise<WeightedRow[]> {
  const rows: WeightedRow[] = [];
  for (const { key, messages, toolOf } of threads) {
    for (const message of messages) {
      if (message.removed) continue;
      // A message with many parts takes so long that other work should run first.
      await (message.parts.length > manyParts ? yieldToEventLoop() : breathe());
      rows.push({ ...indexRow(key, message, toolOf), weight: message.tokens });
    }
  }
  return rows;
}

async function writeRows({ db, dialect }: SqlTransaction, weighted: readonly WeightedRow[]): Promise<void> {
  let rows: IndexRow[] = [];
  let tokens = 0;
  for (const { threadKey, seq, tokens: words, weight } of weighted) {
    rows.push({ threadKey, seq, tokens: words });
    tokens += weight;
    if (rows.length < batchRows && tokens < batchTokens) continue;
    await dialect.textIndex.add(db, rows);
    rows = [];
    tokens = 0;
  }
  await dialect.textIndex.add(db, rows);
}

/** Replaces the index entries of changed messages. */
export async function reindexMessages(
  transaction: SqlTransaction,
  { key }: ThreadKey,
  messages: readonly Message[],
): Promise<void> {
  const { db, dialect } = transaction;
  const inOrder = messages.toSorted((first, second) => first.seq - second.seq);
  await dialect.textIndex.remove(
    db,
    inOrder.map(({ seq }) => ({ threadKey: key, seq })),
  );
  const toolOf = await toolsAnswered(transaction, key, inOrder);
  await writeRows(transaction, await weightedRows([{ key, messages: inOrder, toolOf }]));
}

/**
 * Whether more waits to be indexed than appends usually leave. If the index was built with another definition of terms,
 * puts the whole log into the backlog.
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

/** `isAll`: the backlog was empty after these messages. */
export type IndexedSlice = { messages: number; isAll: boolean };

/**
 * Indexes the next slice of the backlog. Messages of many threads are written by one statement, because a statement for
 * each thread would take as long as writing the words. Reading and analysing happens before the transaction, so that
 * other writers wait for the writing only.
 */
export async function indexSlice(context: SqlContext): Promise<IndexedSlice> {
  const { places: found } = await nextPlaces(context, { locked: false });
  // A change between reading and writing is noticed by the record's hash, so only messages that have one are read ahead.
  const ahead = found.filter(({ record_hash }) => record_hash !== null);
  const weighted = await readIndexRows(context, ahead);
  return inTransaction(context, async (transaction) => {
    const { db, dialect } = transaction;
    const { places, isAll } = await nextPlaces(transaction, { locked: dialect.rowLocks });
    const changed = await readIndexRows(transaction, changedPlaces(places, ahead));
    const left = new Set(places.map(placeKey));
    await dialect.textIndex.remove(
      db,
      places.map(({ thread_key, seq }) => ({ threadKey: thread_key, seq })),
    );
    await writeRows(transaction, [...weighted.filter(({ place }) => left.has(place)), ...changed]);
    const last = places.at(-1);
    if (last === undefined) {
      // In a damaged log, messages that the backlog names may be missing.
      await db.deleteFrom('search_backlog').execute();
      return { messages: 0, isAll };
    }
    await removeFromBacklog(transaction, [...new Set(places.map(({ thread_key }) => thread_key))]);
    if (!isAll) await waitFrom(db, { thread_key: last.thread_key, next_seq: last.seq + 1 });
    return { messages: places.length, isAll };
  });
}

/** Identifies one version of a message: any change of it changes the hash of its record. */
function placeKey({ thread_key, seq, record_hash }: WaitingPlace): string {
  return `${thread_key} ${seq} ${record_hash}`;
}

/** The places that were not read ahead, or whose message has changed since. */
function changedPlaces(places: readonly WaitingPlace[], before: readonly WaitingPlace[]): WaitingPlace[] {
  const known = new Set(before.map(placeKey));
  return places.filter((place) => !known.has(placeKey(place)));
}

/** Reads the messages at these places and makes their index rows. */
async function readIndexRows(
  context: Pick<SqlContext, 'db' | 'dialect'>,
  places: readonly WaitingPlace[],
): Promise<(WeightedRow & { place: string })[]> {
  if (places.length === 0) return [];
  const rows = Map.groupBy(await readRowsAt(context, places), ({ thread_key }) => thread_key);
  const threads: (MessagesOfThread & { toolOf: ToolOf })[] = [];
  for (const [key, found] of rows) {
    const messages: Message[] = [];
    for (const row of found) {
      messages.push(...readableMessages([row]));
      await breathe();
    }
    threads.push({ key, messages, toolOf: await toolsAnswered(context, key, messages) });
  }
  const keys = new Map(places.map((place) => [`${place.thread_key} ${place.seq}`, placeKey(place)]));
  const weighted = await weightedRows(threads);
  return weighted.map((row) => ({ ...row, place: keys.get(`${row.threadKey} ${row.seq}`)! }));
}

async function removeFromBacklog({ db, dialect }: SqlTransaction, keys: readonly number[]): Promise<void> {
  await db.deleteFrom('search_backlog').where('thread_key', 'in', dialect.list(keys)).execute();
}

async function readRowsAt(
  { db, dialect }: Pick<SqlContext, 'db' | 'dialect'>,
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

type WaitingPlace = Pick<MessageRow, 'seq' | 'tokens'> & { thread_key: number; record_hash: string | null };

/** The newest threads come first, because they are the active ones. `isAll`: nothing is left after these places. */
async function nextPlaces(
  { db }: Pick<SqlContext, 'db'>,
  { locked }: { locked: boolean },
): Promise<{ places: WaitingPlace[]; isAll: boolean }> {
  const query = db
    .selectFrom('search_backlog')
    .innerJoin('threads', 'threads.key', 'search_backlog.thread_key')
    .innerJoin('messages', 'messages.thread_key', 'search_backlog.thread_key')
    .select(['messages.thread_key', 'seq', 'messages.tokens', 'messages.record_hash'])
    .whereRef('seq', '>=', 'next_seq')
    .orderBy('search_backlog.thread_key', 'desc')
    .orderBy('seq')
    // One more than needed shows whether anything is left.
    .limit(sliceMessages + 1);
  // An append locks the thread's row, so that nothing is appended to these threads while the row is locked here.
  const places = await (locked ? query.forUpdate('threads') : query).execute();
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
    // Another process may index too, and threads may be deleted meanwhile.
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
