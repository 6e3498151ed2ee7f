/**
 * Everthread's own files: one or several threads as lines of JSON, with all their records. A thread has a header with
 * its row, then its messages, summaries, receipts and audit trail in the order of their creation. Its last line says
 * how many of each there are, so that a truncated file is recognized.
 */
import type { Message } from '../message/message.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import type { Receipt, SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';

export const archiveVersion = 1;

export type ArchiveHeader = { version: number; thread: ThreadState };

export type ArchiveCounts = { messages: number; summaries: number; receipts: number; audit: number };

/** The records of a file besides messages. */
export type ArchiveRecord =
  | { type: 'summary'; summary: SummaryRecord }
  | { type: 'receipt'; receipt: Receipt }
  | { type: 'audit'; entry: AuditEntry }
  | { type: 'end'; counts: ArchiveCounts };

export function headerLine(thread: ThreadState): string {
  return line('everthread', { version: archiveVersion, thread });
}

/** Without `tokensBefore`, which is computed again on append. */
export function messageLine({
  threadId: _threadId,
  tokensBefore: _tokensBefore,
  ...message
}: Message): string {
  return line('message', message);
}

export function summaryLine({ threadId: _threadId, ...summary }: SummaryRecord): string {
  return line('summary', summary);
}

export function receiptLine({ threadId: _threadId, ...receipt }: Receipt): string {
  return line('receipt', receipt);
}

export function auditLine({ threadId: _threadId, ...entry }: AuditEntry): string {
  return line('audit', entry);
}

export function endLine(counts: ArchiveCounts): string {
  return line('end', counts);
}

function line(type: string, members: object): string {
  return `${JSON.stringify({ type, ...members })}\n`;
}
