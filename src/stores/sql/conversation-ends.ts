/** Where conversations that clients send again ended (see records/conversation-end.ts). */
import { type ConversationEnd, type FoundEnd, mostEnds } from '../../records/conversation-end.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';

export async function recordEnds(
  context: SqlContext,
  { threadId, ends }: { threadId: string; ends: readonly ConversationEnd[] },
): Promise<void> {
  checkEnds(threadId, ends);
  await inTransaction(context, async (transaction) => {
    const { key } = await lockThread(transaction, threadId);
    await writeEnds(transaction, key, ends);
  });
}

export async function writeEnds(
  { db, dialect }: SqlTransaction,
  thread_key: number,
  ends: readonly ConversationEnd[],
): Promise<void> {
  if (ends.length === 0) return;
  await db
    .deleteFrom('conversation_ends')
    .where('thread_key', '=', thread_key)
    .where('end_key', 'in', dialect.list(ends.map(({ key }) => key)))
    .execute();
  const rows = ends.map(({ key, seq, length }) => ({ thread_key, end_key: key, seq, length }));
  await db.insertInto('conversation_ends').values(rows).execute();
  await db
    .deleteFrom('conversation_ends')
    .where('thread_key', '=', thread_key)
    .where('key', '<=', (query) =>
      query
        .selectFrom('conversation_ends')
        .select('key')
        .where('thread_key', '=', thread_key)
        .orderBy('key', 'desc')
        .offset(mostEnds)
        .limit(1),
    )
    .execute();
}

export async function findEnds({ db, dialect }: SqlContext, keys: readonly string[]): Promise<FoundEnd[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('conversation_ends')
    .innerJoin('threads', 'threads.key', 'conversation_ends.thread_key')
    .select(['threads.id', 'threads.messages', 'end_key', 'seq', 'length'])
    .where('end_key', 'in', dialect.list(keys))
    .orderBy('conversation_ends.key', 'desc')
    .execute();
  return rows.map(({ id, messages, end_key, seq, length }) => ({
    threadId: id,
    messages: Number(messages),
    key: end_key,
    seq: Number(seq),
    length: Number(length),
  }));
}
