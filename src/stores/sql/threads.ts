/** Threads: their rows and their settings. How they end is in deletions.ts. */

import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import { checkCount, checkId, encodeJson } from '../rules/checks.ts';
import { mergedSettings, type SettingsPatch } from '../rules/settings.ts';
import { inTransaction, lockThread, type SqlContext } from './context.ts';
import { fenceFloor } from './deletions.ts';
import { saveThread } from './hashes.ts';
import { toState } from './rows.ts';
import { awaitVectors } from './search/vectors.ts';
import { statement } from './statement.ts';
import { readValue } from './values.ts';

const selectThread = statement((db, { threadId }: { threadId: string }) =>
  db.selectFrom('threads').selectAll().where('id', '=', threadId),
);

export async function readThread({ db }: SqlContext, threadId: string): Promise<ThreadState | undefined> {
  checkId('threadId', threadId);
  const [row] = await selectThread(db, { threadId });
  return row && toState(row);
}

export async function ensureThread(
  context: SqlContext,
  { threadId, now }: { threadId: string; now: number },
): Promise<ThreadState> {
  const known = await readThread(context, threadId);
  if (known) return known;
  return inTransaction(context, async (transaction) => {
    const created_at = isoTime(now);
    const fence = Number((await readValue(transaction, fenceFloor)) ?? 0);
    await transaction.db
      .insertInto('threads')
      .values({ id: threadId, created_at, updated_at: created_at, settings: '{}', fence, record_hash: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const row = await lockThread(transaction, threadId);
    if (row.record_hash === null) await saveThread(transaction, row, {});
    await awaitVectors(transaction, row);
    return toState(row);
  });
}

export async function listThreads(
  { db }: SqlContext,
  { after, limit }: { after?: string; limit: number },
): Promise<ThreadState[]> {
  checkCount('limit', limit);
  let query = db.selectFrom('threads').selectAll().orderBy('id').limit(limit);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.execute()).map(toState);
}

export function updateSettings(
  context: SqlContext,
  options: { threadId: string; settings: SettingsPatch; now: number },
): Promise<ThreadState> {
  const { threadId, settings, now } = options;
  checkId('threadId', threadId);
  return inTransaction(context, async (transaction) => {
    const row = await lockThread(transaction, threadId);
    const merged = mergedSettings(toState(row).settings, settings);
    const changes = {
      settings: encodeJson('settings', merged),
      updated_at: isoTime(now),
    };
    await saveThread(transaction, row, changes);
    return toState({ ...row, ...changes });
  });
}
