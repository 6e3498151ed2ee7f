/** Reading summaries. They are written by commit.ts alone. */

import type { SummaryHead, SummaryRecord } from '../../records/summary.ts';
import type { SummaryQuery } from '../../store.ts';
import { checkRange, isId } from '../rules/checks.ts';
import { ofThread, type SqlContext } from './context.ts';
import { headColumns, summaryColumns, toHead, toSummary } from './summary-rows.ts';

export async function readSummaries(context: SqlContext, query: SummaryQuery): Promise<SummaryRecord[]> {
  const rows = await summaryQuery(context, query)?.select(summaryColumns).execute();
  return (rows ?? []).map((row) => toSummary(query.threadId, row));
}

export async function readSummaryHeads(context: SqlContext, query: SummaryQuery): Promise<SummaryHead[]> {
  const rows = await summaryQuery(context, query)?.select(headColumns).execute();
  return (rows ?? []).map((row) => toHead(query.threadId, row));
}

/** Undefined when the query can match nothing. */
function summaryQuery({ db, dialect }: SqlContext, query: SummaryQuery) {
  checkRange(query);
  const { threadId, statuses, from, to, limit } = query;
  const ids = query.ids?.filter(isId);
  if (statuses?.length === 0 || ids?.length === 0) return undefined;
  let select = db.selectFrom('summaries').where(ofThread(threadId)).orderBy('from_seq').orderBy('number');
  if (statuses) select = select.where('status', 'in', statuses);
  if (ids) select = select.where('id', 'in', dialect.list(ids));
  if (from !== undefined) select = select.where('from_seq', '>=', from);
  // What ends by `to` also begins by it; saying so bounds the walk over the index.
  if (to !== undefined) select = select.where('to_seq', '<=', to).where('from_seq', '<=', to);
  if (limit !== undefined) select = select.limit(limit);
  return select;
}
