/**
 * A context that was handed out to be sent to a model: figures and ids only, never text. What was really sent can then
 * be counted, compared with the whole history, and rebuilt as it was.
 */
import type { RecalledPlace } from './sent-state.ts';

export type RequestRecord = {
  threadId: string;
  /** When it was handed out. */
  at: string;
  /** The newest message of the turn; 0 in an empty thread. */
  seq: number;
  /** The model it was made for, where one was named. */
  model: string | null;
  /** Model tokens per reference token that it was counted with. */
  ratio: number;
  /** All that was sent, in tokens of the model: recall, resources, tools and schemas included. */
  tokens: number;
  /** What the whole history would have taken at that time, beside the same system prompt, resources and tools. */
  historyTokens: number;
  /** The summaries that were shown at that time, oldest first, and those that were ready where they were needed. */
  summaryIds: string[];
  preparedIds: string[];
  /** Which messages were quoted behind which of the tail. */
  recalled: RecalledPlace[];
  /** How the room was shared out between them, resources and the conversation; null where an earlier version wrote it. */
  arrangement: Arrangement | null;
  /** What the provider's cache would do with it by its rules; null where an earlier version wrote it. */
  expected: ExpectedCaching | null;
  /** What the provider reported for it; null until it does. */
  reported: ReportedUsage | null;
};

/** In reference tokens. */
export type Arrangement = {
  /** Kept free for passages that stood there before. */
  kept: number;
  /** What the tail gave way to; null where it did not. */
  displacing: number | null;
  /** Resources were fitted into. */
  resources: number;
};

/** In tokens of the model. What is neither read nor written is paid in full. */
export type ExpectedCaching = {
  readTokens: number;
  writtenTokens: number;
  /** The same of the whole history, sent and cached with every request. */
  historyReadTokens: number;
  historyWrittenTokens: number;
};

/** As the provider counts. Null where it does not tell. */
export type ReportedUsage = {
  /** All input tokens, those of the cache included. */
  inputTokens: number;
  /** Of those, read from the provider's cache. */
  cachedTokens: number | null;
  /** Of those, written into it. */
  cacheWriteTokens: number | null;
  outputTokens: number | null;
};

/** As a store gives it back: `number` grows with every record and is where the next page begins. */
export type StoredRequest = RequestRecord & { number: number };

/** Sums of many requests. Of what providers reported, unknown figures count nothing. */
export type RequestTotals = {
  requests: number;
  tokens: number;
  historyTokens: number;
  /** Sums of what is expected of the provider's cache, over the requests it is known of. */
  expected: ExpectedCaching & { requests: number; tokens: number; historyTokens: number };
  /** Time of the first; null where there is none. */
  since: string | null;
  reported: {
    /** Requests that a report came for. */
    requests: number;
    inputTokens: number;
    cachedTokens: number;
    cacheWriteTokens: number;
    outputTokens: number;
  };
};
