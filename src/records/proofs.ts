/** The stored hashes that `verify` compares a thread's records with; see record-hash.ts. */
import type { RecordCounts } from './record-hash.ts';
import type { ThreadState } from './thread-state.ts';

/** Kinds of records that carry a hash of themselves, besides the thread's row. */
export type RecordKind = 'messages' | 'summaries' | 'receipts' | 'audit';

/** A record's number in its thread and the hash it was written with; null if an earlier version wrote it. */
export type RecordProof = { number: number; id: string; hash: string | null };

/** A thread's row with its hash, and how many records were made in it, read in one transaction. */
export type ThreadProof = {
  state: ThreadState;
  made: RecordCounts;
  hash: string | null;
  /** True while rows of an earlier version are still being given hashes. Then a missing hash is no damage. */
  awaitsHashes: boolean;
};
