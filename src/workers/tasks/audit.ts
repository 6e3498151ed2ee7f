/**
 * Checks a summary against its source texts. Texts are passed, because an index cannot be copied between
 * threads.
 */
import { type AuditOptions, auditSummary, type SummaryAudit } from '../../facts/gate.ts';
import { createSourceIndex } from '../../facts/source-index.ts';
import type { Task } from '../task.ts';

export type SourceText = { text: string; at: string };

export type AuditInput = Omit<AuditOptions, 'sourceIndex' | 'countTokens'> & {
  sourceTexts: readonly SourceText[];
};

export const auditTask: Task<AuditInput, SummaryAudit> = async ({ sourceTexts, ...options }, { tools }) => {
  const sourceIndex = createSourceIndex();
  for (const { text, at } of sourceTexts) sourceIndex.add(text, at);
  return auditSummary({ ...options, sourceIndex, countTokens: tools.counter.count });
};
