/**
 * Recent ends of conversations that clients resend as a whole. A key made from the last messages leads to the thread
 * and the message, so that the whole conversation need not be compared.
 */
import type { ThreadState } from './thread-state.ts';

export type ConversationEnd = {
  /** Made by the code that recognizes conversations. The store only compares keys. */
  key: string;
  /** The message of the thread at which the conversation ended. */
  seq: number;
  /** How many messages the client's conversation had at that point. */
  length: number;
};

/** Adds what the thread holds now: messages, their tokens, and its settings. */
export type FoundEnd = ConversationEnd & { threadId: string } & Pick<
    ThreadState,
    'messages' | 'tokens' | 'settings'
  >;

/** Most ends kept for a thread. The newest are kept. */
export const mostEnds = 32;
