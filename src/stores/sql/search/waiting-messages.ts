/**
 * Includes messages that wait to be indexed in searches. Appended messages are indexed later, in batches (see
 * indexing.ts). Until then a search reads them from the log, so that it finds the same as if they were indexed.
 */
import { sql } from 'kysely';
import type { SqlContext } from '../context.ts';
import { type MessageRow, messageColumns } from '../message-rows.ts';
import type {
  Place,
  PlaceList,
  ScopeThread,
  TextIndex,
  TextLookup,
  TextMatch,
  TextRange,
} from '../text-index.ts';
import { indexRow, readableMessages, toolsAnswered } from './index-rows.ts';

/** Most waiting messages that one search reads, newest first. More of them wait only while an index is rebuilt. */
export const mostWaitingRead = 512;

/** The messages of a thread from `seq` to its newest, which are not in the index, or only in an earlier version. */
export type WaitingRange = { threadKey: number; seq: number; messages: number };

type WaitingMessage = Place & { tokens: ReadonlySet<string> };

/** The same context, with an index that also finds these messages. */
export async function withWaiting(
  context: SqlContext,
  waiting: readonly WaitingRange[],
): Promise<SqlContext> {
  return (await completeWithWaiting(context, waiting)).context;
}

/**
 * The same, with a function that completes results that were read from the index before it was known which messages
 * wait.
 */
export async function completeWithWaiting(
  context: SqlContext,
  waiting: readonly WaitingRange[],
): Promise<{
  context: SqlContext;
  complete: (lookups: readonly TextLookup[], found: PlaceList[][]) => PlaceList[][];
}> {
  if (waiting.length === 0) return { context, complete: (_, found) => found };
  const { dialect } = context;
  const { textIndex, complete } = indexWithWaiting(dialect.textIndex, await readWaiting(context, waiting));
  return { context: { ...context, dialect: { ...dialect, textIndex } }, complete };
}

export function waitingOf(threads: readonly ScopeThread[]): WaitingRange[] {
  return threads.flatMap(({ key, messages, unindexed }) =>
    unindexed === null || unindexed > messages ? [] : [{ threadKey: key, seq: unindexed, messages }],
  );
}

/** Newest threads first. */
export async function waitingInAllThreads({ db }: SqlContext): Promise<WaitingRange[]> {
  const rows = await db
    .selectFrom('search_backlog')
    .innerJoin('threads', 'threads.key', 'search_backlog.thread_key')
    .select(['search_backlog.thread_key as threadKey', 'next_seq as seq', 'messages'])
    .orderBy('search_backlog.thread_key', 'desc')
    .limit(mostWaitingRead)
    .execute();
  return rows.filter(({ seq, messages }) => seq <= messages);
}

async function readWaiting(context: SqlContext, waiting: readonly WaitingRange[]): Promise<WaitingMessage[]> {
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

/** The order in which the index returns places: by the thread's key, then by number, both descending. */
function newestFirst(first: Place, second: Place): number {
  return second.threadKey - first.threadKey || second.seq - first.seq;
}

/** Ignores what the index holds for a waiting message, because it may be out of date. */
function indexWithWaiting(index: TextIndex, waiting: readonly WaitingMessage[]) {
  const byPlace = new Map<number, Map<number, WaitingMessage>>();
  for (const message of waiting) {
    const ofThread = byPlace.get(message.threadKey) ?? new Map<number, WaitingMessage>();
    byPlace.set(message.threadKey, ofThread.set(message.seq, message));
  }
  const waitingAt = ({ threadKey, seq }: Place) => byPlace.get(threadKey)?.get(seq);
  const complete = (lookups: readonly TextLookup[], found: PlaceList[][]): PlaceList[][] =>
    lookups.map(({ range, matches, limit }, lookup) => {
      const inRange = waiting.filter((message) => isWithin(message, range));
      return matches.map((match, position) => {
        const indexed = found[lookup]![position]!;
        if (inRange.length === 0) return indexed;
        const fitting = inRange.filter((message) => containsMatch(message, match));
        return newestOf(fitting, withoutWaiting(indexed, waitingAt), limit);
      });
    });
  const textIndex: TextIndex = {
    ...index,
    find: async (db, lookups) => complete(lookups, await index.find(db, lookups)),
    async filter(db, { places, match }) {
      const indexed = await index.filter(db, {
        places: places.filter((place) => waitingAt(place) === undefined),
        match,
      });
      const fitting = places.filter((place) => {
        const message = waitingAt(place);
        return message !== undefined && containsMatch(message, match);
      });
      return [...indexed, ...fitting];
    },
    async frequencies(db, { matches, limit }) {
      const counts = await index.frequencies(db, { matches, limit });
      return counts.map((count, position) => {
        const fitting = waiting.filter((message) => containsMatch(message, matches[position]!));
        return Math.min(limit, count + fitting.length);
      });
    },
  };
  return { textIndex, complete };
}

function withoutWaiting({ threadKeys, seqs }: PlaceList, waitingAt: (place: Place) => unknown): PlaceList {
  const keyAt = (index: number) => (typeof threadKeys === 'number' ? threadKeys : threadKeys[index]!);
  const isKept = (seq: number, index: number) => waitingAt({ threadKey: keyAt(index), seq }) === undefined;
  if (seqs.every(isKept)) return { threadKeys, seqs };
  const kept = [...seqs.keys()].filter((index) => isKept(seqs[index]!, index));
  return { threadKeys: kept.map(keyAt), seqs: kept.map((index) => seqs[index]!) };
}

/** Merges both lists, newest first. Within one thread, waiting messages are nearly always newer than indexed ones. */
function newestOf(fitting: readonly Place[], indexed: PlaceList, limit: number): PlaceList {
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

function containsMatch({ tokens }: WaitingMessage, match: TextMatch): boolean {
  return match.every((words) => words.some((word) => tokens.has(word)));
}
