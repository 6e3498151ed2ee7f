/** Changes the past at the user's request, all or nothing. */
import type { Message } from '../../message/message.ts';
import type { SummaryRecord } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import {
  checkPinsUpdate,
  checkUpdate,
  type PinsUpdate,
  type SummaryUpdate,
  settlePinsUpdate,
  settleUpdate,
} from '../rules/audit-entries.ts';
import { encodeJson, isId, unknownSummary } from '../rules/checks.ts';
import { removedBy, withDerived } from '../rules/derivations.ts';
import {
  checkRewrite,
  type Erasure,
  emptiedBody,
  losesDetails,
  type RewriteOptions,
  type SettledRewrite,
  settleRewrite,
} from '../rules/rewriting.ts';
import type { SummaryPlace } from '../rules/settle.ts';
import { eraseEarlierTexts, writeAuditEntry } from './audit.ts';
import { inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import { saveReceipt, saveSummaries, saveThread } from './hashes.ts';
import { messageColumns, messageRow, toMessage } from './message-rows.ts';
import { forgetNotes, readNotesAgain } from './profile-notes.ts';
import { clearResults } from './results.ts';
import { reindexMessages } from './search/indexing.ts';
import { forgetVectors } from './search/vectors.ts';
import { bodyColumns, markColumns, summaryColumns, toSummary } from './summary-rows.ts';
import { detailColumns, type ThreadRow, toState } from './thread-rows.ts';
import { callRows, insertCalls } from './tool-calls.ts';
import { toReceipt } from './trail-rows.ts';

const receiptsPage = 500;

export function rewrite(
  context: SqlContext,
  options: RewriteOptions,
): Promise<{ state: ThreadState; summaryIds: string[]; messages: Message[] }> {
  checkRewrite(options);
  return inTransaction(context, async (transaction) => {
    const thread = await lockThread(transaction, options.threadId);
    const given = options.changes.map(({ seq }) => seq);
    const messages = await changedMessages(transaction, thread, given);
    const derived = await derivedFrom(transaction, thread, removedBy(options, messages));
    for (const [seq, { message }] of derived) messages.set(seq, message);
    const complete = withDerived(options, derived);
    const seqs = complete.changes.map(({ seq }) => seq);
    const summaries = await touchedSummaries(transaction, thread, seqs);
    const settlement = settleRewrite({ rewrite: complete, state: toState(thread), messages, summaries });
    const before = seqs.map((seq) => messages.get(seq)!);
    const stored = await writeMessages(transaction, thread, before, settlement.messages);
    await writeSummaries(transaction, thread, settlement);
    await eraseTraces(transaction, thread, settlement);
    await clearResults(transaction, thread);
    await writeAuditEntry(transaction, thread, settlement.audit);
    await writeState(transaction, thread, settlement.state);
    await forgetNotes(
      transaction,
      thread,
      stored.map(({ seq }) => seq),
    );
    return { state: settlement.state, summaryIds: settlement.stale, messages: stored };
  });
}

export function updateSummary(context: SqlContext, options: SummaryUpdate): Promise<SummaryRecord> {
  checkUpdate(options);
  const { threadId, summaryId } = options;
  return inTransaction(context, async (transaction) => {
    const thread = await lockThread(transaction, threadId);
    const stored = isId(summaryId) ? await summaryRowOf(transaction, thread, summaryId) : undefined;
    if (!stored) throw unknownSummary('summaryId', threadId, summaryId);
    const summary = toSummary(threadId, stored);
    const settlement = settleUpdate({ update: options, state: toState(thread), summary });
    const changes = {
      tokens: settlement.summary.tokens,
      rung: settlement.summary.rung,
      model: settlement.summary.model,
      ...markColumns(settlement.summary),
      ...bodyColumns(settlement.summary),
    };
    await saveSummaries(transaction, thread, [summaryId], changes);
    await clearResults(transaction, thread);
    await writeAuditEntry(transaction, thread, settlement.audit);
    await writeState(transaction, thread, settlement.state);
    return toSummary(threadId, { ...stored, ...changes });
  });
}

export function updatePins(context: SqlContext, options: PinsUpdate): Promise<ThreadState> {
  checkPinsUpdate(options);
  return inTransaction(context, async (transaction) => {
    const thread = await lockThread(transaction, options.threadId);
    const state = settlePinsUpdate(options, toState(thread));
    await writeAuditEntry(transaction, thread, options.audit);
    await writeState(transaction, thread, state);
    await readNotesAgain(transaction, thread, [thread.messages]);
    return state;
  });
}

function summaryRowOf({ db }: SqlTransaction, thread: ThreadRow, summaryId: string) {
  return db
    .selectFrom('summaries')
    .select(summaryColumns)
    .where('thread_key', '=', thread.key)
    .where('id', '=', summaryId)
    .executeTakeFirst();
}

async function changedMessages(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  seqs: readonly number[],
): Promise<Map<number, Message>> {
  const rows = await db
    .selectFrom('messages')
    .select(messageColumns)
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list(seqs))
    .execute();
  return new Map(rows.map((row) => [row.seq, toMessage(thread.id, row)]));
}

