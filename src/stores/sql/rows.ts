/** From rows to what the contract speaks of, and back. */
import type { Selectable } from 'kysely';
import type { Message, MessageMeta } from '../../message/message.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import {
  auditHash,
  type MessageRecord,
  messageRecordHash,
  receiptHash,
  summaryHash,
} from '../../records/record-hash.ts';
import type { SentState } from '../../records/sent-state.ts';
import type { Receipt, SummaryHead, SummaryRecord } from '../../records/summary.ts';
import type { ThreadDetails, ThreadState } from '../../records/thread-state.ts';
import { encodeJson } from '../rules/checks.ts';
import { titleKey } from '../rules/thread-order.ts';
import {
  decodeJson,
  isContent,
  isListOfTexts,
  isOrigin,
  isPins,
  isReceiptBody,
  isSentState,
  isSettings,
  isSummaryBody,
  isText,
} from './decoding.ts';
import type {
  AuditEntriesTable,
  MessagesTable,
  ReceiptsTable,
  SummariesTable,
  ThreadsTable,
} from './schema.ts';

export type ThreadRow = Selectable<ThreadsTable>;

export const metaColumns = [
  'seq',
  'id',
  'role',
  'created_at',
  'tokens',
  'hash',
  'unit_start',
  'tokens_before',
  'removed',
] as const;
export const messageColumns = [...metaColumns, 'edited_at', 'content', 'origin'] as const;
type MetaRow = Pick<MessagesTable, (typeof metaColumns)[number]>;
export type MessageRow = Pick<MessagesTable, (typeof messageColumns)[number]>;

export const headColumns = [
  'id',
  'status',
  'from_seq',
  'to_seq',
  'messages_covered',
  'start_message_id',
  'end_message_id',
  'level',
  'tier',
  'depth',
  'parent_id',
  'source_ids',
  'read_from',
  'read_to',
  'source_hash',
  'shape',
  'tokens',
  'source_tokens',
  'rewrites',
  'strategy',
  'model',
  'rung',
  'prompt_version',
  'survival',
  'fidelity',
  'created_at',
  'stale',
  'edited_at',
  'edited_version',
  'pinned',
  'made_at',
  'live_at',
  'replaced_at',
] as const;
export const summaryColumns = [...headColumns, 'text', 'body'] as const;
export type HeadRow = Pick<SummariesTable, (typeof headColumns)[number]>;
export type SummaryRow = Pick<SummariesTable, (typeof summaryColumns)[number]>;

export function toState(row: Omit<ThreadRow, 'record_hash'>): ThreadState {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.title_from === null ? {} : { titleFrom: row.title_from }),
    ...(row.owner === null ? {} : { owner: row.owner }),
    ...(row.labels === null ? {} : { labels: decodeLabels(row.id, row.labels) }),
    revision: row.revision,
    messages: row.messages,
    tokens: row.tokens,
    coveredTo: row.covered_to,
    tailTokens: row.tail_tokens,
    summaryTokens: row.summary_tokens,
    liveSummaries: row.live_summaries,
    checkpoint: row.checkpoint,
    compactions: row.compactions,
    tokensAfterCompaction: row.tokens_after_compaction,
    fixedTokens: row.fixed_tokens,
    ...(row.sent === null ? {} : { sent: decodeSent(row.id, row.sent) }),
    pins: decodeJson({
      text: row.pins,
      is: isPins,
      what: `the rules of thread ${JSON.stringify(row.id)}`,
      details: { threadId: row.id },
    }),
    settings: decodeJson({
      text: row.settings,
      is: isSettings,
      what: `the settings of thread ${JSON.stringify(row.id)}`,
      details: { threadId: row.id },
    }),
  };
}

function decodeLabels(threadId: string, text: string): string[] {
  const what = `the labels of thread ${JSON.stringify(threadId)}`;
  return decodeJson({ text, is: isListOfTexts, what, details: { threadId } });
}

/** What a thread is found by, as columns. */
export function detailColumns({ title, titleFrom, owner, labels }: ThreadDetails) {
  return {
    title: title ?? null,
    title_from: titleFrom ?? null,
    owner: owner ?? null,
    labels: labels === undefined ? null : encodeJson('labels', labels),
    title_key: titleKey(title),
  };
}

