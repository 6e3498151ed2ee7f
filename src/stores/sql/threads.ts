/** Threads: their rows, lists, details and settings. Deletion is in deletions.ts. */

import { type Insertable, sql } from 'kysely';
import { isEverthreadError } from '../../errors.ts';
import type { OwnerSummary, ThreadOrder, ThreadQuery } from '../../records/thread-list.ts';
import type { ThreadDetails, ThreadState } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { checkCount, checkId, encodeJson } from '../rules/checks.ts';
import { changedDetails, checkDetails } from '../rules/details.ts';
import { mergedSettings, type SettingsPatch } from '../rules/settings.ts';
import { newestFirst, readThreadQuery } from '../rules/thread-order.ts';
import { insertBatches, inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import { fenceFloor } from './deletions.ts';
import { saveThread } from './hashes.ts';
import { moveNotes } from './profile-notes.ts';
import type { Schema } from './schema.ts';
import { awaitVectors } from './search/vectors.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { statement } from './statement.ts';
import { detailColumns, type ThreadRow, toState } from './thread-rows.ts';
import { readValue } from './values.ts';
import { isAsWritten, markColumns, writtenRow } from './written-rows.ts';

const selectThread = statement((db, { threadId }: { threadId: string }) =>
  db.selectFrom('threads').selectAll().where('id', '=', threadId),
);

const selectMark = statement((db, { threadId }: { threadId: string }) =>
  db.selectFrom('threads').select(markColumns).where('id', '=', threadId),
);

export async function readThread({ db }: SqlContext, threadId: string): Promise<ThreadState | undefined> {
  checkId('threadId', threadId);
  const written = writtenRow(db, threadId);
  if (written !== undefined) {
    const [mark] = await selectMark(db, { threadId });
    if (mark !== undefined && isAsWritten(written, mark)) return toState(written);
  }
  const [row] = await selectThread(db, { threadId });
  return row && toState(row);
}

export async function ensureThread(
  context: SqlContext,
  { threadId, now, details = {} }: Parameters<Store['ensureThread']>[0],
): Promise<ThreadState> {
  checkDetails(details);
  const known = await readThread(context, threadId);
  if (known) return known;
  return inSharedTransaction(context, async (transaction) => {
    const created_at = isoTime(now);
    const fence = Number((await readValue(transaction, fenceFloor)) ?? 0);
    const named = changedDetails<ThreadDetails>({}, details);
    await insertThread(transaction.db, {
      ...{ id: threadId, created_at, updated_at: created_at, settings: '{}', fence, record_hash: null },
      ...detailColumns(named),
    });
    const row = await lockThread(transaction, threadId);
    if (row.record_hash === null) {
      await saveThread(transaction, row, {});
      await writeLabels(transaction, row, named);
    }
    await awaitVectors(transaction, row);
    return toState(row);
  });
}

const insertThread = statement((db, row: Insertable<Schema['threads']>) =>
  db
    .insertInto('threads')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

const orderColumns = { id: 'id', updated: 'updated_at', created: 'created_at', title: 'title_key' } as const;

export async function listThreads({ db }: SqlContext, given: ThreadQuery): Promise<ThreadState[]> {
  const { order, after, limit, owner, label, titleContains } = readThreadQuery(given);
  const direction = newestFirst[order] ? 'desc' : 'asc';
  const column = orderColumns[order];
  let query = db.selectFrom('threads').selectAll().orderBy(column, direction).limit(limit);
  if (column !== 'id') query = query.orderBy('id', direction);
  if (owner !== undefined) query = query.where('owner', '=', owner);
  if (label !== undefined) {
    query = query.where('key', 'in', ({ selectFrom }) =>
      selectFrom('thread_labels').select('thread_key').where('label', '=', label),
    );
  }
  if (titleContains !== undefined) {
    const pattern = `%${titleContains.replaceAll(/[\\%_]/gu, '\\$&')}%`;
    query = query.where('title', 'is not', null).where(sql<boolean>`title_key like ${pattern} escape '\\'`);
  }
  if (after !== undefined) query = query.where(isBehind(order, after));
  return (await query.execute()).map(toListedState);
}

/** The error of a damaged row tells its place, so that the list can go on behind it. */
function toListedState(row: ThreadRow): ThreadState {
  try {
    return toState(row);
  } catch (error) {
    if (!isEverthreadError(error, 'store_corrupt')) throw error;
    const { id, created_at, updated_at, title } = row;
    error.details.place = {
      id,
      createdAt: created_at,
      updatedAt: updated_at,
      ...(title !== null && { title }),
    };
    throw error;
  }
}

function isBehind(order: ThreadOrder, { id, key }: { id: string; key?: string }) {
  if (key === undefined) return sql<boolean>`id > ${id}`;
  const place = sql`(${sql.ref(orderColumns[order])}, id)`;
  return newestFirst[order]
    ? sql<boolean>`${place} < (${key}, ${id})`
    : sql<boolean>`${place} > (${key}, ${id})`;
}

export function updateDetails(
  context: SqlContext,
  { threadId, details, now }: Parameters<Store['updateDetails']>[0],
): Promise<ThreadState> {
  checkId('threadId', threadId);
  checkDetails(details);
  return inTransaction(context, async (transaction) => {
    const row = await lockThread(transaction, threadId);
    const state = changedDetails(toState(row), details);
    const changes = { ...detailColumns(state), updated_at: isoTime(now) };
    await saveThread(transaction, row, changes);
    if (changes.labels !== row.labels) await writeLabels(transaction, row, state);
    if (changes.owner !== row.owner) await moveNotes(transaction, row, changes.owner);
    return toState({ ...row, ...changes });
  });
}

export function makeTitle(
  context: SqlContext,
  { threadId, title, from, revision }: Parameters<Store['makeTitle']>[0],
): Promise<ThreadState> {
  checkId('threadId', threadId);
  checkDetails({ title });
  return inSharedTransaction(context, async (transaction) => {
    const row = await lockThread(transaction, threadId);
    if (row.title !== null || row.revision !== revision) return toState(row);
    const changes = detailColumns(changedDetails(toState(row), { title }, { from }));
    await saveThread(transaction, row, changes);
    return toState({ ...row, ...changes });
  });
}

/** Writes the labels of a thread as rows, to find it by them. */
export async function writeLabels(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  { labels = [] }: ThreadDetails,
): Promise<void> {
  if (thread.labels !== null) {
    await db.deleteFrom('thread_labels').where('thread_key', '=', thread.key).execute();
  }
  const rows = labels.map((label) => ({ thread_key: thread.key, label }));
  for (const piece of insertBatches(rows, dialect))
    await db.insertInto('thread_labels').values(piece).execute();
}

export async function listOwners(
  { db }: SqlContext,
  { after, limit }: { after?: string; limit: number },
): Promise<OwnerSummary[]> {
  checkCount('limit', limit);
  const rows = await db
    .selectFrom('threads')
    .select(({ fn }) => ['owner', fn.countAll<number>().as('threads')])
    .where('owner', 'is not', null)
    .where('owner', '>', after ?? '')
    .groupBy('owner')
    .orderBy('owner')
    .limit(limit)
    .execute();
  return rows.map(({ owner, threads }) => ({ owner: owner!, threads: Number(threads) }));
}

export function updateSettings(
  context: SqlContext,
  options: { threadId: string; settings: SettingsPatch; now: number },
): Promise<ThreadState> {
  const { threadId, settings, now } = options;
  checkId('threadId', threadId);
  return inSharedTransaction(context, async (transaction) => {
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
