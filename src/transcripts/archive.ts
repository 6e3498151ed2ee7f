/**
 * Everthread's own files: one thread, or several behind each other, as lines of JSON, with everything that is known of
 * them. A header with the thread's row, then its messages, its summaries, receipts and audit trail in the order they
 * came to be, and a last line that counts them, so that a file that was cut off is known for it.
 */
import type { Message } from '../message/message.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import type { Receipt, SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';

export const archiveVersion = 1;

export type ArchiveHeader = { version: number; thread: ThreadState };

export type ArchiveCounts = { messages: number; summaries: number; receipts: number; audit: number };

/** What a file holds besides messages. */
export type ArchiveRecord =
  | { type: 'summary'; summary: SummaryRecord }
  | { type: 'receipt'; receipt: Receipt }
  | { type: 'audit'; entry: AuditEntry }
  | { type: 'end'; counts: ArchiveCounts };

export function headerLine(thread: ThreadState): string {
  return line('everthread', { version: archiveVersion, thread });
}

/** Without the sum of what came before it, which is made anew when it is appended. */
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
