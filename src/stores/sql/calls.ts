/** Summarizer calls and their cost. */
import { sql } from 'kysely';
import type { CallRecord } from '../../store.ts';
import type { UsageTotals } from '../../summarizer.ts';
import { checkId } from '../rules/checks.ts';
import { insertBatches, inTransaction, ofThread, type SqlContext } from './context.ts';
import { markResultsAccounted } from './results.ts';
import { storableText } from './storable-text.ts';

export async function recordCalls(context: SqlContext, calls: readonly CallRecord[]): Promise<void> {
  const named = [...new Set(calls.map(({ threadId }) => threadId))].filter((id) => id !== null);
  for (const threadId of named) checkId('threadId', threadId);
  if (calls.length === 0) return;
  await inTransaction(context, async ({ db, dialect }) => {
    const threads = await db
      .selectFrom('threads')
      .select(['key', 'id', 'revision'])
      .where('id', 'in', dialect.list(named))
      .execute();
    const keys = new Map<string | null, number>(threads.map(({ key, id }) => [id, key]));
    const revisions = new Map(threads.map(({ key, revision }) => [key, Number(revision)]));
    const rows = calls.map((call) => {
      // The cost counts even if the thread no longer exists.
      const thread_key = keys.get(call.threadId) ?? null;
      const isCurrent =
        thread_key !== null && (call.revision ?? revisions.get(thread_key)) === revisions.get(thread_key);
      return {
        thread_key,
        at: call.at,
        model: call.model,
        rung: call.rung,
        outcome: call.outcome,
        input_tokens: call.inputTokens,
        output_tokens: call.outputTokens,
        cost_usd: call.costUsd,
        milliseconds: call.milliseconds,
        detail: !isCurrent || call.detail === undefined ? null : storableText(call.detail),
      };
    });
    for (const piece of insertBatches(rows, dialect)) await db.insertInto('calls').values(piece).execute();
    await markResultsAccounted({ db, dialect }, [...keys.values()]);
  });
}

export async function usageSince(
  { db }: SqlContext,
  { at, threadId }: { at: string; threadId?: string },
): Promise<UsageTotals> {
  let query = db.selectFrom('calls').where('at', '>=', at);
  if (threadId !== undefined) query = query.where(ofThread(threadId));
  const row = await query
    .select(({ fn }) => [
      fn.countAll<number>().as('calls'),
      fn.sum<number | null>('input_tokens').as('inputTokens'),
      fn.sum<number | null>('output_tokens').as('outputTokens'),
      fn.sum<number | null>('cost_usd').as('costUsd'),
      sql<number | null>`sum(case when cost_usd > 0 then 0 else input_tokens + output_tokens end)`.as(
        'unpricedTokens',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    calls: Number(row.calls),
    inputTokens: Number(row.inputTokens ?? 0),
    outputTokens: Number(row.outputTokens ?? 0),
    costUsd: Number(row.costUsd ?? 0),
    unpricedTokens: Number(row.unpricedTokens ?? 0),
  };
}
