/** Options and results of `thread.search` and `everthread.search`. */
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
  /** How many messages to show on each side of a hit. Default: 1. */
  neighbours?: number;
  /** Hits per page. Default: 10, at most 100. */
  limit?: number;
  /** `next` of the previous page. */
  cursor?: string;
  /** Aborts the wait for the results. */
  signal?: AbortSignal;
};

export type SearchHit = {
  threadId: string;
  /** With secrets replaced, unless `redaction.recall` is off. `history` has the original, to which id and hash belong. */
  message: Message;
  /** Neighbours of the same thread, in order. Other hits are not repeated here. */
  before: Message[];
  after: Message[];
  /** Comparable only within one search. */
  score: number;
  /** Why the message was found, in short phrases. */
  reasons: string[];
  /** The kinds of these reasons, each once, for code. */
  foundBy: ReasonKind[];
};

/** Best first. `next` is undefined after the last page. */
export type SearchPage = { hits: SearchHit[]; next: string | undefined };

/** A thread at a glance, for a model to read before it searches or expands. */
export type ThreadDescription = {
  threadId: string;
  messages: number;
  tokens: number;
  /** Times of the first and the newest message; null in an empty thread. */
  since: string | null;
  until: string | null;
  /** The first message that is shown verbatim. Earlier ones are summarized. */
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
