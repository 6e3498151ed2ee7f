/** Finds a summary by the id that callers give. */
import { EverthreadError, invalidInput } from '../errors.ts';
import { type SummaryRecord, type SummaryStatus, summaryStatuses } from '../records/summary.ts';
import type { Store } from '../store.ts';

/** Throws `unknown_summary`. */
export async function namedSummary(
  store: Pick<Store, 'readSummaries'>,
  threadId: string,
  summaryId: string,
): Promise<SummaryRecord> {
  if (typeof summaryId !== 'string') throw invalidInput('summaryId', 'the id of a summary', summaryId);
  const [summary] = await store.readSummaries({ threadId, ids: [summaryId] });
  if (summary) return summary;
  throw new EverthreadError({
    code: 'unknown_summary',
    field: 'summaryId',
    message: `There is no summary ${JSON.stringify(summaryId)} in thread ${JSON.stringify(threadId)}. Its list of summaries gives the id of each.`,
  });
}

export function checkStatuses(statuses: readonly SummaryStatus[]): void {
  if (!Array.isArray(statuses) || !statuses.every((status) => summaryStatuses.includes(status))) {
    throw invalidInput('statuses', `a list of ${summaryStatuses.join(', ')}`, statuses);
  }
}
