/** Where conversations that clients send again ended (see records/conversation-end.ts). */
import { type ConversationEnd, type FoundEnd, mostEnds } from '../../records/conversation-end.ts';
import { checkEnds } from '../rules/conversation-ends.ts';
import { lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { insertRows, statement } from './statement.ts';
import { decodeSettings } from './thread-rows.ts';

type Listed = SqlDialect['listed'];

export async function recordEnds(
  context: SqlContext,
  { threadId, ends }: { threadId: string; ends: readonly ConversationEnd[] },
): Promise<void> {
  checkEnds(threadId, ends);
  await inSharedTransaction(context, async (transaction) => {
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
  const newest = ends.slice(-mostEnds);
  await makeRoom(db, {
    ...{ listed: dialect.listed, threadKey: thread_key },
    ...{ keys: JSON.stringify(newest.map(({ key }) => key)), kept: mostEnds - newest.length },
  });
  const rows = newest.map(({ key, seq, length }) => ({ thread_key, end_key: key, seq, length }));
  await insertEnds(db, rows);
}

const insertEnds = insertRows('conversation_ends');

/** Takes away those that come again, and so many of the oldest that the new ones have room. */
const makeRoom = statement((db, given: { listed: Listed; threadKey: number; keys: string; kept: number }) => {
  const { listed, threadKey, keys, kept } = given;
  return db
    .deleteFrom('conversation_ends')
    .where('thread_key', '=', threadKey)
    .where((query) => {
      const oldest = query
        .selectFrom('conversation_ends')
        .select('key')
        .where('thread_key', '=', threadKey)
        .where('end_key', 'not in', listed<string>(keys))
        .orderBy('key', 'desc')
        .offset(kept)
        .limit(1);
      return query.or([query('end_key', 'in', listed<string>(keys)), query('key', '<=', oldest)]);
    });
});

const selectEnds = statement((db, { listed, keys }: { listed: Listed; keys: string }) =>
  db
    .selectFrom('conversation_ends')
    .innerJoin('threads', 'threads.key', 'conversation_ends.thread_key')
    .select(['threads.id', 'threads.messages', 'tokens', 'settings', 'end_key', 'seq', 'length'])
    .where('end_key', 'in', listed<string>(keys))
    .orderBy('conversation_ends.key', 'desc'),
);

export async function findEnds({ db, dialect }: SqlContext, keys: readonly string[]): Promise<FoundEnd[]> {
  if (keys.length === 0) return [];
  const rows = await selectEnds(db, { listed: dialect.listed, keys: JSON.stringify(keys) });
  return rows.map(({ id, messages, tokens, settings, end_key, seq, length }) => ({
    threadId: id,
    messages: Number(messages),
    tokens: Number(tokens),
    settings: decodeSettings(id, settings),
    key: end_key,
    seq: Number(seq),
    length: Number(length),
  }));
}
