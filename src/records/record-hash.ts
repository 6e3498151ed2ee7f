/**
 * The hash that every stored record carries of itself, so that any unauthorized change is found: in a word of a
 * summary, a time, a rule, a setting or a counter. The hash of a summary, receipt or audit entry includes its number,
 * and the hash of the thread's row includes how many there are, so missing and moved records are found too. Stores
 * write these hashes in the transaction that writes the record; `verify` computes them again.
 */
import { canonicalJson, canonicalWriter, sha256 } from '../message/hash.ts';
import type { Json, Message, MessageMeta } from '../message/message.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Receipt, SummaryRecord } from './summary.ts';
import type { ThreadState } from './thread-state.ts';

/** How many of each were ever made in a thread. None is ever removed alone. */
export type RecordCounts = { summaries: number; receipts: number; audit: number };

/** Everything about a message except its content, which has its own hash. */
export type MessageRecord = MessageMeta & Pick<Message, 'editedAt' | 'origin'>;

const recordMembers = {
  createdAt: true,
  editedAt: true,
  hash: true,
  id: true,
  origin: true,
  removed: true,
  role: true,
  seq: true,
  tokens: true,
  tokensBefore: true,
  unitStart: true,
} satisfies Record<keyof MessageRecord, true>;
const writtenRecord = canonicalWriter(Object.keys(recordMembers) as (keyof MessageRecord)[]);

/** Hashed for every appended message. */
export function messageRecordHash(message: MessageRecord): string {
  return sha256(`message:${writtenRecord(message)}`);
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

const stateMembers = {
  id: true,
  createdAt: true,
  updatedAt: true,
  title: true,
  titleFrom: true,
  owner: true,
  labels: true,
  revision: true,
  messages: true,
  tokens: true,
  coveredTo: true,
  tailTokens: true,
  summaryTokens: true,
  liveSummaries: true,
  checkpoint: true,
  compactions: true,
  tokensAfterCompaction: true,
  fixedTokens: true,
  sent: true,
  settings: true,
  pins: true,
  made: true,
} satisfies Record<keyof ThreadState | 'made', true>;
const writtenState = canonicalWriter<Exclude<keyof ThreadState, 'pins'>, 'pins' | 'made'>(
  Object.keys(stateMembers) as (keyof typeof stateMembers)[],
);
const writtenCounts = canonicalWriter<keyof RecordCounts>(['summaries', 'receipts', 'audit']);

/** Hashed for every append. `pins`: the rules in canonical JSON, if already known. */
export function threadHash(
  state: ThreadState,
  counts: RecordCounts,
  pins: string = canonicalJson(state.pins as unknown as Json),
): string {
  return sha256(`thread:${writtenState(state, { pins, made: writtenCounts(counts) })}`);
}

function hashOf(kind: string, record: object): string {
  return sha256(`${kind}:${canonicalJson(record as unknown as Json)}`);
}
