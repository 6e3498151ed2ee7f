/**
 * Hashes of records in memory. No other program can change records here, so hashes are computed from the records on
 * demand.
 */

import type { RecordKind, RecordProof, ThreadProof } from '../../records/proofs.ts';
import {
  auditHash,
  messageRecordHash,
  receiptHash,
  summaryHash,
  threadHash,
} from '../../records/record-hash.ts';
import type { Receipt } from '../../records/summary.ts';
import {
  type MemoryThread,
  selectMessages,
  stateOf,
  summariesInOrder,
  toMessage,
  toRecord,
} from './memory-thread.ts';

export function threadProof(thread: MemoryThread): ThreadProof {
  const state = stateOf(thread);
  const made = {
    summaries: thread.summariesMade,
    receipts: thread.receipts.length,
    audit: thread.audit.length,
  };
  return { state, made, hash: threadHash(state, made), awaitsHashes: false };
}

export function recordProofs(
  thread: MemoryThread,
  of: RecordKind,
  { after, limit }: { after: number; limit: number },
): RecordProof[] {
  switch (of) {
    case 'messages':
      return selectMessages(thread, { threadId: thread.state.id, from: after + 1, limit }).map((stored) => ({
        number: stored.meta.seq,
        id: stored.meta.id,
        hash: messageRecordHash(toMessage(thread.state.id, stored)),
      }));
    case 'summaries':
      return summariesInOrder(thread)
        .filter(({ number }) => number > after)
        .sort((first, second) => first.number - second.number)
        .slice(0, limit)
        .map((stored) => ({
          number: stored.number,
          id: stored.head.id,
          hash: summaryHash(toRecord(stored), stored.number),
        }));
    case 'receipts':
      return thread.receipts.slice(after, after + limit).map((text, index) => {
        const receipt = JSON.parse(text) as Receipt;
        const number = after + index + 1;
        return { number, id: receipt.id, hash: receiptHash(receipt, number) };
      });
    case 'audit':
      return thread.audit.slice(after, after + limit).map((entry, index) => {
        const number = after + index + 1;
        return { number, id: entry.id, hash: auditHash(entry, number) };
      });
  }
}
