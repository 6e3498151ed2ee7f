/** Entries of the audit trail of changes to the past: who asked and why, never text of messages. */
import type { AuditEntry } from '../records/audit-entry.ts';
import { isoTime, type Runtime } from '../runtime.ts';

export function auditEntry(
  runtime: Runtime,
  threadId: string,
  fields: Omit<AuditEntry, 'id' | 'at' | 'threadId' | 'summaryId'> & { summaryId?: string },
): AuditEntry {
  return { id: runtime.newId('aud'), at: isoTime(runtime.now()), threadId, summaryId: null, ...fields };
}