function decodeSent(threadId: string, text: string): SentState {
  const what = `what was sent of thread ${JSON.stringify(threadId)}`;
  return decodeJson({ text, is: isSentState, what, details: { threadId } });
}

export function encodeSent({ sent }: ThreadState): string | null {
  return sent === undefined ? null : encodeJson('sent', sent);
}

export function toMeta(row: MetaRow): MessageMeta {
  const meta: MessageMeta = {
    seq: row.seq,
    id: row.id,
    role: row.role,
    tokens: row.tokens,
    hash: row.hash,
    createdAt: row.created_at,
    unitStart: row.unit_start,
    tokensBefore: row.tokens_before,
  };
  if (row.removed) meta.removed = row.removed;
  return meta;
}

export function toMessage(threadId: string, row: MessageRow): Message {
  const content = decodeJson({ text: row.content, is: isContent, ...inMessage(threadId, row) });
  return Object.assign(toMessageRecord(row, threadId), { threadId }, content);
}

const inMessage = (threadId: string, { seq }: { seq: number }) => ({
  what: () => `message ${seq} of thread ${JSON.stringify(threadId)}`,
  details: { threadId, seq },
});

/** Everything but what it says. */
export function toMessageRecord(row: Omit<MessageRow, 'content'>, threadId = ''): MessageRecord {
  const record: MessageRecord = toMeta(row);
  if (row.edited_at) record.editedAt = row.edited_at;
  if (row.origin !== null)
    record.origin = decodeJson({ text: row.origin, is: isOrigin, ...inMessage(threadId, row) });
  return record;
}

export function messageRow(threadKey: number, message: Message): MessagesTable {
  const { parts, name, extra } = message;
  const row = {
    thread_key: threadKey,
    seq: message.seq,
    id: message.id,
    role: message.role,
    created_at: message.createdAt,
    tokens: message.tokens,
    hash: message.hash,
    unit_start: message.unitStart,
    tokens_before: message.tokensBefore,
    edited_at: message.editedAt ?? null,
    removed: message.removed ?? null,
    content: encodeJson(`message ${message.id}`, { parts, name, extra }),
    origin: message.origin === undefined ? null : encodeJson(`message ${message.id}`, message.origin),
  };
  return { ...row, record_hash: messageRecordHash(toMessageRecord(row)) };
}

export function toHead(threadId: string, row: HeadRow): SummaryHead {
  return {
    id: row.id,
    threadId,
    status: row.status,
    from: row.from_seq,
    to: row.to_seq,
    messagesCovered: row.messages_covered,
    startMessageId: row.start_message_id,
    endMessageId: row.end_message_id,
    level: row.level,
    tier: row.tier,
    depth: row.depth,
    parentId: row.parent_id,
    sourceIds: decodeJson({ text: row.source_ids, is: isListOfTexts, ...inSummary(threadId, row) }),
    readFrom: row.read_from,
    readTo: row.read_to,
    sourceHash: row.source_hash,
    shape: row.shape,
    tokens: row.tokens,
    sourceTokens: row.source_tokens,
    rewrites: row.rewrites,
    strategy: row.strategy,
    model: row.model,
    rung: row.rung,
    promptVersion: row.prompt_version,
    survival: row.survival,
    fidelity: row.fidelity,
    createdAt: row.created_at,
    ...(row.stale && { stale: true }),
    ...(row.edited_at !== null && { edited: { at: row.edited_at, version: row.edited_version ?? 0 } }),
    ...(row.pinned && { pinned: true }),
    ...(row.made_at !== null && { madeAt: row.made_at }),
    ...(row.live_at !== null && { liveAt: row.live_at }),
    ...(row.replaced_at !== null && { replacedAt: row.replaced_at }),
  };
}

export function toSummary(threadId: string, row: SummaryRow): SummaryRecord {
  const body = decodeJson({ text: row.body, is: isSummaryBody, ...inSummary(threadId, row) });
  return { ...toHead(threadId, row), text: row.text, ...body };
}

const inSummary = (threadId: string, { id }: { id: string }) => ({
  what: `summary ${JSON.stringify(id)}`,
  details: { threadId, summaryId: id },
});

