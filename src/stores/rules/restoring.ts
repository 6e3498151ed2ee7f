/**
 * Rules for restoring an export: pure, and the same for every store. Checks that the file's records fit the log, and
 * computes the new row. Counters are summed up again, never taken from the file.
 */
import { invalidInput } from '../../errors.ts';
import type { SummaryRecord, SummaryStatus } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { Store } from '../../store.ts';
import { checkAudit } from './audit-entries.ts';
import { checkCount, checkId } from './checks.ts';
import { changedDetails, checkDetails } from './details.ts';
import { checkTiling, type StoredPlace } from './settle.ts';

export type RestoreOptions = Parameters<Store['restore']>[0];

export function checkRestore({ threadId, thread, marks, summaries, receipts, audit }: RestoreOptions): void {
  checkId('threadId', threadId);
  checkDetails(thread);
  for (const counter of [
    'revision',
    'checkpoint',
    'compactions',
    'tokensAfterCompaction',
    'fixedTokens',
  ] as const) {
    checkCount(`thread.${counter}`, thread[counter]);
  }
  marks.forEach((mark, index) => {
    checkCount(`marks[${index}].seq`, mark.seq);
    if (mark.unitStart !== undefined && !(mark.unitStart >= 1 && mark.unitStart <= mark.seq)) {
      throw invalidInput(`marks[${index}].unitStart`, `from 1 to ${mark.seq}`, mark.unitStart);
    }
  });
  checkAll('summaries', threadId, summaries);
  checkAll('receipts', threadId, receipts);
  checkAll('audit', threadId, audit);
  summaries.forEach(({ tokens }, index) => {
    checkCount(`summaries[${index}].tokens`, tokens);
  });
  for (const entry of audit) checkAudit(threadId, entry);
}

/** An export may only be restored to a thread without summaries, receipts and audit entries of its own. */
export function checkUntouched(threadId: string, made: number): void {
  if (made === 0) return;
  throw invalidInput(
    'threadId',
    'a thread without summaries, receipts and audit entries of its own',
    JSON.stringify(threadId),
  );
}

/** Numbers of the first and last messages of live and prepared summaries. */
export function restoredPlaces({ summaries }: RestoreOptions): number[] {
  return [...new Set(shown(summaries).flatMap(({ from, to }) => [from, to]))];
}

export function coveredBy({ summaries }: RestoreOptions): number {
  return checkTiling('live', inOrder(summaries, 'live'), 1);
}

export function settleRestore(options: {
  restore: RestoreOptions;
  state: ThreadState;
  /** The messages of `restoredPlaces` that exist. */
  log: ReadonlyMap<number, StoredPlace>;
  /** Tokens of the messages after `coveredBy`. */
  tailTokens: number;
}): ThreadState {
  const { restore, state, log, tailTokens } = options;
  const { thread, marks, summaries } = restore;
  const live = inOrder(summaries, 'live');
  const coveredTo = coveredBy(restore);
  checkTiling('prepared', inOrder(summaries, 'prepared'), coveredTo + 1);
  for (const summary of summaries) checkPlace(summary, state, log);
  for (const { seq } of marks) {
    if (seq < 1 || seq > state.messages) throw invalidInput('marks', 'messages of the log', seq);
  }
  return {
    ...restoredDetails(state, thread),
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    revision: Math.max(thread.revision, state.revision + (live.length > 0 || marks.length > 0 ? 1 : 0)),
    coveredTo,
    tailTokens,
    summaryTokens: live.reduce((sum, { tokens }) => sum + tokens, 0),
    liveSummaries: live.length,
    checkpoint: Math.min(thread.checkpoint, state.messages),
    compactions: thread.compactions,
    tokensAfterCompaction: thread.tokensAfterCompaction,
    fixedTokens: thread.fixedTokens,
    pins: thread.pins,
    settings: thread.settings,
  };
}

/** A thread that has an owner keeps that owner, whatever the file says. */
function restoredDetails(state: ThreadState, thread: RestoreOptions['thread']): ThreadState {
  const { title, titleFrom, owner, labels } = thread;
  const change = {
    // A title made automatically during import is replaced by the file's title, or removed.
    ...(title !== undefined ? { title } : state.titleFrom !== undefined && { title: null }),
    ...(owner !== undefined && state.owner === undefined && { owner }),
    ...(labels !== undefined && { labels }),
  };
  const isKnown = titleFrom !== undefined && titleFrom <= state.messages;
  return changedDetails(state, change, isKnown ? { from: titleFrom } : undefined);
}

function checkAll(field: string, threadId: string, items: readonly { id: string; threadId: string }[]): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    checkId(`${field}[${index}].id`, item.id);
    if (seen.has(item.id)) throw invalidInput(`${field}[${index}].id`, 'an id not used before', item.id);
    seen.add(item.id);
    if (item.threadId !== threadId) {
      throw invalidInput(`${field}[${index}].threadId`, JSON.stringify(threadId), item.threadId);
    }
  });
}

function checkPlace(
  summary: SummaryRecord,
  { messages }: ThreadState,
  log: ReadonlyMap<number, StoredPlace>,
): void {
  const { id, from, to, startMessageId, endMessageId, status } = summary;
  const field = `summary ${JSON.stringify(id)}`;
  if (!(from >= 1 && from <= to && to <= messages)) {
    throw invalidInput(field, `of a range within the log of ${messages} messages`, `${from} … ${to}`);
  }
  if (status !== 'live' && status !== 'prepared') return;
  if (log.get(from)?.id !== startMessageId || log.get(to)?.id !== endMessageId) {
    throw invalidInput(field, `of messages ${from} to ${to} of this log`, 'one of others');
  }
}

function shown(summaries: readonly SummaryRecord[]): SummaryRecord[] {
  return summaries.filter(({ status }) => status === 'live' || status === 'prepared');
}

function inOrder(summaries: readonly SummaryRecord[], status: SummaryStatus): SummaryRecord[] {
  return summaries
    .filter((summary) => summary.status === status)
    .toSorted((first, second) => first.from - second.from);
}
