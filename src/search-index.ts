/**
 * The contract of a search index over original messages: which messages contain these terms, and which vectors
 * are near this one. It only finds candidates; search/ ranks them and is pure. Search must reflect every append and
 * rewrite as soon as it is stored, however a store keeps its index.
 */
import { limitExceeded } from './errors.ts';
import type { Message, Role } from './message/message.ts';

export type SearchScope = {
  /** Only these threads are searched. An unknown thread holds no messages. */
  threadIds: readonly string[] | 'all';
  roles?: readonly Role[];
  /** Only messages that call one of these tools or hold a result of one. */
  tools?: readonly string[];
  /** ISO time, inclusive. */
  after?: string;
  /** ISO time, exclusive. */
  before?: string;
  /** The newest message that may be found; used for past turns. */
  upTo?: number;
};

/** Most members of each list in a scope: each member is a term to look up in the index. */
export const scopeLimits = { roles: 100, tools: 100, threadIds: 10_000 } as const;

export function checkScopeList(field: keyof typeof scopeLimits, list: readonly string[]): void {
  if (list.length <= scopeLimits[field]) return;
  throw limitExceeded(field, list.length, scopeLimits[field], 'members', 'Search in several steps.');
}

export type TextQuery = SearchScope & {
  /** Terms as text/terms.ts makes them, most important first. A message with any of them is a candidate. */
  terms: readonly string[];
  limit: number;
  /** The caller will read the candidates. An index that has to read their messages anyway may return them (`read`). */
  reads?: boolean;
};

/** `score` is BM25, higher is better. Scores are comparable only within one answer. */
export type TextCandidate = { threadId: string; seq: number; score: number };

export type TextAnswer = {
  /** Best first. */
  candidates: TextCandidate[];
  /** Number of indexed messages: within the scope where that is cheap to count, else in all threads. */
  messages: number;
  /** Number of those messages that contain each term; an estimate for very common terms. */
  frequencies: ReadonlyMap<string, number>;
  /** Messages of candidates that the index has already read. */
  read?: readonly Message[];
};

export type VectorQuery = SearchScope & {
  /** Vectors of different models are never compared. */
  model: string;
  vector: Float32Array;
  limit: number;
};

/** `similarity` is the cosine of the message's best piece, at most 1. */
export type VectorCandidate = { threadId: string; seq: number; similarity: number };

export type EmbeddedMessage = {
  threadId: string;
  seq: number;
  /** Hash of the message as it was read. Vectors are dropped if the message has changed since. */
  hash: string;
  /** One for each piece of the text; none for a message without text. */
  vectors: readonly Float32Array[];
};

export type SearchIndex = {
  /** One answer for each query, in order. Several queries share the round trips to the database. */
  text(queries: readonly TextQuery[]): Promise<TextAnswer[]>;
  /**
   * For each group of terms: the newest messages of a thread that contain all of them, at most `limit`. Also finds
   * messages that searches leave out: asides, and calls and results of the archive tools. Used to find copies of what
   * is to be forgotten.
   */
  holding(options: {
    threadId: string;
    groups: readonly (readonly string[])[];
    limit: number;
  }): Promise<number[][]>;
  vectors(query: VectorQuery): Promise<VectorCandidate[]>;
  /** Messages without vectors of this model. Threads in no particular order; within a thread, in order of seq. */
  unembedded(options: { model: string; limit: number }): Promise<Message[]>;
  writeVectors(options: { model: string; messages: readonly EmbeddedMessage[] }): Promise<void>;
  /**
   * Messages of a thread that the full-text index holds, in order, starting at `from`; undefined while the index is
   * being built from the log. Used to find damage.
   */
  listed(options: { threadId: string; from: number; limit: number }): Promise<number[] | undefined>;
  /** Rebuilds the full-text index from the log, in pieces, while writes continue. Leaves vectors alone. */
  rebuild(options?: { onProgress?: (progress: { done: number; total: number }) => void }): Promise<{
    messages: number;
  }>;
};

/** The archive as the ranking uses it. */
export type RecallPort = {
  search: Pick<SearchIndex, 'text' | 'vectors'>;
  readMessagesAt: (places: readonly { threadId: string; seq: number }[]) => Promise<Message[]>;
  /** The text's vector and the name of its model; undefined without an embedder, or when it is too slow. */
  embedQuery?(text: string): Promise<{ model: string; vector: Float32Array } | undefined>;
};
