/** Reads the log. */
import { sql } from 'kysely';
import type { Message, MessageMeta } from '../../message/message.ts';
import type { MessagePlace, Range } from '../../store.ts';
import { byPlace, checkId, checkPlaces, checkRange, isId } from '../rules/checks.ts';
import type { StoredPlace } from '../rules/settle.ts';
import { ofThread, type SqlContext, type SqlTransaction } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import { type MessageRow, messageColumns, metaColumns, toMessage, toMeta } from './message-rows.ts';
import { statement } from './statement.ts';
import type { ThreadRow } from './thread-rows.ts';

export async function readMessages({ db }: SqlContext, range: Range): Promise<Message[]> {
  checkRange(range);
  const rows = await selectMessages(db, range);
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

/**
 * Reads messages of a single thread, the usual case in a turn: numbers alone are faster to look up than pairs of thread
 * and number.
 */
async function readSeqs(
  { db, dialect }: SqlContext,
  threadId: string,
  seqs: readonly number[],
): Promise<Message[]> {
  const { listed } = dialect;
  const rows = await selectSeqs(db, { listed, threadId, seqs: JSON.stringify(seqs) });
  return rows.map((row) => toMessage(threadId, row));
}

const selectSeqs = statement(
  (db, { listed, threadId, seqs }: { listed: SqlDialect['listed']; threadId: string; seqs: string }) =>
    db
      .selectFrom('messages')
      .select(messageColumns)
      .where(ofThread(threadId))
      .where('seq', 'in', listed<number>(seqs))
      .orderBy('seq'),
);

export async function readMetas({ db }: SqlContext, range: Range): Promise<MessageMeta[]> {
  checkRange(range);
  const rows = await selectMetas(db, range);
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

const selectMessages = statement((db, range: Range) => rangeQuery(db, range).select(messageColumns));
const selectMetas = statement((db, range: Range) => rangeQuery(db, range).select(metaColumns));

function rangeQuery(db: SqlContext['db'], { threadId, from, to, limit, newestFirst }: Range) {
  let query = db
    .selectFrom('messages')
    .where(ofThread(threadId))
    .orderBy('seq', newestFirst ? 'desc' : 'asc');
  if (from !== undefined) query = query.where('seq', '>=', from);
  if (to !== undefined) query = query.where('seq', '<=', to);
  if (limit !== undefined) query = query.limit(limit);
  return query;
}

/** The places of these messages by number, to check summaries against. */
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
