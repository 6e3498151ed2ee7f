/**
 * Keeps the full-text index in step with the log: in the transaction of every append and rewrite, and afterwards for
 * logs that were written before there was an index, or with other terms. What is left to do is kept in
 * `search_backlog`, so that it goes on where it stopped, in whichever process comes next.
 */
import { sql } from 'kysely';
import type { Message } from '../../../message/message.ts';
import { yieldToEventLoop } from '../../../runtime.ts';
import { termsVersion } from '../../../search/index-terms.ts';
import { checkRange } from '../../rules/checks.ts';
import { entryTokens, indexEntry, namelessResults } from '../../rules/index-entry.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from '../context.ts';
import { messageColumns, toMessage } from '../message-rows.ts';
import type { ThreadRow } from '../thread-rows.ts';
import { readValue, writeValue } from '../values.ts';

const versionKey = 'everthread.search-terms';
/** A slice of the backlog is one transaction: others should not wait long for it. */
const sliceMessages = 128;
const sliceTokens = 100_000;
const addedAtOnce = 64;
const addedTokens = 20_000;

type ThreadKey = Pick<ThreadRow, 'key'>;

/** Adds messages that are new to the log. `toolOf` knows the tools of calls by key, each as of its message. */
export async function addToIndex(
  { db, dialect }: SqlTransaction,
  thread: ThreadKey,
  messages: readonly Message[],
  toolOf: (key: string, seq: number) => string | undefined,
): Promise<void> {
  let rows: { seq: number; tokens: readonly string[] }[] = [];
  let tokens = 0;
  for (const message of messages) {
    if (message.removed) continue;
    const entry = indexEntry(message, (key) => toolOf(key, message.seq));
    rows.push({ seq: message.seq, tokens: entryTokens(entry, message) });
    tokens += message.tokens;
    if (rows.length < addedAtOnce && tokens < addedTokens) continue;
    // Between statements others may run: a long list is not worked on in one go.
    await dialect.textIndex.add(db, thread.key, rows);
    rows = [];
    tokens = 0;
  }
  if (rows.length > 0) await dialect.textIndex.add(db, thread.key, rows);
}

/** Makes the index say what these messages say now. */
export async function indexAgain(
  transaction: SqlTransaction,
  thread: ThreadKey,
  messages: readonly Message[],
): Promise<void> {
  const { db, dialect } = transaction;
  const inOrder = messages.toSorted((first, second) => first.seq - second.seq);
  const tools = new Map<string, string>();
  for (const message of inOrder) {
    for (const [key, name] of await toolsBefore(transaction, thread, message))
      tools.set(`${message.seq} ${key}`, name);
  }
  await dialect.textIndex.remove(
    db,
    thread.key,
    inOrder.map(({ seq }) => seq),
  );
  await addToIndex(transaction, thread, inOrder, (key, seq) => tools.get(`${seq} ${key}`));
}

/** Tools of the calls a message answers without naming them, each the newest call of its id before the message. */
async function toolsBefore(
  { db, dialect }: SqlTransaction,
  thread: ThreadKey,
  message: Message,
): Promise<[key: string, name: string][]> {
  const keys = namelessResults(message);
  if (keys.length === 0) return [];
  const { rows } = await sql<{ call_key: string; name: string }>`
    select call.call_key, call.name
    from ${dialect.list(keys)} as wanted
    cross join tool_calls as call
    where call.thread_key = ${thread.key} and call.call_key = wanted.value and call.seq = (
      select max(newest.seq) from tool_calls as newest
      where newest.thread_key = ${thread.key} and newest.call_key = wanted.value and newest.seq < ${message.seq}
    )`.execute(db);
  return rows.map(({ call_key, name }) => [call_key, name]);
}

/** Whether there is something to index. Puts everything on the list when the index was made with other terms. */
export async function backlogDue(context: SqlContext): Promise<boolean> {
  const version = String(termsVersion);
  if ((await readValue(context, versionKey)) !== version) {
    await inTransaction(context, async (transaction) => {
      if ((await readValue(transaction, versionKey)) !== version) await fillBacklog(transaction);
    });
  }
  const row = await context.db.selectFrom('search_backlog').select('thread_key').limit(1).executeTakeFirst();
  return row !== undefined;
}

