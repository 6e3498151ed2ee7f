/** Reads summaries. They are written by commit.ts, rewrite.ts and restore.ts. */

import type { SummaryHead, SummaryRecord, SummaryStatus } from '../../records/summary.ts';
import type { SummaryQuery } from '../../store.ts';
import { checkRange, isId } from '../rules/checks.ts';
import { ofThread, type SqlContext } from './context.ts';
import type { SqlDialect } from './dialect.ts';
import { statement } from './statement.ts';
import { headColumns, summaryColumns, toHead, toSummary } from './summary-rows.ts';

export async function readSummaries(context: SqlContext, query: SummaryQuery): Promise<SummaryRecord[]> {
  const given = askedFor(context, query);
  const rows = given === undefined ? [] : await selectSummaries(context.db, given);
  return rows.map((row) => toSummary(query.threadId, row));
}

export async function readSummaryHeads(context: SqlContext, query: SummaryQuery): Promise<SummaryHead[]> {
  const given = askedFor(context, query);
  const rows = given === undefined ? [] : await selectHeads(context.db, given);
  return rows.map((row) => toHead(query.threadId, row));
}

type Given = {
  threadId: string;
  listed: SqlDialect['listed'];
  /** For a single status the index needs to read only its rows. */
  status: SummaryStatus | undefined;
  statuses: string | undefined;
  ids: string | undefined;
  from: number | undefined;
  to: number | undefined;
  limit: number | undefined;
};

/** Undefined if the query can match nothing. */
function askedFor({ dialect }: SqlContext, query: SummaryQuery): Given | undefined {
  checkRange(query);
  const { threadId, statuses, from, to, limit } = query;
  const ids = query.ids?.filter(isId);
  if (statuses?.length === 0 || ids?.length === 0) return undefined;
  const isOne = statuses?.length === 1;
  return {
    threadId,
    listed: dialect.listed,
    status: isOne ? statuses[0] : undefined,
    statuses: isOne ? undefined : written(statuses),
    ids: written(ids),
    from,
    to,
    limit,
  };
}

function written(list: readonly string[] | undefined): string | undefined {
  return list && JSON.stringify(list);
}

const selectSummaries = statement((db, given: Given) => summaryQuery(db, given).select(summaryColumns));
const selectHeads = statement((db, given: Given) => summaryQuery(db, given).select(headColumns));

function summaryQuery(db: SqlContext['db'], given: Given) {
  const { threadId, listed, status, statuses, ids, from, to, limit } = given;
  let select = db.selectFrom('summaries').where(ofThread(threadId)).orderBy('from_seq').orderBy('number');
  if (status !== undefined) select = select.where('status', '=', status);
  if (statuses !== undefined) select = select.where('status', 'in', listed<SummaryStatus>(statuses));
  if (ids !== undefined) select = select.where('id', 'in', listed<string>(ids));
  if (from !== undefined) select = select.where('from_seq', '>=', from);
  // A summary that ends by `to` also begins by it; this bounds the walk over the index.
  if (to !== undefined) select = select.where('to_seq', '<=', to).where('from_seq', '<=', to);
  if (limit !== undefined) select = select.limit(limit);
  return select;
}
