/** Converts rows of receipts and audit entries to and from the types of the store contract. */
import type { AuditEntry } from '../../records/audit-entry.ts';
import { auditHash, receiptHash } from '../../records/record-hash.ts';
import type { Receipt } from '../../records/summary.ts';
import { encodeJson } from '../rules/checks.ts';
import { decodeJson, isReceiptBody, isText } from './decoding.ts';
import type { AuditEntriesTable, ReceiptsTable } from './schema.ts';

/** Columns tell the receipt's place; the rest is in the body. */
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
