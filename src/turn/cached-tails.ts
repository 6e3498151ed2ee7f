/** The newest messages of the threads used last, in memory and bounded by size. */
import { archiveCallIds } from '../message/archive-answer.ts';
import type { Message } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type CachedMessage, cacheMessage } from './cached-message.ts';

/** Most characters of all cached messages. */
const mostCharacters = 6_000_000;
/** Most threads, however short, because a program with many threads does not use each of them again soon. */
const mostThreads = 128;
/** Most messages of one thread. One read of a turn asks for fewer. */
const mostMessages = 1_024;

type Tail = { key: string; messages: CachedMessage[]; size: number };

export type CachedTails = {
  /** The messages cached for this revision of the thread, oldest first; undefined if there are none. */
  messagesOf(state: ThreadState): readonly CachedMessage[] | undefined;
  /** Caches these messages instead of earlier ones of the thread. */
  store(state: ThreadState, messages: readonly CachedMessage[]): void;
  /** Adds newer messages to the cached ones. Drops the thread if they do not directly follow them. */
  extend(state: ThreadState, messages: readonly Message[]): void;
  drop(threadId: string): void;
};

export function createCachedTails(): CachedTails {
  const tails = new Map<string, Tail>();
  let size = 0;

  const drop = (threadId: string): void => {
    size -= tails.get(threadId)?.size ?? 0;
    tails.delete(threadId);
  };

  const makeRoom = (): void => {
    while (size > mostCharacters || tails.size > mostThreads) drop(tails.keys().next().value!);
  };

  const tailOf = (state: ThreadState): Tail | undefined => {
    const tail = tails.get(state.id);
    return tail?.key === keyOf(state) ? tail : undefined;
  };

  const store: CachedTails['store'] = (state, messages) => {
    drop(state.id);
    const newest = messages.slice(-mostMessages);
    const tail = { key: keyOf(state), messages: newest, size: sizeOf(newest) };
    if (newest.length === 0 || tail.size > mostCharacters / 4) return;
    tails.set(state.id, tail);
    size += tail.size;
    makeRoom();
  };

  /** Every message of every thread is added here, so this must not iterate over the messages cached before. */
  const add = (state: ThreadState, tail: Tail, following: readonly Message[]): void => {
    const added = following.map(cacheMessage);
    const addedSize = sizeOf(added);
    if (tail.messages.length + added.length > mostMessages || tail.size + addedSize > mostCharacters / 4) {
      store(state, [...tail.messages, ...added]);
      return;
    }
    tail.messages.push(...added);
    tail.size += addedSize;
    tails.delete(state.id);
    tails.set(state.id, tail);
    size += addedSize;
    makeRoom();
  };

  return {
    drop,
    store,
    messagesOf: (state) => tailOf(state)?.messages,
    extend(state, messages) {
      const tail = tailOf(state);
      const last = tail?.messages.at(-1)?.seq ?? 0;
      const following = messages.filter(({ seq }) => seq > last);
      if (tail !== undefined && isRun(following, last + 1) && !following.some(changesEarlier))
        add(state, tail, following);
      else drop(state.id);
    },
  };
}

/** An answer of the archive marks the call before it, so the cached copy of that message is outdated. */
function changesEarlier(message: Message): boolean {
  return archiveCallIds(message).length > 0;
}

/** The time of creation is part of the key, because a deleted thread may give its id to another one. */
function keyOf({ createdAt, revision }: ThreadState): string {
  return `${createdAt}:${revision}`;
}

function sizeOf(messages: readonly CachedMessage[]): number {
  return messages.reduce((sum, message) => sum + message.size, 0);
}

/** Whether the messages follow one another without a gap, beginning at `from`. */
export function isRun(messages: readonly { seq: number }[], from: number): boolean {
  return messages.every(({ seq }, index) => seq === from + index);
}
