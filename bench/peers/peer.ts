/** What is asked of every library: keep a conversation, and give what to send within the budget. */
export type Said = { role: 'user' | 'assistant'; text: string };

export type Peer = {
  /** Brings the conversation to a length, by the shortest way the library has. */
  fill(messages: readonly Said[]): Promise<void>;
  /** Store what is said, put together what is sent, store the answer. `question`: about something long ago. */
  turn(said: { text: string; isQuestion: boolean }, answer: string): Promise<void>;
  /** Waits for what it does after a turn by itself. Not part of the turn's time. */
  settle?(): Promise<void>;
  close(): Promise<void>;
};

export type PeerOptions = { folder: string; system: string; budgetTokens: number };

/** No model is called: every library gets the same answers and the same summaries, at once. */
export function scriptedSummary(text: string): string {
  return text.split(/\s+/u).slice(0, 150).join(' ');
}

/** Characters by four: cheaper than any tokenizer, and the same for all who ask for a counter. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4) + 4;
}
