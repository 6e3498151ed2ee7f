/**
 * The hash every stored record carries of itself, so that a change that nobody made is found whatever it hit: a word
 * of a summary, a time, a rule, a setting, a counter. Records that are numbered (summaries, receipts, audit entries)
 * enter with their number, and the thread's row with how many there are: one that is missing, or stands elsewhere, is
 * noticed too. Stores keep these hashes in the transaction that writes the record; verify computes them again.
 */
import { canonicalJson, sha256 } from '../message/hash.ts';
import type { Json, Message, MessageMeta } from '../message/message.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Receipt, SummaryRecord } from './summary.ts';
import type { ThreadState } from './thread-state.ts';

/** How many of each were ever made in a thread; none is ever removed alone. */
export type RecordCounts = { summaries: number; receipts: number; audit: number };

/** What is known of a message besides its content, which has a hash of its own. */
export type MessageRecord = MessageMeta & Pick<Message, 'editedAt' | 'origin'>;

/** By their names, in order: of every message that is appended. */
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

/** As above: with every message that is appended. `pins`: the rules in canonical JSON, where that is at hand. */
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
