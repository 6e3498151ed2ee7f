/**
 * Figures of a context that was returned to be sent to a model: numbers and ids, never text. With them one can count
 * what was really sent, compare it with the whole history, and rebuild it.
 */
import type { RecalledPlace } from './sent-state.ts';

export type RequestRecord = {
  threadId: string;
  /** When the context was returned. */
  at: string;
  /** The newest message of the turn; 0 in an empty thread. */
  seq: number;
  /** The model it was made for, if one was named. */
  model: string | null;
  /** Model tokens per reference token that it was counted with. */
  ratio: number;
  /** Everything that was sent, in tokens of the model, including recall, resources, tools and schemas. */
  tokens: number;
  /** What the whole history would have taken, with the same system prompt, resources and tools. */
  historyTokens: number;
  /** The summaries shown, oldest first, and in `preparedIds` those that were prepared. */
  summaryIds: string[];
  preparedIds: string[];
  /** Which messages were quoted, and behind which messages of the tail. */
  recalled: RecalledPlace[];
  /**
   * How the room was divided between recalled passages, resources and the conversation; null in records of an earlier
   * version.
   */
  arrangement: Arrangement | null;
  /** What the provider's cache should do with it according to its rules; null in records of an earlier version. */
  expected: ExpectedCaching | null;
  /** The provider's report; null until there is one. */
  reported: ReportedUsage | null;
};

/** In reference tokens. */
export type Arrangement = {
  /** Kept free for passages recalled by earlier requests. */
  kept: number;
  /** Taken from the tail for passages and resources of this request; null if nothing was. */
  displacing: number | null;
  /** The room that resources were fitted into. */
  resources: number;
};

/** In tokens of the model. Tokens that are neither read from nor written to the cache are paid in full. */
export type ExpectedCaching = {
  readTokens: number;
  writtenTokens: number;
  /** The same for the whole history, sent and cached with every request. */
  historyReadTokens: number;
  historyWrittenTokens: number;
};

/** In the provider's own count. Null for figures that it does not report. */
export type ReportedUsage = {
  /** All input tokens, including cached ones. */
  inputTokens: number;
  /** How many of them were read from the provider's cache. */
  cachedTokens: number | null;
  /** How many of them were written into it. */
  cacheWriteTokens: number | null;
  outputTokens: number | null;
};

/** A stored request. `number` grows with every record; the next page begins at it. */
export type StoredRequest = RequestRecord & { number: number };

/** Sums over many requests. Figures that a provider did not report count as zero. */
export type RequestTotals = {
  requests: number;
  tokens: number;
  historyTokens: number;
  /** Sums of the expected cache figures, over the requests that have them. */
  expected: ExpectedCaching & { requests: number; tokens: number; historyTokens: number };
  /** Time of the first request; null if there is none. */
  since: string | null;
  reported: {
    /** Requests with a report. */
    requests: number;
    inputTokens: number;
    cachedTokens: number;
    cacheWriteTokens: number;
    outputTokens: number;
  };
};
