/**
 * Finds the thread of a conversation that a client sends again, by where it ends:
 *
 * - A client that appends: some beginning of what it sends is how a thread ends. It goes on there.
 * - One that edits or asks again: the longest beginning that is known ends inside a thread that has gone on since. What
 *   it sends is a branch, a thread of its own.
 * - One that sends its newest part, or has summarized the rest itself: its last messages are the last of a thread, and it
 *   sends fewer than before. It goes on there, and the thread keeps what the client let go.
 * - Anything else (a title, a sub-agent) is a conversation of its own.
 *
 * A thread that is being answered is not open to another request: two that ask the same at once get a thread each.
 */
import type { Everthread } from '../../everthread.ts';
import type { Conversation } from '../../integrations/resent/conversation.ts';
import { isInterrupted } from '../../integrations/resent/interrupted.ts';
import { spokenText } from '../../integrations/resent/message-key.ts';
import type { Message } from '../../message/message.ts';
import type { FoundEnd } from '../../records/conversation-end.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { EndKeys } from './end-keys.ts';

export type FoundThread = {
  threadId: string;
  /** The message of the thread the conversation goes on behind. */
  seq: number;
  /** So many messages of the conversation, from its start, are in the thread. */
  known: number;
  /** Broken answers behind it that the client asks for once more. */
  takenBack: Message[];
  /** The thread as it was found. */
  state: KnownState;
};

/** What a request has to know of its thread. */
export type KnownState = Pick<ThreadState, 'id' | 'messages' | 'tokens' | 'settings'>;

/** `branchOf`: the conversation was found, but its thread has gone on without it. */
export type Found = { thread?: FoundThread; branchOf?: string };

type Threads = Pick<Everthread, 'findEnds' | 'findThread'>;

/** Messages a client adds at once are few. */
const steps = [4, 20, 84];
/** Answers broken off one after the other. */
const mostBroken = 4;

export async function findThread(options: {
  everthread: Threads;
  keys: EndKeys;
  conversation: Conversation;
  isBusy(threadId: string): boolean;
}): Promise<Found> {
  const { everthread, keys, conversation, isBusy } = options;
  const { length } = conversation;
  const likely = await lookUpAt(likelyEnds(conversation), (at) => [keys.whole(at)]);
  if (likely !== undefined) return goOn(likely);
  let from = length;
  for (const step of steps) {
    const found = await lookUp(from, Math.max(0, length - step), (at) => [keys.whole(at)]);
    if (found !== undefined) return goOn(found);
    from = Math.max(0, length - step);
  }
  const near = await lookUp(length, Math.max(0, length - steps[1]!), (at) => keys.near(at));
  // As many as before, and yet not the same: something older was reworded.
  const shortened = near?.filter((end) => end.at < end.length);
  if (shortened !== undefined && shortened.length > 0) return goOn(shortened);
  const far = await lookUp(from, 0, (at) => [keys.whole(at)]);
  return far === undefined ? {} : goOn(far);

  /** Ends with the longest beginning among those of more than `to` and at most `top` messages. */
  function lookUp(top: number, to: number, keysAt: (length: number) => string[]) {
    const lengths: number[] = [];
    for (let at = top; at > to; at -= 1) lengths.push(at);
    return lookUpAt(lengths, keysAt);
  }

  async function lookUpAt(lengths: readonly number[], keysAt: (length: number) => string[]) {
    const places = new Map<string, number>();
    for (const at of lengths) for (const key of keysAt(at)) places.set(key, at);
    if (places.size === 0) return undefined;
    const found = await everthread.findEnds([...places.keys()]);
    if (found.length === 0) return undefined;
    const ends = found.map((end) => ({ ...end, at: places.get(end.key)! }));
    const longest = Math.max(...ends.map(({ at }) => at));
    return ends.filter(({ at }) => at === longest);
  }

  async function goOn(ends: readonly (FoundEnd & { at: number })[]): Promise<Found> {
    for (const end of ends) {
      if (isBusy(end.threadId)) continue;
      if (end.messages === end.seq) {
        return { thread: { ...placeOf(end), known: end.at, takenBack: [] } };
      }
      const thread = end.messages - end.seq <= mostBroken ? await behindBroken(end) : undefined;
      if (thread !== undefined) return { thread };
    }
    return { branchOf: ends[0]!.threadId };
  }

  /** Nothing but broken answers stands behind it: the client has them, some of them, or none. */
  async function behindBroken(end: FoundEnd & { at: number }): Promise<FoundThread | undefined> {
    const thread = await everthread.findThread(end.threadId);
    if (thread === undefined) return undefined;
    const later = await Array.fromAsync(thread.history({ from: end.seq + 1, to: end.messages }));
    const said = later.filter((message) => message.parts.length > 0);
    if (!said.every(isInterrupted)) return undefined;
    const { at } = end;
    const place = placeOf(end);
    if (at === length) return { ...place, known: at, takenBack: said };
    const text = conversation.assistantTextAt(at);
    const stored = said.at(-1);
    const isThere = text !== undefined && stored !== undefined && isPartOf(text, spokenText(stored.parts));
    if (text !== undefined && !isThere) return undefined;
    return { ...place, known: isThere ? at + 1 : at, takenBack: [] };
  }
}

/** A conversation mostly ended with the answer that was given last, or where it ends now. */
function likelyEnds(conversation: Conversation): number[] {
  const answered = answeredLength(conversation);
  return answered === undefined ? [] : [conversation.length, answered];
}

/** So many messages it had with the answer that was given last, as far as that is not long ago. */
export function answeredLength({ length, isAssistant }: Conversation): number | undefined {
  for (let at = length - 1; at > 0 && at > length - steps[1]!; at -= 1) if (isAssistant(at - 1)) return at;
  return undefined;
}

/** Behind everything the thread holds. */
export function placeOf({ threadId, messages, tokens, settings }: FoundEnd) {
  return { threadId, seq: messages, state: { id: threadId, messages, tokens, settings } };
}

function isPartOf(text: string, stored: string): boolean {
  return text !== '' && (stored.startsWith(text) || text.startsWith(stored));
}
