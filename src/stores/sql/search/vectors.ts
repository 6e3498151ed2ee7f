/**
 * Stores vectors of messages, and knows which messages have none yet without searching for them: for each thread and
 * model it keeps up to where the thread is embedded, and which messages before that were left out or changed.
 */
import { sql } from 'kysely';
import type { Message } from '../../../message/message.ts';
import { cellOf, quantize } from '../../../search/vectors.ts';
import type { EmbeddedMessage } from '../../../search-index.ts';
import { checkCount, checkId } from '../../rules/checks.ts';
import { checkVectors } from '../../rules/search-checks.ts';
import { insertBatches, inTransaction, type SqlContext, type SqlTransaction } from '../context.ts';
import { messageColumns, toMessage } from '../message-rows.ts';
import { statement } from '../statement.ts';
import type { ThreadRow } from '../thread-rows.ts';
import { threadsOf } from './scope.ts';
import { addModel, modelKey } from './vector-models.ts';

type Progress = { thread_key: number; embedded_to: number };

export async function unembedded(
  context: SqlContext,
  { model, limit }: { model: string; limit: number },
): Promise<Message[]> {
  checkId('model', model);
  checkCount('limit', limit);
  const known = await modelKey(context, model);
  const key = known ?? (await inTransaction(context, (transaction) => addModel(transaction, model)));
  const missing: Message[] = [];
  while (missing.length < limit) {
    const readThreads = [...new Set(missing.map(({ threadId }) => threadId))];
    const row = await context.db
      .selectFrom('vector_progress')
      .innerJoin('threads', 'threads.key', 'vector_progress.thread_key')
      .select(['vector_progress.thread_key', 'threads.id', 'vector_progress.embedded_to'])
      .where('vector_progress.model_key', '=', key)
      .where('vector_progress.pending', '=', 1)
      .where('threads.id', 'not in', context.dialect.list(readThreads))
      .limit(1)
      .executeTakeFirst();
    if (!row) break;
    const found = await readMissing(context, key, row, limit - missing.length);
    missing.push(...found);
    if (found.length === 0) await markEmbedded(context, key, row.thread_key);
  }
  return missing;
}

async function readMissing(
  { db }: SqlContext,
  model: number,
  { thread_key, id, embedded_to }: Progress & { id: string },
  limit: number,
): Promise<Message[]> {
  const earlier = await db
    .selectFrom('vector_missing')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.thread_key', '=', 'vector_missing.thread_key')
        .onRef('messages.seq', '=', 'vector_missing.seq'),
    )
    .select(messageColumns.map((column) => `messages.${column}` as const))
    .where('vector_missing.thread_key', '=', thread_key)
    .where('vector_missing.model_key', '=', model)
    .where('messages.removed', 'is', null)
    .orderBy('vector_missing.seq')
    .limit(limit)
    .execute();
  const later = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('thread_key', '=', thread_key)
    .where('seq', '>', embedded_to)
    .where('removed', 'is', null)
    .orderBy('seq')
    .limit(limit - earlier.length)
    .execute();
  return [...earlier, ...later].map((row) => toMessage(id, row));
}

/** Clears the mark of a thread in which only removed messages were left to embed. */
function markEmbedded(context: SqlContext, model: number, threadKey: number): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const row = await db
      .selectFrom('vector_progress')
      .innerJoin('threads', 'threads.key', 'vector_progress.thread_key')
      .select(['vector_progress.thread_key', 'vector_progress.embedded_to', 'threads.id', 'threads.messages'])
      .where('vector_progress.thread_key', '=', threadKey)
      .where('vector_progress.model_key', '=', model)
      .executeTakeFirst();
    if (!row || (await readMissing(transaction, model, row, 1)).length > 0) return;
    await db
      .updateTable('vector_progress')
      .set({ embedded_to: row.messages, pending: 0 })
      .where('thread_key', '=', threadKey)
      .where('model_key', '=', model)
      .execute();
  });
}

export async function writeVectors(
  context: SqlContext,
  { model, messages }: { model: string; messages: readonly EmbeddedMessage[] },
): Promise<void> {
  checkVectors({ model, messages });
  if (messages.length === 0) return;
  const byThread = new Map<string, EmbeddedMessage[]>();
  for (const message of messages) {
    const known = byThread.get(message.threadId);
    if (known) known.push(message);
    else byThread.set(message.threadId, [message]);
  }
  await inTransaction(context, async (transaction) => {
    const key = (await modelKey(transaction, model)) ?? (await addModel(transaction, model));
    for (const thread of await threadsOf(transaction, [...byThread.keys()])) {
      await writeThread(transaction, key, thread, byThread.get(thread.id)!);
    }
  });
}

