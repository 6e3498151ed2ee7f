/** Changes the past of a thread in memory, and its audit trail. */
import type { Message } from '../../message/message.ts';
import { openedCalls } from '../../message/units.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { Receipt, SummaryRecord } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import {
  type PinsUpdate,
  type SummaryUpdate,
  settlePinsUpdate,
  settleUpdate,
  usedAuditId,
} from '../rules/audit-entries.ts';
import { encodeJson, unknownAuditEntry, unknownSummary } from '../rules/checks.ts';
import { type Derivation, removedBy, withDerived } from '../rules/derivations.ts';
import { callKey } from '../rules/numbering.ts';
import {
  emptiedBody,
  losesDetails,
  lostOfEntry,
  type RewriteOptions,
  settleRewrite,
} from '../rules/rewriting.ts';
import { indexMessage } from './memory-search.ts';
import {
  findSummary,
  type MemoryThread,
  type StoredMessage,
  stateOf,
  storedRow,
  summariesInOrder,
  toMessage,
  toRecord,
  toStored,
  toStoredSummary,
} from './memory-thread.ts';

/** Everything is encoded before anything is changed, so that a value that cannot be stored leaves nothing behind. */
export function rewriteThread(thread: MemoryThread, given: RewriteOptions) {
  const { threadId } = given;
  const rewrite = withDerived(given, derivedFrom(thread, given));
  const known = rewrite.changes.flatMap(({ seq }) => thread.messages[seq - 1] ?? []);
  const settled = settleRewrite({
    rewrite,
    state: stateOf(thread),
    messages: new Map(known.map((stored) => [stored.meta.seq, toMessage(threadId, stored)])),
    summaries: summariesInOrder(thread).map(({ head }) => head),
  });
  const { erasure, state } = settled;
  const encoded = settled.messages.map(toStored);
  const trail = thread.audit.map((entry) => ({ ...entry, ...lostOfEntry(entry, erasure) }));
  const entry = checkedEntry(thread, settled.audit);
  const row = storedRow(state);

  for (const stored of encoded) replaceMessage(thread, threadId, stored);
  const [retired, emptied] = [new Set(settled.retired), new Set(settled.emptied)];
  const stale = new Set(settled.stale);
  for (const id of new Set([...settled.stale, ...settled.retired])) {
    const stored = findSummary(thread, id)!;
    let record: SummaryRecord = toRecord(stored);
    if (stale.has(id)) record = { ...record, stale: true };
    if (retired.has(id)) record = { ...record, status: 'replaced', replacedAt: state.messages };
    if (emptied.has(id)) {
      const { raw, work, kept, limits, edited, pinned, ...rest } = record;
      record = { ...rest, ...emptiedBody, tokens: 0 };
    }
    thread.summaries[stored.head.status].delete(id);
    thread.summaries[record.status].set(id, toStoredSummary(record, stored.number));
  }
  thread.receipts = thread.receipts.map((text) => {
    const receipt = JSON.parse(text) as Receipt;
    return losesDetails(receipt, erasure) ? encodeJson('receipt', { ...receipt, segment: null }) : text;
  });
  thread.results.clear();
  thread.audit = [...trail, entry];
  Object.assign(thread, row);
  return {
    state: stateOf(thread),
    summaryIds: settled.stale,
    messages: encoded.map((stored) => toMessage(threadId, stored)),
  };
}

export function addDerivation(thread: MemoryThread, derivation: Derivation): void {
  const known = thread.derivations.get(derivation.sourceId);
  if (known) known.push(derivation);
  else thread.derivations.set(derivation.sourceId, [derivation]);
}

/** Everything that was written from the removed messages, directly or indirectly. */
function derivedFrom(thread: MemoryThread, rewrite: RewriteOptions) {
  const places = new Map(
    rewrite.changes.flatMap(({ seq }) => {
      const meta = thread.messages[seq - 1]?.meta;
      return meta ? [[seq, meta] as const] : [];
    }),
  );
  const derived = new Map<number, { message: Message; kind: 'forget' | 'delete' }>();
  const left = [...removedBy(rewrite, places)];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [sourceId, kind] = next;
    for (const { key } of thread.derivations.get(sourceId) ?? []) {
      const seq = thread.seqs.get(key);
      const known = seq === undefined ? undefined : derived.get(seq);
      if (seq === undefined || known?.kind === 'forget' || known?.kind === kind) continue;
      derived.set(seq, { message: toMessage(rewrite.threadId, thread.messages[seq - 1]!), kind });
      left.push([key, kind]);
    }
  }
  return derived;
}

export function updateStoredPins(thread: MemoryThread, update: PinsUpdate): ThreadState {
  const entry = checkedEntry(thread, update.audit);
  const row = storedRow(settlePinsUpdate(update, stateOf(thread)));
  thread.audit = [...thread.audit, entry];
  Object.assign(thread, row);
  return stateOf(thread);
}

export function updateStoredSummary(thread: MemoryThread, update: SummaryUpdate): SummaryRecord {
  const { threadId, summaryId } = update;
  const stored = findSummary(thread, summaryId);
  if (!stored) throw unknownSummary('summaryId', threadId, summaryId);
  const settled = settleUpdate({ update, state: stateOf(thread), summary: toRecord(stored) });
  const after = toStoredSummary(settled.summary, stored.number);
  thread.audit = [...thread.audit, checkedEntry(thread, settled.audit)];
  thread.summaries[after.head.status].set(summaryId, after);
  thread.results.clear();
  Object.assign(thread, storedRow(settled.state));
  return toRecord(after);
}

export function selectAudit(
  thread: MemoryThread | undefined,
  { limit, before }: { limit: number; before?: string },
): AuditEntry[] {
  const trail = thread?.audit ?? [];
  const end = before === undefined ? trail.length : trail.findIndex(({ id }) => id === before);
  if (end < 0) throw unknownAuditEntry(before);
  return trail
    .slice(Math.max(0, end - limit), end)
    .reverse()
    .map((entry) => ({ ...entry }));
}

function checkedEntry(thread: MemoryThread, entry: AuditEntry): AuditEntry {
  if (thread.audit.some(({ id }) => id === entry.id)) throw usedAuditId(entry.id);
  const { id, threadId, at, action, from, to, summaryId, note, before } = entry;
  return { id, threadId, at, action, from, to, summaryId, note, before };
}

function replaceMessage(thread: MemoryThread, threadId: string, stored: StoredMessage): void {
  const { seq, unitStart } = stored.meta;
  const old = toMessage(threadId, thread.messages[seq - 1]!);
  for (const key of new Set(openedCalls(old).map(callKey))) {
    const rest = (thread.calls.get(key) ?? []).filter((call) => call.seq !== seq);
    if (rest.length > 0) thread.calls.set(key, rest);
    else thread.calls.delete(key);
  }
  for (const key of new Set(openedCalls(toMessage(threadId, stored)).map(callKey))) {
    const calls = [...(thread.calls.get(key) ?? []), { seq, unitStart }];
    thread.calls.set(
      key,
      calls.sort((first, second) => first.seq - second.seq),
    );
  }
  thread.messages[seq - 1] = stored;
  indexMessage(thread, toMessage(threadId, stored));
}
