/** What `thread.search` and `everthread.search` take and give. */
import type { Message, Role } from '../message/message.ts';
import type { ReasonKind } from './reasons.ts';

export type SearchOptions = {
  roles?: readonly Role[];
  /** Only messages that call one of these tools or hold a result of one. */
  tools?: readonly string[];
  /** A Date or ISO time, inclusive. */
  after?: Date | string;
  /** A Date or ISO time, exclusive. */
  before?: Date | string;
  /** Messages shown on either side of a hit. Default: 1. */
  neighbours?: number;
  /** Hits of a page. Default: 10, at most 100. */
  limit?: number;
  /** `next` of the page before. */
  cursor?: string;
  /** If it aborts, the call rejects. */
  signal?: AbortSignal;
};

export type SearchHit = {
  threadId: string;
  /** Secrets replaced, unless `redaction.recall` is off; `history` has the original, to which id and hash belong. */
  message: Message;
  /** In order, from the same thread, hits themselves not repeated. */
  before: Message[];
  after: Message[];
  /** Comparable within one search only. */
  score: number;
  /** Why it was found, each a short phrase. */
  reasons: string[];
  /** The same for code: by which of these, each once. */
  foundBy: ReasonKind[];
};

/** Best first. `next` is undefined after the last page. */
export type SearchPage = { hits: SearchHit[]; next: string | undefined };

/** A thread at a glance: what a model reads before it searches or expands. */
export type ThreadDescription = {
  threadId: string;
  messages: number;
  tokens: number;
  /** Times of the first and the newest message; null in an empty thread. */
  since: string | null;
  until: string | null;
  /** The first message that is shown verbatim; those before are summarized. */
  verbatimFrom: number;
  /** Live summaries, oldest first. */
  summaries: {
    id: string;
    from: number;
    to: number;
    level: string;
    tokens: number;
    since: string;
    until: string;
    /** The beginning of its text. */
    opening: string;
  }[];
  /** Standing instructions in force. */
  rules: string[];
};

export type SearchedThreads =
  | { threadIds: readonly string[] | 'all'; owner?: undefined }
  | { owner: string; threadIds?: undefined };