async function writeThread(
  transaction: SqlTransaction,
  model: number,
  thread: { key: number; messages: number },
  messages: readonly EmbeddedMessage[],
): Promise<void> {
  const { db, dialect } = transaction;
  const seqs = messages.map(({ seq }) => seq);
  const stored = await db
    .selectFrom('messages')
    .select(['seq', 'hash'])
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list(seqs))
    .where('removed', 'is', null)
    .execute();
  const hashes = new Map(stored.map(({ seq, hash }) => [seq, hash]));
  const kept = new Map(
    messages.filter(({ seq, hash }) => hashes.get(seq) === hash).map((one) => [one.seq, one]),
  );
  if (kept.size === 0) return;
  const keptSeqs = [...kept.keys()];
  await dropVectors(transaction, thread, keptSeqs, model);
  const rows = [...kept.values()].flatMap(({ seq, vectors }) =>
    vectors.map((vector, piece) => ({
      thread_key: thread.key,
      model_key: model,
      cell: cellOf(vector),
      seq,
      piece,
      vector: quantize(vector),
    })),
  );
  for (const piece of insertBatches(rows, dialect))
    await db.insertInto('message_vectors').values(piece).execute();
  await db
    .deleteFrom('vector_missing')
    .where('thread_key', '=', thread.key)
    .where('model_key', '=', model)
    .where('seq', 'in', dialect.list(keptSeqs))
    .execute();
  await advanceProgress(transaction, model, thread, { kept: keptSeqs, added: rows.length });
}

/** Moves `embedded_to` to the last embedded message. Messages that were skipped on the way are stored as missing. */
async function advanceProgress(
  { db, dialect }: SqlTransaction,
  model: number,
  thread: { key: number; messages: number },
  { kept, added }: { kept: readonly number[]; added: number },
): Promise<void> {
  const progress = await db
    .selectFrom('vector_progress')
    .select('embedded_to')
    .where('thread_key', '=', thread.key)
    .where('model_key', '=', model)
    .executeTakeFirstOrThrow();
  const to = Math.max(
    progress.embedded_to,
    kept.reduce((most, seq) => Math.max(most, seq), 0),
  );
  if (to - progress.embedded_to > kept.length) {
    await sql`
      insert into vector_missing (thread_key, model_key, seq)
      select thread_key, cast(${model} as integer), seq from messages
      where thread_key = ${thread.key} and seq > ${progress.embedded_to} and seq <= ${to} and removed is null
        and seq not in ${dialect.list(kept)}
      on conflict do nothing`.execute(db);
  }
  const missing = await db
    .selectFrom('vector_missing')
    .select('seq')
    .where('thread_key', '=', thread.key)
    .where('model_key', '=', model)
    .limit(1)
    .executeTakeFirst();
  await db
    .updateTable('vector_progress')
    .set(({ eb }) => ({
      embedded_to: to,
      vectors: eb('vectors', '+', added),
      pending: missing || to < thread.messages ? 1 : 0,
    }))
    .where('thread_key', '=', thread.key)
    .where('model_key', '=', model)
    .execute();
}

/** Removes the vectors of messages that changed or are about to be embedded again. */
async function dropVectors(
  { db, dialect }: SqlTransaction,
  thread: Pick<ThreadRow, 'key'>,
  seqs: readonly number[],
  model?: number,
): Promise<void> {
  let counting = db
    .selectFrom('message_vectors')
    .select(({ fn }) => ['model_key', fn.countAll<number>().as('count')])
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list(seqs))
    .groupBy('model_key');
  if (model !== undefined) counting = counting.where('model_key', '=', model);
  for (const { model_key, count } of await counting.execute()) {
    await db
      .deleteFrom('message_vectors')
      .where('thread_key', '=', thread.key)
      .where('seq', 'in', dialect.list(seqs))
      .where('model_key', '=', model_key)
      .execute();
    await db
      .updateTable('vector_progress')
      .set(({ eb }) => ({ vectors: eb('vectors', '-', Number(count)) }))
      .where('thread_key', '=', thread.key)
      .where('model_key', '=', model_key)
      .execute();
  }
}

/** After a rewrite: removes the vectors of the old contents and marks the new contents as missing. */
export async function forgetVectors(
  transaction: SqlTransaction,
  thread: Pick<ThreadRow, 'key'>,
  messages: readonly Message[],
): Promise<void> {
  const { db, dialect } = transaction;
  const models = await db
    .selectFrom('vector_progress')
    .select('model_key')
    .where('thread_key', '=', thread.key)
    .execute();
  if (models.length === 0) return;
  const seqs = messages.map(({ seq }) => seq);
  await dropVectors(transaction, thread, seqs);
  const list = dialect.list(seqs);
  await db
    .deleteFrom('vector_missing')
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', list)
    .execute();
  await sql`
    insert into vector_missing (thread_key, model_key, seq)
    select progress.thread_key, progress.model_key, messages.seq
    from vector_progress as progress
    cross join messages
    where progress.thread_key = ${thread.key} and messages.thread_key = progress.thread_key
      and messages.seq in ${list} and messages.seq <= progress.embedded_to and messages.removed is null`.execute(
    db,
  );
  await markPending(transaction, thread);
}

/** Marks a thread as having messages without vectors. */
export async function markPending({ db }: SqlTransaction, thread: Pick<ThreadRow, 'key'>): Promise<void> {
  await db
    .updateTable('vector_progress')
    .set({ pending: 1 })
    .where('thread_key', '=', thread.key)
    .where('pending', '=', 0)
    .execute();
}

/** Called when a thread is created: no model has embedded it yet. */
export async function awaitVectors({ db }: SqlTransaction, thread: Pick<ThreadRow, 'key'>): Promise<void> {
  await addProgress(db, { key: thread.key });
}

const addProgress = statement((db, { key }: { key: number }) => ({
  compile: () =>
    sql`
      insert into vector_progress (thread_key, model_key)
      select cast(${key} as integer), key from vector_models where true on conflict do nothing`.compile(db),
}));
