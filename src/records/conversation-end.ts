/**
 * Where a conversation that clients send again and again ended the last times: a key made of its last messages leads to
 * the thread and the message, so that nobody has to look at the whole of it.
 */
import type { ThreadState } from './thread-state.ts';

export type ConversationEnd = {
  /** Made by whoever recognizes conversations; the store compares it and no more. */
  key: string;
  /** The message of the thread it ended with. */
  seq: number;
  /** How many messages the client's conversation had there. */
  length: number;
};

/** With what the thread has by now: messages, their tokens, and settings of its own. */
export type FoundEnd = ConversationEnd & { threadId: string } & Pick<
    ThreadState,
    'messages' | 'tokens' | 'settings'
  >;

/** So many of a thread are kept: the newest. */
export const mostEnds = 32;