/** Everything that was written from the removed messages, directly or indirectly. */
async function derivedFrom(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  removed: ReadonlyMap<string, 'forget' | 'delete'>,
): Promise<Map<number, { message: Message; kind: 'forget' | 'delete' }>> {
  const derived = new Map<number, { message: Message; kind: 'forget' | 'delete' }>();
  // Forgotten messages come first, so that records derived from both a forgotten and a deleted message are forgotten.
  for (const kind of ['forget', 'delete'] as const) {
    let ids = [...removed].filter((source) => source[1] === kind).map(([id]) => id);
    while (ids.length > 0) {
      const rows = await db
        .selectFrom('messages')
        .select(messageColumns)
        .where('thread_key', '=', thread.key)
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('derivations')
            .select('derivations.key')
            .where('derivations.thread_key', '=', thread.key)
            .where('derivations.kind', '=', 'message')
            .where('derivations.source_id', 'in', dialect.list(ids)),
        )
        .execute();
      const fresh = rows.filter(({ seq }) => !derived.has(seq)).map((row) => toMessage(thread.id, row));
      for (const message of fresh) derived.set(message.seq, { message, kind });
      ids = fresh.map(({ id }) => id);
    }
  }
  return derived;
}

/** Summaries that may cover one of the messages, and every prepared one, by range and then by order of creation. */
function touchedSummaries(
  { db }: SqlTransaction,
  thread: ThreadRow,
  seqs: readonly number[],
): Promise<SummaryPlace[]> {
  const { first, last } = spanOf(seqs);
  return db
    .selectFrom('summaries')
    .select(['id', 'status', 'from_seq as from', 'to_seq as to', 'tokens'])
    .where('thread_key', '=', thread.key)
    .where((place) =>
      place.or([
        place('status', '=', 'prepared'),
        place.and([place('from_seq', '<=', last), place('to_seq', '>=', first)]),
      ]),
    )
    .orderBy('from_seq')
    .orderBy('number')
    .execute();
}

async function writeMessages(
  transaction: SqlTransaction,
  thread: ThreadRow,
  before: readonly Message[],
  after: readonly Message[],
): Promise<Message[]> {
  const { db, dialect } = transaction;
  const rows = after.map((message) => messageRow(thread.key, message));
  for (const { thread_key, seq, ...changes } of rows) {
    await db
      .updateTable('messages')
      .set(changes)
      .where('thread_key', '=', thread_key)
      .where('seq', '=', seq)
      .execute();
  }
  const opened = callRows(thread, before);
  if (opened.length > 0) {
    await db
      .deleteFrom('tool_calls')
      .where('thread_key', '=', thread.key)
      .where('call_key', 'in', dialect.list([...new Set(opened.map(({ call_key }) => call_key))]))
      .where('seq', 'in', dialect.list([...new Set(opened.map(({ seq }) => seq))]))
      .execute();
  }
  await insertCalls(transaction, callRows(thread, after));
  await reindexMessages(transaction, thread, after);
  await forgetVectors(transaction, thread, after);
  return rows.map((row) => toMessage(thread.id, row));
}

async function writeSummaries(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { stale, retired, emptied }: SettledRewrite,
): Promise<void> {
  await saveSummaries(transaction, thread, stale, { stale: 1 });
  await saveSummaries(transaction, thread, retired, { status: 'replaced', replaced_at: thread.messages });
  // Marks of a person do not protect a text that no longer exists.
  const empty = { tokens: 0, ...markColumns({}), ...bodyColumns(emptiedBody) };
  await saveSummaries(transaction, thread, emptied, empty);
}

/** Erases everything else that may quote the removed messages. */
async function eraseTraces(
  transaction: SqlTransaction,
  thread: ThreadRow,
  { erasure }: SettledRewrite,
): Promise<void> {
  if (erasure.messages.length === 0) return;
  await eraseEarlierTexts(transaction, thread, erasure);
  await transaction.db
    .updateTable('calls')
    .set({ detail: null })
    .where('thread_key', '=', thread.key)
    .where('detail', 'is not', null)
    .execute();
  if (erasure.forgotten.length > 0) await eraseSegments(transaction, thread, erasure);
}

/** Finds receipts by their range, or by a named summary, which may cover other messages. */
async function eraseSegments(
  transaction: SqlTransaction,
  thread: ThreadRow,
  erasure: Erasure,
): Promise<void> {
  const { first, last } = spanOf(erasure.forgotten);
  for (let number = 0; ; ) {
    const rows = await transaction.db
      .selectFrom('receipts')
      .selectAll()
      .where('thread_key', '=', thread.key)
      .where('number', '>', number)
      .orderBy('number')
      .limit(receiptsPage)
      .execute();
    for (const row of rows) {
      const near = row.from_seq <= last && row.to_seq >= first;
      if (!near && ![...erasure.summaryIds].some((id) => row.body.includes(id))) continue;
      const receipt = toReceipt(thread.id, row);
      if (!losesDetails(receipt, erasure)) continue;
      await saveReceipt(transaction, row, encodeJson('receipt', { ...receipt, segment: null }));
    }
    if (rows.length < receiptsPage) return;
    number = rows[rows.length - 1]!.number;
  }
}

async function writeState(transaction: SqlTransaction, thread: ThreadRow, state: ThreadState): Promise<void> {
  await saveThread(transaction, thread, {
    updated_at: state.updatedAt,
    revision: state.revision,
    tokens: state.tokens,
    tail_tokens: state.tailTokens,
    summary_tokens: state.summaryTokens,
    pins: encodeJson('pins', state.pins),
    ...detailColumns(state),
    audit_entries_made: thread.audit_entries_made + 1,
  });
}

function spanOf(seqs: readonly number[]): { first: number; last: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const seq of seqs) {
    first = Math.min(first, seq);
    last = Math.max(last, seq);
  }
  return { first, last };
}
