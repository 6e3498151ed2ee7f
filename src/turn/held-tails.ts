/** The newest messages of the threads used last, in memory and bounded by size. */
import { archiveCallIds } from '../message/archive-answer.ts';
import type { Message } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type HeldMessage, holdMessage } from './held-message.ts';

/** Most characters of all messages held. */
const mostCharacters = 6_000_000;
/** Most threads, however short, because a program with many threads does not use each of them again soon. */
const mostThreads = 128;
/** Most messages of one thread. One read of a turn asks for fewer. */
const mostMessages = 1_024;

type Tail = { key: string; messages: HeldMessage[]; size: number };

export type HeldTails = {
  /** The messages held for this revision of the thread, oldest first; undefined if none are. */
  messagesOf(state: ThreadState): readonly HeldMessage[] | undefined;
  /** Holds these messages instead of earlier ones of the thread. */
  hold(state: ThreadState, messages: readonly HeldMessage[]): void;
  /** Adds newer messages to those held. Drops the thread if they do not follow on. */
  extend(state: ThreadState, messages: readonly Message[]): void;
  drop(threadId: string): void;
};

export function createHeldTails(): HeldTails {
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

  const hold: HeldTails['hold'] = (state, messages) => {
    drop(state.id);
    const newest = messages.slice(-mostMessages);
    const tail = { key: keyOf(state), messages: newest, size: sizeOf(newest) };
    if (newest.length === 0 || tail.size > mostCharacters / 4) return;
    tails.set(state.id, tail);
    size += tail.size;
    makeRoom();
  };

  /** Every message of every thread passes here, so the messages held already are not gone through again. */
  const add = (state: ThreadState, tail: Tail, following: readonly Message[]): void => {
    const added = following.map(holdMessage);
    const addedSize = sizeOf(added);
    if (tail.messages.length + added.length > mostMessages || tail.size + addedSize > mostCharacters / 4) {
      hold(state, [...tail.messages, ...added]);
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
    hold,
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

/** An answer of the archive marks the call before it, so that message is no longer as it is held. */
function changesEarlier(message: Message): boolean {
  return archiveCallIds(message).length > 0;
}

/** The time of creation is part of the key, because a deleted thread may give its id to another one. */
function keyOf({ createdAt, revision }: ThreadState): string {
  return `${createdAt}:${revision}`;
}

function sizeOf(messages: readonly HeldMessage[]): number {
  return messages.reduce((sum, message) => sum + message.size, 0);
}

/** Whether the messages follow one another without a gap, beginning at `from`. */
export function isRun(messages: readonly { seq: number }[], from: number): boolean {
  return messages.every(({ seq }, index) => seq === from + index);
}
