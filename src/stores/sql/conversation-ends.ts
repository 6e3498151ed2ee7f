/** Ends of conversations that clients send again (see records/conversation-end.ts). */
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
    await dropOldEnds(transaction.db, { threadKey: key, kept: mostEnds });
  });
}

/**
 * Older ends are dropped whenever the thread has grown by this many messages: doing it on every append takes longer
 * than writing the new ends.
 */
const messagesBetween = 16;

/**
 * Writes ends together with appended messages. `from` and `to` are the thread's message counts before and after the
 * append.
 */
export async function appendEnds(
  transaction: SqlTransaction,
  options: { threadKey: number; ends: readonly ConversationEnd[]; from: number; to: number },
): Promise<void> {
  const { threadKey, ends, from, to } = options;
  if (ends.length === 0) return;
  await writeEnds(transaction, threadKey, ends);
  if (Math.floor(from / messagesBetween) < Math.floor(to / messagesBetween))
    await dropOldEnds(transaction.db, { threadKey, kept: mostEnds });
}

async function writeEnds(
  { db }: SqlTransaction,
  thread_key: number,
  ends: readonly ConversationEnd[],
): Promise<void> {
  if (ends.length === 0) return;
  const newest = ends.slice(-mostEnds);
  const rows = newest.map(({ key, seq, length }) => ({ thread_key, end_key: key, seq, length }));
  await insertEnds(db, rows);
}

const insertEnds = insertRows('conversation_ends');

const dropOldEnds = statement((db, { threadKey, kept }: { threadKey: number; kept: number }) =>
  db
    .deleteFrom('conversation_ends')
    .where('thread_key', '=', threadKey)
    .where((query) =>
      query(
        'key',
        '<=',
        query
          .selectFrom('conversation_ends')
          .select('key')
          .where('thread_key', '=', threadKey)
          .orderBy('key', 'desc')
          .offset(kept)
          .limit(1),
      ),
    ),
);

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
  const found = new Map<string, FoundEnd>();
  for (const { id, messages, tokens, settings, end_key, seq, length } of rows) {
    const place = `${end_key} ${id}`;
    // The newest end comes first and replaces older ones with the same key.
    if (found.has(place)) continue;
    found.set(place, {
      threadId: id,
      messages: Number(messages),
      tokens: Number(tokens),
      settings: decodeSettings(id, settings),
      key: end_key,
      seq: Number(seq),
      length: Number(length),
    });
  }
  return [...found.values()];
}
