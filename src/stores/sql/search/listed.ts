/** Lists the messages of a thread that the full-text index holds, to find damage. */
import { checkRange } from '../../rules/checks.ts';
import type { SqlContext } from '../context.ts';
import { mostWaitingRead } from './waiting-messages.ts';

/** Messages that wait to be indexed count as indexed, because searches find them. */
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
  const found = new Set([...indexed, ...waiting.map(({ seq }) => seq)]);
  return [...found].sort((first, second) => first - second).slice(0, limit);
}
