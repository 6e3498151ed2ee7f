/**
 * The contract of a search index over originals: which messages hold these terms, which vectors are near this
 * one. It only finds candidates; what they are worth is decided in search/, which is pure. Whatever is appended or
 * rewritten is found as it is from the moment it is stored, however a store keeps its index.
 */
import { limitExceeded } from './errors.ts';
import type { Message, Role } from './message/message.ts';

export type SearchScope = {
  /** Nothing is ever found outside of these. An unknown thread holds nothing. */
  threadIds: readonly string[] | 'all';
  roles?: readonly Role[];
  /** Only messages that call one of these tools or hold a result of one. */
  tools?: readonly string[];
  /** ISO time, inclusive. */
  after?: string;
  /** ISO time, exclusive. */
  before?: string;
  /** The newest message that may be found, for the turns of the past. */
  upTo?: number;
};

/** Members of a list in a scope at most: each is a word the index looks for. */
export const scopeLimits = { roles: 100, tools: 100, threadIds: 10_000 } as const;

export function checkScopeList(field: keyof typeof scopeLimits, list: readonly string[]): void {
  if (list.length <= scopeLimits[field]) return;
  throw limitExceeded(field, list.length, scopeLimits[field], 'members', 'Search in several steps.');
}

export type TextQuery = SearchScope & {
  /** As text/terms.ts makes them, most important first; a message with any of them is a candidate. */
  terms: readonly string[];
  limit: number;
  /** What is found will be read: an index that has to look at the messages anyway may read them in the same go. */
  reads?: boolean;
};

/** `score` is BM25, higher is better; only the order within one answer means something. */
export type TextCandidate = { threadId: string; seq: number; score: number };

export type TextAnswer = {
  /** Best first. */
  candidates: TextCandidate[];
  /** Messages the index holds: in the scope where that is cheap to know, else in all threads. */
  messages: number;
  /** In how many of those messages each term occurs; for very common ones an estimate. */
  frequencies: ReadonlyMap<string, number>;
  /** Those of the candidates that were read on the way. */
  read?: readonly Message[];
};

export type VectorQuery = SearchScope & {
  /** Vectors of another model are never compared. */
  model: string;
  vector: Float32Array;
  limit: number;
};

/** Cosine of the best piece of the message, 1 at most. */
export type VectorCandidate = { threadId: string; seq: number; similarity: number };

export type EmbeddedMessage = {
  threadId: string;
  seq: number;
  /** Of the message that was read: vectors of one that changed since are not kept. */
  hash: string;
  /** One for each piece of its text; none for a message without text. */
  vectors: readonly Float32Array[];
};

export type SearchIndex = {
  /** One answer for each query, in their order: asked together, they cost fewer ways to the database. */
  text(queries: readonly TextQuery[]): Promise<TextAnswer[]>;
  /**
   * For each group of terms the newest messages of a thread that hold all of them, so many at most, also what no search
   * finds: asides, and what the archive's tools were asked and answered. For copies of what is to be forgotten.
   */
  holding(options: {
    threadId: string;
    groups: readonly (readonly string[])[];
    limit: number;
  }): Promise<number[][]>;
  vectors(query: VectorQuery): Promise<VectorCandidate[]>;
  /** Messages that have no vectors of this model yet, in no particular order of threads, in order of seq within one. */
  unembedded(options: { model: string; limit: number }): Promise<Message[]>;
  writeVectors(options: { model: string; messages: readonly EmbeddedMessage[] }): Promise<void>;
  /**
   * Messages of a thread that are found by the full-text index, in order, from one on; undefined while it is still
   * being made from the log. For finding damage.
   */
  listed(options: { threadId: string; from: number; limit: number }): Promise<number[] | undefined>;
  /** Makes the full-text index anew from the log, in pieces; writers go on meanwhile. Vectors are left alone. */
  rebuild(options?: { onProgress?: (progress: { done: number; total: number }) => void }): Promise<{
    messages: number;
  }>;
};

/** The archive as ranking sees it. */
export type RecallPort = {
  search: Pick<SearchIndex, 'text' | 'vectors'>;
  readMessagesAt: (places: readonly { threadId: string; seq: number }[]) => Promise<Message[]>;
  /** The text as a vector and the name of its model, or undefined where there is no embedder or it is too slow. */
  embedQuery?(text: string): Promise<{ model: string; vector: Float32Array } | undefined>;
};
