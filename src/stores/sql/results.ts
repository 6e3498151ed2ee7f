/** Answers of summarizers that are not yet part of a committed summary. */
import { type CachedResult, mostResults, type ResultCache } from '../../result-cache.ts';
import { isoTime } from '../../runtime.ts';
import type { SummaryResult } from '../../summarizer.ts';
import { checkId, encodeJson } from '../rules/checks.ts';
import { inTransaction, ofThread, type SqlContext, type SqlTransaction } from './context.ts';

export async function readResult(
  { db }: SqlContext,
  { threadId, key }: Parameters<ResultCache['read']>[0],
): Promise<CachedResult | undefined> {
  checkId('threadId', threadId);
  checkId('key', key);
  const row = await db
    .selectFrom('cached_results')
    .select(['result', 'accounted'])
    .where(ofThread(threadId))
    .where('key', '=', key)
    .executeTakeFirst();
  return row && decoded(row);
}

/** A damaged answer counts as missing: its request is made again. */
function decoded(row: { result: string; accounted: number }): CachedResult | undefined {
  try {
    return { result: JSON.parse(row.result) as SummaryResult, accounted: row.accounted === 1 };
  } catch {
    return undefined;
  }
}

export async function writeResult(
  context: SqlContext,
  { threadId, key, result, revision, now }: Parameters<ResultCache['write']>[0],
): Promise<void> {
  checkId('threadId', threadId);
  checkId('key', key);
  const encoded = encodeJson('result', result);
  await inTransaction(context, async ({ db }) => {
    const thread = await db
      .selectFrom('threads')
      .select('key')
      .where('id', '=', threadId)
      .where('revision', '=', revision)
      .executeTakeFirst();
    if (!thread) return;
    const row = { result: encoded, accounted: 0, at: isoTime(now) };
    await db
      .insertInto('cached_results')
      .values({ thread_key: thread.key, key, ...row })
      .onConflict((conflict) => conflict.columns(['thread_key', 'key']).doUpdateSet(row))
      .execute();
    const { made } = await db
      .selectFrom('cached_results')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .where('thread_key', '=', thread.key)
      .executeTakeFirstOrThrow();
    if (Number(made) <= mostResults) return;
    await db
      .deleteFrom('cached_results')
      .where('thread_key', '=', thread.key)
      .where('key', 'in', ({ selectFrom }) =>
        selectFrom('cached_results as oldest')
          .select('oldest.key')
          .where('oldest.thread_key', '=', thread.key)
          .orderBy('oldest.at')
          .limit(Number(made) - mostResults),
      )
      .execute();
  });
}

export async function dropResults(context: SqlContext, threadId: string): Promise<void> {
  checkId('threadId', threadId);
  await context.db.deleteFrom('cached_results').where(ofThread(threadId)).execute();
}

export async function clearResults({ db }: SqlTransaction, thread: { key: number }): Promise<void> {
  await db.deleteFrom('cached_results').where('thread_key', '=', thread.key).execute();
}

/** Called once their cost was recorded with the calls. */
export async function markResultsAccounted(
  { db, dialect }: SqlTransaction,
  threadKeys: readonly number[],
): Promise<void> {
  if (threadKeys.length === 0) return;
  await db
    .updateTable('cached_results')
    .set({ accounted: 1 })
    .where('thread_key', 'in', dialect.list(threadKeys))
    .execute();
}
