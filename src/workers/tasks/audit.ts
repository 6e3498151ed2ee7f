/**
 * Checks a summary against its source texts. Texts are passed, because an index cannot be copied between
 * threads.
 */
import { type AuditOptions, auditSummary, type SummaryAudit } from '../../facts/gate.ts';
import { createSourceIndex } from '../../facts/source-index.ts';
import type { Task } from '../task.ts';

export type SaidText = { text: string; at: string };

export type AuditInput = Omit<AuditOptions, 'sourceIndex' | 'countTokens'> & { said: readonly SaidText[] };

export const auditTask: Task<AuditInput, SummaryAudit> = async ({ said, ...options }, { tools }) => {
  const sourceIndex = createSourceIndex();
  for (const { text, at } of said) sourceIndex.add(text, at);
  return auditSummary({ ...options, sourceIndex, countTokens: tools.counter.count });
};
