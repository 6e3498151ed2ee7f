/** Restores an export in memory. */

import type { AuditEntry } from '../../records/audit-entry.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { encodeJson } from '../rules/checks.ts';
import {
  checkRestore,
  checkUntouched,
  coveredBy,
  type RestoreOptions,
  settleRestore,
} from '../rules/restoring.ts';
import { indexMessage } from './memory-search.ts';
import {
  type MemoryThread,
  type StoredMessage,
  stateOf,
  storedRow,
  toMessage,
  toStoredSummary,
} from './memory-thread.ts';

/** Everything is encoded before anything is changed, so that a value that cannot be stored leaves nothing behind. */
export function restoreThread(thread: MemoryThread, restore: RestoreOptions): ThreadState {
  checkRestore(restore);
  checkUntouched(restore.threadId, thread.summariesMade + thread.receipts.length + thread.audit.length);
  const coveredTo = coveredBy(restore);
  const tailTokens = thread.messages.slice(coveredTo).reduce((sum, { meta }) => sum + meta.tokens, 0);
  const log = new Map(thread.messages.map(({ meta }) => [meta.seq, meta]));
  const state = settleRestore({ restore, state: stateOf(thread), log, tailTokens });
  const summaries = restore.summaries.map((summary, index) => toStoredSummary(summary, index + 1));
  const receipts = restore.receipts.map((receipt) => encodeJson('receipt', receipt));
  const settings = encodeJson('settings', state.settings);
  const row = storedRow(state);

  for (const mark of restore.marks) {
    const stored = thread.messages[mark.seq - 1]!;
    thread.messages[mark.seq - 1] = marked(stored, mark);
    if (mark.removed) indexMessage(thread, toMessage(restore.threadId, thread.messages[mark.seq - 1]!));
    if (mark.unitStart !== undefined) moveCalls(thread, mark.seq, mark.unitStart);
  }
  for (const stored of summaries) thread.summaries[stored.head.status].set(stored.head.id, stored);
  thread.summariesMade = summaries.length;
  thread.receipts = receipts;
  thread.receiptIndexes = new Map(restore.receipts.map(({ id }, index) => [id, index]));
  thread.audit = restore.audit.map(copyEntry);
  Object.assign(thread, row, { settings });
  return stateOf(thread);
}

function moveCalls(thread: MemoryThread, seq: number, unitStart: number): void {
  for (const [key, calls] of thread.calls) {
    if (!calls.some((call) => call.seq === seq)) continue;
    thread.calls.set(
      key,
      calls.map((call) => (call.seq === seq ? { seq, unitStart } : call)),
    );
  }
}

function marked(stored: StoredMessage, mark: RestoreOptions['marks'][number]): StoredMessage {
  const { hash, unitStart, removed, editedAt } = mark;
  const { meta } = stored;
  return {
    ...stored,
    meta: {
      ...meta,
      hash: hash ?? meta.hash,
      unitStart: unitStart ?? meta.unitStart,
      ...(removed && { removed }),
    },
    ...(editedAt && { editedAt }),
  };
}

function copyEntry({ id, threadId, at, action, from, to, summaryId, note, before }: AuditEntry): AuditEntry {
  return { id, threadId, at, action, from, to, summaryId, note, before };
}
