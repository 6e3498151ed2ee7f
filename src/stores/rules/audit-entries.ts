/** Checks of audit entries in every store, and the entry of an edited summary. */
import { invalidInput } from '../../errors.ts';
import { type AuditEntry, auditActions } from '../../records/audit-entry.ts';
import type { SummaryRecord } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { checkCount, checkId, encodeJson } from './checks.ts';

export type SummaryUpdate = Parameters<Store['updateSummary']>[0];
export type PinsUpdate = Parameters<Store['updatePins']>[0];

export function checkAudit(threadId: string, audit: AuditEntry): void {
  checkId('audit.id', audit.id);
  if (audit.threadId !== threadId) {
    throw invalidInput('audit.threadId', `the thread ${JSON.stringify(threadId)}`, audit.threadId);
  }
  if (!auditActions.includes(audit.action))
    throw invalidInput('audit.action', auditActions.join(', '), audit.action);
  checkCount('audit.from', audit.from);
  checkCount('audit.to', audit.to);
  if (audit.summaryId !== null) checkId('audit.summaryId', audit.summaryId);
  for (const field of ['at', 'note'] as const) {
    if (typeof audit[field] !== 'string') throw invalidInput(`audit.${field}`, 'a string', audit[field]);
  }
  if (audit.before !== null && typeof audit.before !== 'string') {
    throw invalidInput('audit.before', 'a string or null', audit.before);
  }
}

export function usedAuditId(id: string): Error {
  return invalidInput('audit.id', 'an id not used before', id);
}

export function checkUpdate({ threadId, summaryId, text, tokens, audit }: SummaryUpdate): void {
  checkId('threadId', threadId);
  checkAudit(threadId, audit);
  if (audit.summaryId !== summaryId) {
    throw invalidInput(
      'audit.summaryId',
      `the summary that is changed, ${JSON.stringify(summaryId)}`,
      audit.summaryId,
    );
  }
  if (tokens !== undefined) checkCount('tokens', tokens);
  if (text !== undefined && typeof text !== 'string') throw invalidInput('text', 'a string', text);
  if (text !== undefined && tokens === undefined) {
    throw invalidInput('tokens', 'given together with text', tokens);
  }
}

/** The summary, row and audit entry after a person changed a summary. */
export function settleUpdate(options: {
  update: SummaryUpdate;
  state: ThreadState;
  summary: SummaryRecord;
}): {
  state: ThreadState;
  summary: SummaryRecord;
  audit: AuditEntry;
} {
  const { update, state, summary } = options;
  const { text, tokens, record, facts, edited, pinned, audit, now } = update;
  const after: SummaryRecord = {
    ...summary,
    text: text ?? summary.text,
    tokens: tokens ?? summary.tokens,
    record: record === undefined ? summary.record : record,
    facts: facts ?? summary.facts,
    edited: edited ?? summary.edited,
    pinned: pinned ?? summary.pinned,
    ...(edited === undefined ? {} : { rung: 'person' as const, model: 'person' }),
  };
  const rewritten = text !== undefined || record !== undefined || facts !== undefined;
  return {
    state: {
      ...state,
      updatedAt: isoTime(now),
      revision: state.revision + 1,
      summaryTokens: state.summaryTokens + (summary.status === 'live' ? after.tokens - summary.tokens : 0),
    },
    summary: after,
    audit: { ...audit, before: audit.before ?? (rewritten ? earlierVersion(summary) : null) },
  };
}

export function checkPinsUpdate({ threadId, audit }: PinsUpdate): void {
  checkId('threadId', threadId);
  checkAudit(threadId, audit);
}

export function settlePinsUpdate({ change, now }: PinsUpdate, state: ThreadState): ThreadState {
  return { ...state, updatedAt: isoTime(now), pins: change(state.pins, state) };
}

/** All fields that an edit may replace, so that they can be restored. */
function earlierVersion({ text, tokens, record, facts, edited }: SummaryRecord): string {
  return encodeJson('audit.before', { text, tokens, record, facts, edited });
}
