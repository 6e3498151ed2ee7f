/**
 * The hash that every stored record carries of itself, so that any unauthorized change is found: in a word of a
 * summary, a time, a rule, a setting or a counter. The hash of a summary, receipt or audit entry includes its number,
 * and the hash of the thread's row includes how many there are, so missing and moved records are found too. Stores
 * write these hashes in the transaction that writes the record; `verify` computes them again.
 */
import { canonicalJson, sha256 } from '../message/hash.ts';
import type { Json, Message, MessageMeta } from '../message/message.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Receipt, SummaryRecord } from './summary.ts';
import type { ThreadState } from './thread-state.ts';

/** How many of each were ever made in a thread. None is ever removed alone. */
export type RecordCounts = { summaries: number; receipts: number; audit: number };

/** Everything about a message except its content, which has its own hash. */
export type MessageRecord = MessageMeta & Pick<Message, 'editedAt' | 'origin'>;

/**
 * Members are listed in the order of their names, instead of being sorted, because this runs for every appended
 * message.
 */
export function messageRecordHash(message: MessageRecord): string {
  const record: Record<keyof MessageRecord, unknown> = {
    createdAt: message.createdAt,
    editedAt: message.editedAt,
    hash: message.hash,
    id: message.id,
    origin: message.origin,
    removed: message.removed,
    role: message.role,
    seq: message.seq,
    tokens: message.tokens,
    tokensBefore: message.tokensBefore,
    unitStart: message.unitStart,
  };
  return hashOf('message', record);
}

export function summaryHash({ threadId: _threadId, ...summary }: SummaryRecord, number: number): string {
  return hashOf('summary', { ...summary, number });
}

export function receiptHash({ threadId: _threadId, ...receipt }: Receipt, number: number): string {
  return hashOf('receipt', { ...receipt, number });
}

export function auditHash({ threadId: _threadId, ...entry }: AuditEntry, number: number): string {
  return hashOf('audit', { ...entry, number });
}

/**
 * Members are in order as above, because this runs for every append. `pins`: the rules in canonical JSON, if already
 * known.
 */
export function threadHash(
  state: ThreadState,
  { audit, receipts, summaries }: RecordCounts,
  pins: string = canonicalJson(state.pins as unknown as Json),
): string {
  type Name = Exclude<keyof ThreadState, 'pins'> | 'made';
  const before = {
    checkpoint: state.checkpoint,
    compactions: state.compactions,
    coveredTo: state.coveredTo,
    createdAt: state.createdAt,
    fixedTokens: state.fixedTokens,
    id: state.id,
    labels: state.labels,
    liveSummaries: state.liveSummaries,
    made: { audit, receipts, summaries },
    messages: state.messages,
    owner: state.owner,
  } satisfies Partial<Record<Name, unknown>>;
  const behind: Record<Exclude<Name, keyof typeof before>, unknown> = {
    revision: state.revision,
    sent: state.sent,
    settings: state.settings,
    summaryTokens: state.summaryTokens,
    tailTokens: state.tailTokens,
    title: state.title,
    titleFrom: state.titleFrom,
    tokens: state.tokens,
    tokensAfterCompaction: state.tokensAfterCompaction,
    updatedAt: state.updatedAt,
  };
  const [first, last] = [before, behind].map((members) => canonicalJson(members as unknown as Json));
  return sha256(`thread:${first!.slice(0, -1)},"pins":${pins},${last!.slice(1)}`);
}

function hashOf(kind: string, record: object): string {
  return sha256(`${kind}:${canonicalJson(record as unknown as Json)}`);
}
