/** What every library must do: store a conversation, and make a context within the budget. */
export type PeerMessage = { role: 'user' | 'assistant'; text: string };

export type Peer = {
  /** Stores the first messages in the fastest way the library has. */
  fill(messages: readonly PeerMessage[]): Promise<void>;
  /** Stores a message, makes the context, stores the answer. `isQuestion`: it asks about something long ago. */
  turn(message: { text: string; isQuestion: boolean }, answer: string): Promise<void>;
  /** Waits for background work after a turn, which is not part of the turn's time. */
  settle?(): Promise<void>;
  close(): Promise<void>;
};

export type PeerOptions = { folder: string; system: string; budgetTokens: number };

/** A summary without a model, the same for every library. */
export function scriptedSummary(text: string): string {
  return text.split(/\s+/u).slice(0, 150).join(' ');
}

/** A quarter of the characters: cheaper than any tokenizer, and the same for every library that takes a counter. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4) + 4;
}
