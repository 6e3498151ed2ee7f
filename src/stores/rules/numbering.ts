/**
 * Rules for numbering appended messages: pure, and the same for every store. Each store looks up what the thread
 * already holds and writes the result.
 */
import { EverthreadError } from '../../errors.ts';
import { sha256 } from '../../message/hash.ts';
import type { Message, PreparedMessage } from '../../message/message.ts';
import {
  answeredCalls,
  followsThought,
  openedCalls,
  type UnitNeighbour,
  unitStartOf,
} from '../../message/units.ts';
import { newerSent, type SentState } from '../../records/sent-state.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { MakeTitle, UpdatePins } from '../../store.ts';
import { checkCount, checkId } from './checks.ts';
import { changedDetails } from './details.ts';

/** The messages that the thread does not hold yet, each once, in their order. */
export function freshMessages(options: {
  threadId: string;
  messages: readonly PreparedMessage[];
  /** Hashes of messages that the thread already holds, by id. */
  stored: ReadonlyMap<string, { hash: string; removed?: Message['removed'] }>;
}): PreparedMessage[] {
  const { threadId, messages, stored } = options;
  const fresh = new Map<string, PreparedMessage>();
  for (const message of messages) {
    const same = stored.get(message.id) ?? fresh.get(message.id);
    if (!same) fresh.set(message.id, message);
    // A client that sends its history again must neither restore a forgotten message nor fail because of it.
    else if (same.hash !== message.hash && !('removed' in same && same.removed))
      throw messageConflict(threadId, message.id);
  }
  return [...fresh.values()];
}

export function numberMessages(options: {
  threadId: string;
  fresh: readonly PreparedMessage[];
  state: Pick<ThreadState, 'messages' | 'tokens'>;
  /** For each call answered here, the newest message that opened it, by `callKey`, if the log knows it. */
  calls: ReadonlyMap<string, UnitNeighbour>;
  /** The thread's newest message. Only needed if `calls` is not empty. */
  previous: UnitNeighbour | undefined;
}): Message[] {
  const { threadId, fresh, state } = options;
  const calls = new Map(options.calls);
  let previous = options.previous;
  let tokensBefore = state.tokens;
  return fresh.map((message, index) => {
    const seq = state.messages + 1 + index;
    const answers = answeredCalls(message)
      .map((callId) => calls.get(callKey(callId)))
      .filter((call) => call !== undefined);
    const before = fresh[index - 1];
    const thought = before !== undefined && followsThought(before, message) ? previous : undefined;
    const unitStart = thought?.unitStart ?? unitStartOf({ seq, calls: answers, previous });
    for (const callId of openedCalls(message)) calls.set(callKey(callId), { seq, unitStart });
    const numbered = { ...message, threadId, seq, unitStart, tokensBefore };
    previous = { seq, unitStart };
    tokensBefore += message.tokens;
    return numbered;
  });
}

/**
 * The row after an append. Its update time is that of the newest message, its creation time that of the oldest.
 */
export function grownState(options: {
  state: ThreadState;
  added: readonly Message[];
  updatedAt: string;
  pins?: UpdatePins | undefined;
  title?: MakeTitle | undefined;
  fixedTokens?: number | undefined;
  sent?: SentState | undefined;
}): ThreadState {
  const { state, added, updatedAt, pins, fixedTokens = state.fixedTokens } = options;
  const sent = newerSent(state.sent, options.sent);
  const made = state.title === undefined ? options.title?.(added) : undefined;
  const tokens = added.reduce((sum, message) => sum + message.tokens, 0);
  return {
    ...(made === undefined ? state : changedDetails(state, { title: made.title }, made)),
    createdAt: [state, ...added].reduce((oldest, other) => (isBefore(other, oldest) ? other : oldest))
      .createdAt,
    updatedAt: state.messages > 0 && state.updatedAt > updatedAt ? state.updatedAt : updatedAt,
    messages: state.messages + added.length,
    tokens: state.tokens + tokens,
    tailTokens: state.tailTokens + tokens,
    fixedTokens,
    ...(sent === undefined ? {} : { sent }),
    pins: pins ? pins(state.pins, added) : state.pins,
  };
}

const usualTime = '2026-01-01T00:00:00.000Z';

/** Compared as times, because years with more than four digits sort differently as text. */
function isBefore(one: { createdAt: string }, other: { createdAt: string }): boolean {
  if (one.createdAt.length === usualTime.length && other.createdAt.length === usualTime.length)
    return one.createdAt < other.createdAt;
  return Date.parse(one.createdAt) < Date.parse(other.createdAt);
}

/** Throws if the thread has more or fewer messages than expected. */
export function checkAfter(state: Pick<ThreadState, 'id' | 'messages'>, after: number | undefined): void {
  if (after === undefined || state.messages === after) return;
  throw new EverthreadError({
    code: 'message_conflict',
    field: 'after',
    message: `Thread ${JSON.stringify(state.id)} has ${state.messages} messages, not ${after}. Nothing was stored.`,
    details: { threadId: state.id, messages: state.messages },
  });
}

/** Call ids may be any string. The key is short and storable, and different for different ids. */
export function callKey(callId: string): string {
  const plain = callId.length <= 200 && callId.isWellFormed() && !callId.includes('\0');
  return plain && !callId.startsWith('sha256:') ? callId : `sha256:${sha256(JSON.stringify(callId))}`;
}

export function checkPrepared(messages: readonly PreparedMessage[], fixedTokens?: number): void {
  if (fixedTokens !== undefined) checkCount('fixedTokens', fixedTokens);
  messages.forEach((message, index) => {
    checkId(`messages[${index}].id`, message.id);
    checkCount(`messages[${index}].tokens`, message.tokens);
  });
}

function messageConflict(threadId: string, messageId: string): EverthreadError {
  return new EverthreadError({
    code: 'message_conflict',
    field: 'messages',
    message: `Message ${JSON.stringify(messageId)} differs from the one of that id in thread ${JSON.stringify(threadId)}. Messages never change: give the new one its own id. Nothing was stored.`,
    details: { threadId, messageId },
  });
}
