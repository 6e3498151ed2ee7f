/** Commits a compaction to a thread in memory. Everything is checked before anything is changed. */
import { invalidInput } from '../../errors.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { CompactionCommit } from '../../store.ts';
import { encodeJson } from '../rules/checks.ts';
import { checkRight, movedRange, settleCommit, statusTimes } from '../rules/settle.ts';
import {
  findSummary,
  type MemoryThread,
  placesOf,
  stateOf,
  storedRow,
  toStoredSummary,
} from './memory-thread.ts';

export function commitToThread(thread: MemoryThread, commit: CompactionCommit): ThreadState {
  const before = stateOf(thread);
  checkRight({ commit, state: before, leaseOwner: thread.leaseOwner, fence: thread.fence });
  const named = [
    ...commit.insert.map(({ id }) => id),
    ...commit.activates,
    ...commit.replaces,
    ...thread.summaries.live.keys(),
    ...thread.summaries.prepared.keys(),
  ];
  const summaries = new Map(
    named.flatMap((id) => {
      const stored = findSummary(thread, id);
      return stored ? [[id, stored.head] as const] : [];
    }),
  );
  const { from, to } = movedRange(commit, before);
  const movedTokens = thread.messages.slice(from - 1, to).reduce((sum, { meta }) => sum + meta.tokens, 0);
  const log = placesOf(thread, commit);
  const settled = settleCommit({ commit, state: before, summaries, log, movedTokens });
  const { receipt } = commit;
  if (receipt && thread.receiptIndexes.has(receipt.id)) {
    throw invalidInput('receipt.id', 'an id not used before', receipt.id);
  }
  const receiptText = receipt && encodeJson('receipt', receipt);
  const inserts = settled.inserts.map((summary, index) =>
    toStoredSummary(summary, thread.summariesMade + 1 + index),
  );

  for (const stored of inserts) thread.summaries[stored.head.status].set(stored.head.id, stored);
  for (const { id, status } of settled.changes) {
    const stored = findSummary(thread, id)!;
    thread.summaries[stored.head.status].delete(id);
    const head = { ...stored.head, status, ...statusTimes(status, before) };
    thread.summaries[status].set(id, { ...stored, head });
  }
  thread.summariesMade += inserts.length;
  if (receipt) {
    thread.receiptIndexes.set(receipt.id, thread.receipts.length);
    thread.receipts.push(receiptText!);
  }
  thread.results.clear();
  Object.assign(thread, storedRow(settled.state));
  return stateOf(thread);
}
