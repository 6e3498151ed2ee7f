/**
 * Reads the newest messages of a thread. Those of the threads used last are kept in memory, so that a turn reads only
 * the messages that came since the last one. They are valid until the thread's revision changes; every change of stored
 * messages changes it, in whichever process. Messages that other processes append are read when they are needed.
 * Results are the same without the cache.
 */
import type { Emitter } from '../engine/emitter.ts';
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import { isEverthreadError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { cacheMessage, copyOf } from './cached-message.ts';
import { createCachedTails, isRun } from './cached-tails.ts';

export type NewestRange = { threadId: string; from: number; to: number; limit: number };

export type TailCache = {
  /** The newest messages of the range, newest first. `state` is the thread's row, read before. */
  read(ports: ReadablePorts, state: ThreadState, range: NewestRange): Promise<Message[]>;
  /** Adds messages that were appended. `state` is the thread's row after the append. */
  appended(state: ThreadState, messages: readonly Message[]): void;
};

export function createTailCache(emitter: Pick<Emitter, 'onChange'>): TailCache {
  const tails = createCachedTails();
  // What is forgotten must not stay in memory either.
  emitter.onChange(['deleted', 'forget'], ({ threadId }) => tails.drop(threadId));

  /** Reads the messages that follow the cached ones, if the range needs them. */
  const readFollowing = async (ports: ReadablePorts, state: ThreadState, range: NewestRange) => {
    const { threadId, to } = range;
    const last = tails.messagesOf(state)?.at(-1)?.seq;
    if (last === undefined || last < lowestOf(range) - 1 || last >= to) return;
    const following = await ports.store.readMessages({ threadId, from: last + 1, to }).catch(unlessCorrupt);
    if (following === undefined) tails.drop(threadId);
    else tails.extend(state, following);
  };

  const copiesOf = (state: ThreadState, range: NewestRange): Message[] | undefined => {
    const cached = tails.messagesOf(state);
    const first = cached?.[0]?.seq ?? Number.POSITIVE_INFINITY;
    const lowest = lowestOf(range);
    if (cached === undefined || first > lowest || cached.at(-1)!.seq < range.to) return undefined;
    const copies: Message[] = [];
    for (let at = range.to - first; at >= lowest - first; at -= 1) copies.push(copyOf(cached[at]!));
    return copies;
  };

  /** Caches a complete page that ends with the newest message, or directly before the messages cached already. */
  const storePage = (state: ThreadState, range: NewestRange, page: readonly Message[]): void => {
    const { to } = range;
    const read = page.map(cacheMessage).reverse();
    if (!isRun(read, lowestOf(range))) return;
    const cached = tails.messagesOf(state) ?? [];
    if (to === state.messages) tails.store(state, read);
    else if (to === (cached[0]?.seq ?? 0) - 1) tails.store(state, [...read, ...cached]);
  };

  return {
    async read(ports, state, range) {
      await readFollowing(ports, state, range);
      const copies = copiesOf(state, range);
      if (copies !== undefined) return copies;
      const newestFirst = { ...range, newestFirst: true };
      const page = await ports.store.readMessages(newestFirst).catch(unlessCorrupt);
      if (page === undefined) return readableMessages(ports, newestFirst);
      storePage(state, range, page);
      return page;
    },
    appended(state, messages) {
      if (tails.messagesOf(state) !== undefined) tails.extend(state, messages);
    },
  };
}

/** The first message of the range that its limit allows. */
function lowestOf({ from, to, limit }: NewestRange): number {
  return Math.max(from, to - limit + 1);
}

/** Undefined for a damaged page, which is then read message by message and not cached. */
function unlessCorrupt(error: unknown): undefined {
  if (!isEverthreadError(error, 'store_corrupt')) throw error;
}
