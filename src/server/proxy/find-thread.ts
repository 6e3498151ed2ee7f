/**
 * Finds the thread of a conversation that a client sends again, by the conversation's end:
 *
 * - The client appended: a beginning of what it sends equals a whole thread. The thread goes on.
 * - The client edited a message or asked again: the longest known beginning ends inside a thread that has since gone
 *   on. The request becomes a branch, a thread of its own.
 * - The client sends only its newest part, or summarized the rest itself: its last messages are the last ones of a
 *   thread, and it sends fewer than before. The thread goes on, and keeps what the client dropped.
 * - Anything else (a title, a sub-agent) is a conversation of its own.
 *
 * A thread that is waiting for an answer is not open to another request: two equal requests at the same time get a
 * thread each.
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
  /** Number of the thread's message that the request continues. */
  seq: number;
  /** Number of messages, from the start of the conversation, that the thread already holds. */
  known: number;
  /** Interrupted answers behind that message, which the client asks for again. */
  takenBack: Message[];
  /** State of the thread when it was found. */
  state: KnownState;
};

/** The parts of a thread's state that a request needs. */
export type KnownState = Pick<ThreadState, 'id' | 'messages' | 'tokens' | 'settings'>;

/** `branchOf`: the thread was found, but it has gone on since. */
export type Found = { thread?: FoundThread; branchOf?: string };

type Threads = Pick<Everthread, 'findEnds' | 'findThread'>;

/** Numbers of messages to step back while searching. A client usually adds few messages at once. */
const searchSteps = [4, 20, 84];
/** Most interrupted answers in a row that are considered. */
const mostInterrupted = 4;

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
  for (const step of searchSteps) {
    const found = await lookUp(from, Math.max(0, length - step), (at) => [keys.whole(at)]);
    if (found !== undefined) return goOn(found);
    from = Math.max(0, length - step);
  }
  const near = await lookUp(length, Math.max(0, length - searchSteps[1]!), (at) => keys.near(at));
  // As many messages as before but with another key: an older message was reworded, so this is not the same
  // conversation.
  const shortened = near?.filter((end) => end.at < end.length);
  if (shortened !== undefined && shortened.length > 0) return goOn(shortened);
  const far = await lookUp(from, 0, (at) => [keys.whole(at)]);
  return far === undefined ? {} : goOn(far);

  /** Looks up keys for every length above `to` and up to `top`; returns the ends of the longest known beginning. */
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
      const thread = end.messages - end.seq <= mostInterrupted ? await afterInterrupted(end) : undefined;
      if (thread !== undefined) return { thread };
    }
    return { branchOf: ends[0]!.threadId };
  }

  /** Accepts an end if only interrupted answers follow it. The client may have all, some or none of them. */
  async function afterInterrupted(end: FoundEnd & { at: number }): Promise<FoundThread | undefined> {
    const thread = await everthread.findThread(end.threadId);
    if (thread === undefined) return undefined;
    const later = await Array.fromAsync(thread.history({ from: end.seq + 1, to: end.messages }));
    const withContent = later.filter((message) => message.parts.length > 0);
    if (!withContent.every(isInterrupted)) return undefined;
    const { at } = end;
    const place = placeOf(end);
    if (at === length) return { ...place, known: at, takenBack: withContent };
    const text = conversation.assistantTextAt(at);
    const stored = withContent.at(-1);
    const isThere = text !== undefined && stored !== undefined && isPartOf(text, spokenText(stored.parts));
    if (text !== undefined && !isThere) return undefined;
    return { ...place, known: isThere ? at + 1 : at, takenBack: [] };
  }
}

/** Lengths at which the conversation probably ended before: its present length, or its length with the last answer. */
function likelyEnds(conversation: Conversation): number[] {
  const answered = answeredLength(conversation);
  return answered === undefined ? [] : [conversation.length, answered];
}

/** Length of the conversation up to its last answer, if that answer is recent. */
export function answeredLength({ length, isAssistant }: Conversation): number | undefined {
  for (let at = length - 1; at > 0 && at > length - searchSteps[1]!; at -= 1)
    if (isAssistant(at - 1)) return at;
  return undefined;
}

/** The place behind all messages of the thread. */
export function placeOf({ threadId, messages, tokens, settings }: FoundEnd) {
  return { threadId, seq: messages, state: { id: threadId, messages, tokens, settings } };
}

function isPartOf(text: string, stored: string): boolean {
  return text !== '' && (stored.startsWith(text) || text.startsWith(stored));
}