async function fillBacklog(transaction: SqlTransaction): Promise<void> {
  const { db } = transaction;
  await db.deleteFrom('search_backlog').execute();
  await db
    .insertInto('search_backlog')
    .columns(['thread_key', 'next_seq', 'last_seq'])
    .expression(
      db
        .selectFrom('threads')
        .select(({ ref, val }) => ['key', val(1).as('next_seq'), ref('messages').as('last_seq')])
        .where('messages', '>', 0),
    )
    .execute();
  await writeValue(transaction, versionKey, String(termsVersion));
}

/** Indexes the next piece of what is left and says how many messages that were; 0 when nothing is left. */
export function indexSlice(context: SqlContext): Promise<number> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    // The newest threads first: they are the ones that are talked in.
    const row = await db
      .selectFrom('search_backlog')
      .selectAll()
      .orderBy('thread_key', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return 0;
    const { key, to } = { key: row.thread_key, to: await sliceEnd(transaction, row) };
    const rows = await db
      .selectFrom('messages')
      .select(messageColumns)
      .where('thread_key', '=', key)
      .where('seq', '>=', row.next_seq)
      .where('seq', '<=', to)
      .orderBy('seq')
      .execute();
    const messages = rows.flatMap((stored) => {
      try {
        return [toMessage('', stored)];
      } catch {
        // A damaged message is for `verify` to name; the others are to be found all the same.
        return [];
      }
    });
    await indexAgain(transaction, { key }, messages);
    const left = db.updateTable('search_backlog').set({ next_seq: to + 1 });
    const done = db.deleteFrom('search_backlog');
    if (to < row.last_seq) await left.where('thread_key', '=', key).execute();
    else await done.where('thread_key', '=', key).execute();
    return to - row.next_seq + 1;
  });
}

async function sliceEnd(
  { db }: SqlTransaction,
  { thread_key, next_seq, last_seq }: { thread_key: number; next_seq: number; last_seq: number },
): Promise<number> {
  const sizes = await db
    .selectFrom('messages')
    .select(['seq', 'tokens'])
    .where('thread_key', '=', thread_key)
    .where('seq', '>=', next_seq)
    .where('seq', '<=', Math.min(last_seq, next_seq + sliceMessages - 1))
    .orderBy('seq')
    .execute();
  let tokens = 0;
  let end: number | undefined;
  for (const size of sizes) {
    tokens += size.tokens;
    if (end !== undefined && tokens > sliceTokens) return end;
    end = size.seq;
  }
  // Holes in a damaged log are passed over.
  return Math.min(last_seq, next_seq + sliceMessages - 1);
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
    const indexed = await indexSlice(context);
    if (indexed === 0) break;
    // Another process may take part, and threads may be deleted meanwhile.
    done = Math.min(total, done + indexed);
    onProgress?.({ done, total });
    await yieldToEventLoop();
  }
  if (done < total) onProgress?.({ done: total, total });
  return { messages: total };
}

async function backlogSize({ db }: SqlContext): Promise<number> {
  const { rows } = await sql<{ size: number | null }>`
    select sum(last_seq - next_seq + 1) as size from search_backlog`.execute(db);
  return Number(rows[0]?.size ?? 0);
}

export async function listIndexed(
  { db, dialect }: SqlContext,
  { threadId, from, limit }: { threadId: string; from: number; limit: number },
): Promise<number[] | undefined> {
  checkRange({ threadId, from, limit });
  const thread = await db
    .selectFrom('threads')
    .leftJoin('search_backlog', 'search_backlog.thread_key', 'threads.key')
    .select(['threads.key', 'search_backlog.thread_key as unfinished'])
    .where('threads.id', '=', threadId)
    .executeTakeFirst();
  if (!thread) return [];
  if (thread.unfinished !== null) return undefined;
  return dialect.textIndex.listed(db, { threadKey: thread.key, from, limit });
}
