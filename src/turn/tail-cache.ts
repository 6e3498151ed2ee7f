/**
 * The newest messages of the threads used last, so that a turn reads only what came since the last one. They hold while
 * the thread's revision does, which every change of what was said moves on, in whichever process; what others append is
 * read as it comes. Bounded by size, and the same answer with it as without.
 */
import type { Emitter } from '../engine/emitter.ts';
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import { isEverthreadError } from '../errors.ts';
import { archiveCallIds } from '../message/archive-answer.ts';
import { manyParts } from '../message/limits.ts';
import type { Message, Part } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** Characters of all that is held. */
const mostCharacters = 6_000_000;
/** A message takes so much besides what it says. */
const messageCharacters = 600;
/** However short they are: whoever has many threads does not turn to each of them again. */
const mostThreads = 128;
/** Of one thread: more than one read of a turn asks for. */
const mostMessages = 1_024;

export type NewestRange = { threadId: string; from: number; to: number; limit: number };

export type TailCache = {
  /** The newest messages of the range, newest first. `state` was read before. */
  read(ports: ReadablePorts, state: ThreadState, range: NewestRange): Promise<Message[]>;
  /** Messages were stored behind the others, and `state` is the row as of then. */
  appended(state: ThreadState, messages: readonly Message[]): void;
};

/** Handed out as a copy, because contexts belong to their callers: of more than plain text, what it is written as. */
type Kept = { seq: number; size: number } & ({ own: Message; texts: string[] } | { copy: () => Message });

type Tail = { key: string; kept: Kept[]; size: number };

/** A thread that is deleted may give its name to another; what is forgotten of one is not to be held either. */
export function createTailCache(emitter: Pick<Emitter, 'onChange'>): TailCache {
  const tails = new Map<string, Tail>();
  let size = 0;

  const drop = (threadId: string): void => {
    size -= tails.get(threadId)?.size ?? 0;
    tails.delete(threadId);
  };

  emitter.onChange(['deleted', 'forget'], ({ threadId }) => drop(threadId));

  const hold = (threadId: string, key: string, kept: Kept[]): void => {
    drop(threadId);
    const newest = kept.slice(-mostMessages);
    const tail = { key, kept: newest, size: newest.reduce((sum, one) => sum + one.size, 0) };
    if (newest.length === 0 || tail.size > mostCharacters / 4) return;
    tails.set(threadId, tail);
    size += tail.size;
    makeRoom();
  };

  const makeRoom = (): void => {
    while (size > mostCharacters || tails.size > mostThreads) drop(tails.keys().next().value!);
  };

  /** Every message of every thread comes this way: what is held already is not gone through again. */
  const add = (threadId: string, tail: Tail, follow: readonly Message[]): void => {
    const added = follow.map(keep);
    const more = added.reduce((sum, one) => sum + one.size, 0);
    if (tail.kept.length + added.length > mostMessages || tail.size + more > mostCharacters / 4) {
      hold(threadId, tail.key, [...tail.kept, ...added]);
      return;
    }
    tail.kept.push(...added);
    tail.size += more;
    tails.delete(threadId);
    tails.set(threadId, tail);
    size += more;
    makeRoom();
  };

  const known = (state: ThreadState): Tail | undefined => {
    const tail = tails.get(state.id);
    return tail?.key === keyOf(state) ? tail : undefined;
  };

  /** Those that don't follow on, or tell of calls before them that the archive answered, end what is held. */
  const extend = (state: ThreadState, messages: readonly Message[]): void => {
    const tail = known(state);
    const follow = messages.filter(({ seq }) => seq > (tail?.kept.at(-1)?.seq ?? 0));
    const fits = tail !== undefined && isRun(follow, tail.kept.at(-1)!.seq + 1);
    if (fits && follow.every((message) => archiveCallIds(message).length === 0)) add(state.id, tail, follow);
    else drop(state.id);
  };

  return {
    async read(ports, state, range) {
      const { threadId, from, to, limit } = range;
      const lowest = Math.max(from, to - limit + 1);
      const last = known(state)?.kept.at(-1)?.seq;
      if (last !== undefined && last >= lowest - 1 && last < to) {
        const between = { threadId, from: last + 1, to };
        const unseen = await ports.store.readMessages(between).catch(unlessCorrupt);
        if (unseen === undefined) drop(threadId);
        else extend(state, unseen);
      }
      const tail = known(state);
      const first = tail?.kept[0]?.seq ?? Number.POSITIVE_INFINITY;
      if (tail !== undefined && first <= lowest && tail.kept.at(-1)!.seq >= to) {
        const copies: Message[] = [];
        for (let at = to - first; at >= lowest - first; at -= 1) copies.push(copyOf(tail.kept[at]!));
        return copies;
      }
      const newestFirst = { ...range, newestFirst: true };
      const page = await ports.store.readMessages(newestFirst).catch(unlessCorrupt);
      if (page === undefined) return readableMessages(ports, newestFirst);
      const kept = page.map(keep).reverse();
      const before = known(state)?.kept ?? [];
      if (!isRun(kept, lowest)) return page;
      if (to === state.messages) hold(threadId, keyOf(state), kept);
      else if (to === (before[0]?.seq ?? 0) - 1) hold(threadId, keyOf(state), [...kept, ...before]);
      return page;
    },
    appended(state, messages) {
      if (known(state) !== undefined) extend(state, messages);
    },
  };
}

function keyOf({ createdAt, revision }: ThreadState): string {
  return `${createdAt}:${revision}`;
}

function isRun(messages: readonly { seq: number }[], from: number): boolean {
  return messages.every(({ seq }, index) => seq === from + index);
}

/** What is damaged is read around, and kept by nobody. */
function unlessCorrupt(error: unknown): undefined {
  if (!isEverthreadError(error, 'store_corrupt')) throw error;
}

function keep(message: Message): Kept {
  const { seq } = message;
  // Writing it out would hold the loop for longer than reading it again does.
  if (message.parts.length > manyParts)
    return { seq, size: Number.POSITIVE_INFINITY, copy: () => structuredClone(message) };
  const texts = plainTexts(message);
  if (texts === undefined) {
    const written = JSON.stringify(message);
    return { seq, size: written.length + messageCharacters, copy: () => JSON.parse(written) as Message };
  }
  // The message belongs to whom it was given to.
  const own: Message = { ...message, parts: [] };
  const size = texts.reduce((sum, text) => sum + text.length, messageCharacters);
  return { seq, size, own, texts };
}

function copyOf(kept: Kept): Message {
  if ('copy' in kept) return kept.copy();
  const { own, texts } = kept;
  const [text = ''] = texts;
  // Nearly every message has one.
  return { ...own, parts: texts.length === 1 ? [textPart(text)] : texts.map(textPart) };
}

function textPart(text: string): Part {
  return { type: 'text', text };
}

/** Where a message holds nothing that a copy of its outermost values would share. */
function plainTexts({ parts, extra, origin }: Message): string[] | undefined {
  if (extra !== undefined || origin !== undefined) return undefined;
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type !== 'text' || part.extra !== undefined) return undefined;
    texts.push(part.text);
  }
  return texts;
}
