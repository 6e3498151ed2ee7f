/**
 * Messages that wait to be indexed. An append stores a message and leaves its words for later, when many are written
 * at once (see indexing.ts); until then a search reads the few that wait from the log, so that it finds what it would
 * find if they had been indexed.
 */
import { sql } from 'kysely';
import type { SqlContext } from '../context.ts';
import { type MessageRow, messageColumns } from '../message-rows.ts';
import { indexRow, readableMessages, toolsAnswered } from './index-rows.ts';
import type {
  Place,
  PlaceList,
  ScopeThread,
  TextIndex,
  TextLook,
  TextMatch,
  TextRange,
} from './text-index.ts';

/**
 * So many of the newest are read by one search. More wait only while the index is made anew from a log that was there
 * before it.
 */
export const mostWaitingRead = 512;

/** Messages of a thread from `seq` to its newest are not in the index, or not as they should be. */
export type Waiting = { threadKey: number; seq: number; messages: number };

type WaitingMessage = Place & { tokens: ReadonlySet<string> };

/** The same database, with an index that holds these messages, too. */
export async function withWaiting(context: SqlContext, waiting: readonly Waiting[]): Promise<SqlContext> {
  return (await completing(context, waiting)).context;
}

/** That database, and what was found in the index before it was known that messages wait, with those among them. */
export async function completing(
  context: SqlContext,
  waiting: readonly Waiting[],
): Promise<{
  context: SqlContext;
  complete: (looks: readonly TextLook[], found: PlaceList[][]) => PlaceList[][];
}> {
  if (waiting.length === 0) return { context, complete: (_, found) => found };
  const { dialect } = context;
  const { textIndex, complete } = completed(dialect.textIndex, await readWaiting(context, waiting));
  return { context: { ...context, dialect: { ...dialect, textIndex } }, complete };
}

export function waitingOf(threads: readonly ScopeThread[]): Waiting[] {
  return threads.flatMap(({ key, messages, unindexed }) =>
    unindexed === null || unindexed > messages ? [] : [{ threadKey: key, seq: unindexed, messages }],
  );
}

/** Of all threads, the newest first. */
export async function allWaiting({ db }: SqlContext): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('search_backlog')
    .innerJoin('threads', 'threads.key', 'search_backlog.thread_key')
    .select(['search_backlog.thread_key as threadKey', 'next_seq as seq', 'messages'])
    .orderBy('search_backlog.thread_key', 'desc')
    .limit(mostWaitingRead)
    .execute();
  return rows.filter(({ seq, messages }) => seq <= messages);
}

async function readWaiting(context: SqlContext, waiting: readonly Waiting[]): Promise<WaitingMessage[]> {
  const { db, dialect } = context;
  let left = mostWaitingRead;
  const starts = waiting.flatMap(({ threadKey, seq, messages }) => {
    if (left <= 0) return [];
    const from = Math.max(seq, messages - left + 1);
    left -= messages - from + 1;
    return [{ thread: threadKey, seq: from }];
  });
  const columns = sql.join(messageColumns.map((column) => sql.ref(`messages.${column}`)));
  const { rows } = await sql<MessageRow & { thread_key: number }>`
    select messages.thread_key, ${columns}
    from ${dialect.places(starts)} as wanted
    cross join messages
    where messages.thread_key = wanted.thread and messages.seq >= wanted.seq and messages.removed is null`.execute(
    db,
  );
  const found: WaitingMessage[] = [];
  for (const { thread: threadKey } of starts) {
    const messages = readableMessages(rows.filter((row) => row.thread_key === threadKey));
    const toolOf = await toolsAnswered(context, threadKey, messages);
    for (const message of messages) {
      const row = indexRow(threadKey, message, toolOf);
      found.push({ ...row, tokens: new Set(row.tokens) });
    }
  }
  return found.sort(newestFirst);
}

/** As the index itself answers: by the thread's key, then by number. */
function newestFirst(first: Place, second: Place): number {
  return second.threadKey - first.threadKey || second.seq - first.seq;
}

/** What the index says of a message that waits may be out of date, and is not listened to. */
function completed(index: TextIndex, waiting: readonly WaitingMessage[]) {
  const byPlace = new Map<number, Map<number, WaitingMessage>>();
  for (const message of waiting) {
    const ofThread = byPlace.get(message.threadKey) ?? new Map<number, WaitingMessage>();
    byPlace.set(message.threadKey, ofThread.set(message.seq, message));
  }
  const waits = ({ threadKey, seq }: Place) => byPlace.get(threadKey)?.get(seq);
  const complete = (looks: readonly TextLook[], found: PlaceList[][]): PlaceList[][] =>
    looks.map(({ range, matches, limit }, look) => {
      const near = waiting.filter((message) => isWithin(message, range));
      return matches.map((match, position) => {
        const indexed = found[look]![position]!;
        if (near.length === 0) return indexed;
        const fitting = near.filter((message) => fits(message, match));
        return joined(fitting, without(indexed, waits), limit);
      });
    });
  const textIndex: TextIndex = {
    ...index,
    find: async (db, looks) => complete(looks, await index.find(db, looks)),
    async filter(db, { places, match }) {
      const indexed = await index.filter(db, {
        places: places.filter((place) => waits(place) === undefined),
        match,
      });
      const fitting = places.filter((place) => {
        const message = waits(place);
        return message !== undefined && fits(message, match);
      });
      return [...indexed, ...fitting];
    },
    async frequencies(db, { matches, limit }) {
      const counts = await index.frequencies(db, { matches, limit });
      return counts.map((count, position) => {
        const fitting = waiting.filter((message) => fits(message, matches[position]!));
        return Math.min(limit, count + fitting.length);
      });
    },
  };
  return { textIndex, complete };
}

function without({ threadKeys, seqs }: PlaceList, waits: (place: Place) => unknown): PlaceList {
  const keyAt = (index: number) => (typeof threadKeys === 'number' ? threadKeys : threadKeys[index]!);
  const isKept = (seq: number, index: number) => waits({ threadKey: keyAt(index), seq }) === undefined;
  if (seqs.every(isKept)) return { threadKeys, seqs };
  const kept = [...seqs.keys()].filter((index) => isKept(seqs[index]!, index));
  return { threadKeys: kept.map(keyAt), seqs: kept.map((index) => seqs[index]!) };
}

/** Newest first; of one thread, what waits is newer than what is indexed. */
function joined(fitting: readonly Place[], indexed: PlaceList, limit: number): PlaceList {
  const { threadKeys, seqs } = indexed;
  if (fitting.length === 0) return indexed;
  if (typeof threadKeys === 'number' && !(seqs[0]! > fitting.at(-1)!.seq))
    return { threadKeys, seqs: [...fitting.map(({ seq }) => seq), ...seqs].slice(0, limit) };
  const keyAt = (index: number) => (typeof threadKeys === 'number' ? threadKeys : threadKeys[index]!);
  const all = [...fitting, ...seqs.map((seq, index) => ({ threadKey: keyAt(index), seq }))];
  const newest = all.sort(newestFirst).slice(0, limit);
  return { threadKeys: newest.map(({ threadKey }) => threadKey), seqs: newest.map(({ seq }) => seq) };
}

function isWithin({ threadKey, seq }: Place, range: TextRange): boolean {
  return range === 'all' || (range.threadKey === threadKey && seq <= range.upTo);
}

function fits({ tokens }: WaitingMessage, match: TextMatch): boolean {
  return match.every((words) => words.some((word) => tokens.has(word)));
}
