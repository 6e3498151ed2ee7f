/** Converts rows of summaries to and from the types of the store contract. */
import { summaryHash } from '../../records/record-hash.ts';
import type { SummaryHead, SummaryRecord } from '../../records/summary.ts';
import { encodeJson } from '../rules/checks.ts';
import { decodeJson, isListOfTexts, isSummaryBody } from './decoding.ts';
import type { SummariesTable } from './schema.ts';
import { storableText } from './storable-text.ts';

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

/** A person's marks on a summary, as columns. */
export function markColumns({ edited, pinned }: Pick<SummaryRecord, 'edited' | 'pinned'>) {
  return { edited_at: edited?.at ?? null, edited_version: edited?.version ?? null, pinned: pinned ? 1 : 0 };
}

type SummaryBody = Pick<
  SummaryRecord,
  'text' | 'record' | 'raw' | 'originals' | 'segment' | 'work' | 'facts' | 'kept' | 'limits'
>;

/** The content of a summary, as columns. */
export function bodyColumns(summary: SummaryBody) {
  const { text, record, raw, originals, segment, work, facts, kept, limits } = summary;
  const readable = storableText(text);
  const exact = readable === text ? {} : { text };
  return {
    text: readable,
    body: encodeJson('summary', { record, raw, originals, segment, work, facts, kept, limits, ...exact }),
  };
}
