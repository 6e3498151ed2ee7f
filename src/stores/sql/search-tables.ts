/** The tables of search, as queries see them. */
import type { Generated } from 'kysely';

/** Threads with messages that are not in the full-text index yet: `next_seq` and all after it. */
export type SearchBacklogTable = { thread_key: number; next_seq: number };

export type VectorModelsTable = { key: Generated<number>; name: string };

/** How far a thread is embedded by a model. */
export type VectorProgressTable = {
  thread_key: number;
  model_key: number;
  /** Every message up to this one is embedded, except those in `vector_missing`. */
  embedded_to: Generated<number>;
  vectors: Generated<number>;
  /** 0 or 1: there may be messages without vectors. */
  pending: Generated<number>;
};

export type VectorMissingTable = { thread_key: number; model_key: number; seq: number };

export type MessageVectorsTable = {
  thread_key: number;
  model_key: number;
  cell: number;
  seq: number;
  piece: number;
  vector: Uint8Array;
};
