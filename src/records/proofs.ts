/** What verify holds the records of a thread against: see record-hash.ts. */
import type { RecordCounts } from './record-hash.ts';
import type { ThreadState } from './thread-state.ts';

/** Records of a thread that carry a hash of themselves, besides its row. */
export type RecordKind = 'messages' | 'summaries' | 'receipts' | 'audit';

/** A record's number in its thread and the hash it was written with; null where an earlier version wrote it. */
export type RecordProof = { number: number; id: string; hash: string | null };

/** A thread's row with its hash, and how many records were made in it: all of one moment. */
export type ThreadProof = {
  state: ThreadState;
  made: RecordCounts;
  hash: string | null;
  /** Rows of an earlier version are still being given their hashes: those without one are no damage. */
  awaitsHashes: boolean;
};
