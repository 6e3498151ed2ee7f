/**
 * What the requests of a thread leave for the next one. Numbers and the name of a model only, so that nothing
 * here must ever be forgotten.
 */
export type SentState = {
  /** Passages shown behind messages of the tail, oldest first. */
  recalled: RecalledPlace[];
  /** Requests so far. */
  requests: number;
  /** The thread's revision at the last request; absent if not recorded. */
  revision?: number;
  /** Time of the last request, in milliseconds since 1970; absent if not recorded. */
  at?: number;
  /**
   * Figures of the last request, in tokens of its model: another process goes on from them. Absent if not recorded.
   * `ratio`: tokens of the model for one of the counter's.
   */
  last?: { model: string | null; tokens: number; historyTokens: number; ratio: number };
  /** How many requests found that the provider's cache had lapsed; absent if none did. */
  lapses?: number;
  /** The part of `paid` that recalled passages took; absent if they took nothing. */
  passages?: number;
  /** Cost of the input according to the cache's rules, in tokens of uncached input. */
  paid: number;
  /** The same if the whole history had been sent and cached with every request. */
  full: number;
};

export type RecalledPlace = {
  /** The message that the passages are shown behind: the newest at that time. */
  after: number;
  /** The message that asked for them. */
  asked: number;
  /** In the record of a request: recalled by this request, not by an earlier one. */
  fresh?: true;
  /** Short hash of the search text, if that was not the message itself. */
  query?: string;
  /** The thread's revision at that time. */
  revision: number;
  /** Quoted messages, most relevant first. Empty if nothing was relevant; then no further search is made. */
  seqs: number[];
  /** Most tokens the passages could take; `tokens`: what they took. */
  room: number;
  tokens: number;
  /** Most characters quoted from a long message. */
  characters: number;
  /** Messages of which a shorter piece was quoted. */
  pieces?: { seqs: number[]; characters: number };
  /** Messages that state an older value, and in `newerIn`, in the same order, the messages with the newer value. */
  older?: { seqs: number[]; newerIn: number[] };
};

export const nothingSent: SentState = { recalled: [], requests: 0, paid: 0, full: 0 };

/** If two processes serve one thread, the state with more requests is the newer one. */
export function newerSent(one: SentState | undefined, other: SentState | undefined): SentState | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.requests >= one.requests ? other : one;
}
