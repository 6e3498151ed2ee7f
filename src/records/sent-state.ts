/**
 * What the requests of a thread left behind that the next one goes on from. Numbers only: nothing that could be
 * forgotten is kept here.
 */
export type SentState = {
  /** Passages that stand behind messages of the tail, oldest first. */
  recalled: RecalledPlace[];
  /** Requests so far. */
  requests: number;
  /** Of the thread at the last one; absent where it was not noted. */
  revision?: number;
  /** When the last one was made, in milliseconds since 1970; absent where it was not noted. */
  at?: number;
  /** How many of them found that the provider's cache had lapsed; absent where none did. */
  lapses?: number;
  /** What their input cost by the cache's rules, in tokens of uncached input. */
  paid: number;
  /** What the whole history would have cost, sent and cached the same way. */
  full: number;
};

export type RecalledPlace = {
  /** The message they stand behind: the newest when they were recalled. */
  after: number;
  /** The message they were recalled for. */
  asked: number;
  /** In the record of a request: what it recalled itself; the others stood there before. */
  fresh?: true;
  /** Short hash of what was asked for, where it was not the message itself. */
  query?: string;
  /** Of the thread at that time. */
  revision: number;
  /** Messages quoted, the most relevant first. Empty: nothing was worth it, and nothing is looked for again. */
  seqs: number[];
  /** Tokens they had at most, and took. */
  room: number;
  tokens: number;
  /** Characters of a long message that were quoted at most. */
  characters: number;
  /** Those of which a shorter piece was quoted. */
  pieces?: { seqs: number[]; characters: number };
  /** Those that tell an older value, and by which message each was told anew, in the same order. */
  older?: { seqs: number[]; newerIn: number[] };
};

export const nothingSent: SentState = { recalled: [], requests: 0, paid: 0, full: 0 };

/** Of two processes that serve one thread, one has seen more of its requests. */
export function newerSent(one: SentState | undefined, other: SentState | undefined): SentState | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.requests >= one.requests ? other : one;
}