export function summaryRow(threadKey: number, number: number, summary: SummaryRecord): SummariesTable {
  const row = {
    thread_key: threadKey,
    number,
    id: summary.id,
    status: summary.status,
    from_seq: summary.from,
    to_seq: summary.to,
    messages_covered: summary.messagesCovered,
    start_message_id: summary.startMessageId,
    end_message_id: summary.endMessageId,
    level: summary.level,
    tier: summary.tier,
    depth: summary.depth,
    parent_id: summary.parentId,
    source_ids: encodeJson('insert.sourceIds', summary.sourceIds),
    read_from: summary.readFrom,
    read_to: summary.readTo,
    source_hash: summary.sourceHash,
    shape: summary.shape,
    tokens: summary.tokens,
    source_tokens: summary.sourceTokens,
    rewrites: summary.rewrites,
    strategy: summary.strategy,
    model: summary.model,
    rung: summary.rung,
    prompt_version: summary.promptVersion,
    survival: summary.survival,
    fidelity: summary.fidelity,
    created_at: summary.createdAt,
    stale: summary.stale ? 1 : 0,
    made_at: summary.madeAt ?? null,
    live_at: summary.liveAt ?? null,
    replaced_at: summary.replacedAt ?? null,
    ...markColumns(summary),
    ...bodyColumns(summary),
  };
  return { ...row, record_hash: summaryHash(toSummary('', row), number) };
}

/** The columns say where it belongs; the rest is in the body. */
export function toReceipt(threadId: string, row: Omit<ReceiptsTable, 'record_hash'>): Receipt {
  const body = decodeJson({
    text: row.body,
    is: isReceiptBody,
    what: `receipt ${JSON.stringify(row.id)} of thread ${JSON.stringify(threadId)}`,
    details: { receiptId: row.id },
  });
  return {
    ...body,
    id: row.id,
    threadId,
    createdAt: row.created_at,
    from: row.from_seq,
    to: row.to_seq,
  };
}

export function receiptRow(threadKey: number, number: number, receipt: Receipt): ReceiptsTable {
  const row = {
    thread_key: threadKey,
    number,
    id: receipt.id,
    created_at: receipt.createdAt,
    from_seq: receipt.from,
    to_seq: receipt.to,
    body: encodeJson('receipt', receipt),
  };
  return { ...row, record_hash: receiptHash(toReceipt('', row), number) };
}

export function toAuditEntry(threadId: string, row: Omit<AuditEntriesTable, 'record_hash'>): AuditEntry {
  const text = (value: string): string =>
    decodeJson({
      text: value,
      is: isText,
      what: `audit entry ${JSON.stringify(row.id)} of thread ${JSON.stringify(threadId)}`,
      details: { auditId: row.id },
    });
  return {
    id: row.id,
    threadId,
    at: row.at,
    action: row.action,
    from: row.from_seq,
    to: row.to_seq,
    summaryId: row.summary_id,
    note: text(row.note),
    before: row.before === null ? null : text(row.before),
  };
}

export function auditRow(threadKey: number, number: number, entry: AuditEntry): AuditEntriesTable {
  const row = {
    thread_key: threadKey,
    number,
    id: entry.id,
    at: entry.at,
    action: entry.action,
    from_seq: entry.from,
    to_seq: entry.to,
    summary_id: entry.summaryId,
    note: encodeJson('audit.note', entry.note),
    before: entry.before === null ? null : encodeJson('audit.before', entry.before),
  };
  return { ...row, record_hash: auditHash(toAuditEntry('', row), number) };
}

/** What a person did to a summary, as columns. */
export function markColumns({ edited, pinned }: Pick<SummaryRecord, 'edited' | 'pinned'>) {
  return { edited_at: edited?.at ?? null, edited_version: edited?.version ?? null, pinned: pinned ? 1 : 0 };
}

type SummaryBody = Pick<
  SummaryRecord,
  'text' | 'record' | 'raw' | 'originals' | 'segment' | 'work' | 'facts' | 'kept' | 'limits'
>;

/** What a summary says, as columns. */
export function bodyColumns(summary: SummaryBody) {
  const { text, record, raw, originals, segment, work, facts, kept, limits } = summary;
  const readable = storableText(text);
  const exact = readable === text ? {} : { text };
  return {
    text: readable,
    body: encodeJson('summary', { record, raw, originals, segment, work, facts, kept, limits, ...exact }),
  };
}

/** What every database takes as text. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
