/** Notes about owners found in messages, by thread and message (see profile-index.ts). */
import type { UnreadThread } from '../../profile-index.ts';
import type { Store } from '../../store.ts';
import { checkCount, checkId, encodeJson } from '../rules/checks.ts';
import { checkNotes, knownSince, mostNotes, noteKey, profiledBefore } from '../rules/profile-notes.ts';
import { insertBatches, inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import type { ProfileNotesTable } from './profile-tables.ts';
import { changeProfile, noteValue, removeSources } from './profiles.ts';
import type { ThreadRow } from './thread-rows.ts';

export async function unreadThreads(
  { db }: SqlContext,
  { limit }: { limit: number },
): Promise<UnreadThread[]> {
  checkCount('limit', limit);
  const rows = await db
    .selectFrom('threads')
    .select(['id', 'profiled_to'])
    .where('owner', 'is not', null)
    .whereRef('profiled_to', '<', 'messages')
    .limit(limit)
    .execute();
  return rows.map(({ id, profiled_to }) => ({ threadId: id, readTo: profiled_to }));
}

export function writeNotes(
  context: SqlContext,
  options: Parameters<Store['profiles']['writeNotes']>[0],
): Promise<boolean> {
  const { threadId, revision, from, to, now } = options;
  checkId('threadId', threadId);
  checkNotes(options.notes, 'notes');
  checkNotes(options.rules, 'rules');
  return inTransaction(context, async (transaction) => {
    const { db, dialect } = transaction;
    const thread = await lockThread(transaction, threadId);
    const { owner } = thread;
    if (owner === null || thread.revision !== revision) return false;
    const stale = db
      .selectFrom('profile_notes')
      .where('thread_key', '=', thread.key)
      .where((note) =>
        note.or([note('kind', '=', 'rule'), note.and([note('seq', '>=', from), note('seq', '<=', to)])]),
      );
    const before = await stale.selectAll().execute();
    const known = new Map(
      before.map((row) => [noteKey(row), { value: noteValue(row), addedAt: row.added_at }]),
    );
    const rows = [...options.notes, ...options.rules].map((note) => ({
      ...{ thread_key: thread.key, owner, kind: note.kind, subject: note.subject, seq: note.seq },
      ...{ value: encodeJson('value', note.value), said_at: note.at, weight: note.weight },
      added_at: knownSince(note, known, now),
    }));
    const changed = !sameRows(before, rows);
    if (changed) {
      for (const row of before) await deleteNote(transaction, row);
      for (const piece of insertBatches(rows, dialect))
        await db.insertInto('profile_notes').values(piece).execute();
      await dropSurplus(transaction, thread);
      await changeProfile(transaction, owner, (row) => ({ ...row, outdated: 1 }));
    }
    await db.updateTable('threads').set({ profiled_to: to }).where('key', '=', thread.key).execute();
    return true;
  });
}

function sameRows(before: readonly ProfileNotesTable[], after: readonly ProfileNotesTable[]): boolean {
  const textOf = (rows: readonly ProfileNotesTable[]) =>
    rows
      .map(({ kind, subject, seq, value, said_at, weight }) =>
        JSON.stringify([kind, subject, Number(seq), value, said_at, Number(weight)]),
      )
      .sort()
      .join('\n');
  return before.length === after.length && textOf(before) === textOf(after);
}

async function deleteNote({ db }: SqlTransaction, row: ProfileNotesTable): Promise<void> {
  await db
    .deleteFrom('profile_notes')
    .where('thread_key', '=', row.thread_key)
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('seq', '=', row.seq)
    .execute();
}

/** Keeps the notes of the highest weight, and of equal ones the newest. */
async function dropSurplus(transaction: SqlTransaction, thread: ThreadRow): Promise<void> {
  for (const [topics, most] of [
    [false, mostNotes.statements],
    [true, mostNotes.topics],
  ] as const) {
    const surplus = await transaction.db
      .selectFrom('profile_notes')
      .selectAll()
      .where('thread_key', '=', thread.key)
      .where('kind', topics ? '=' : '!=', 'topic')
      .orderBy('weight', 'desc')
      .orderBy('seq', 'desc')
      .orderBy('subject')
      .offset(most)
      .limit(10_000)
      .execute();
    for (const row of surplus) await deleteNote(transaction, row);
  }
}

/** Removes the notes of these messages; messages that still have content are read again. */
export async function forgetNotes(
  transaction: SqlTransaction,
  thread: ThreadRow,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  const { db, dialect } = transaction;
  await db
    .deleteFrom('profile_notes')
    .where('thread_key', '=', thread.key)
    .where('seq', 'in', dialect.list(seqs))
    .execute();
  await readNotesAgain(transaction, thread, seqs);
  if (thread.owner !== null) await removeSources(transaction, thread.owner, { threadId: thread.id, seqs });
}

export async function readNotesAgain(
  { db }: SqlTransaction,
  thread: ThreadRow,
  seqs: readonly number[],
): Promise<void> {
  const profiled_to = profiledBefore(thread.profiled_to, seqs);
  if (profiled_to === thread.profiled_to) return;
  await db.updateTable('threads').set({ profiled_to }).where('key', '=', thread.key).execute();
}

/** Moves the notes of a thread to its new owner. */
export async function moveNotes(
  transaction: SqlTransaction,
  thread: ThreadRow,
  owner: string | null,
): Promise<void> {
  const { db } = transaction;
  if (thread.owner !== null) await removeSources(transaction, thread.owner, { threadId: thread.id });
  if (owner === null) {
    await db.deleteFrom('profile_notes').where('thread_key', '=', thread.key).execute();
    await db.updateTable('threads').set({ profiled_to: 0 }).where('key', '=', thread.key).execute();
    return;
  }
  await db.updateTable('profile_notes').set({ owner }).where('thread_key', '=', thread.key).execute();
  await changeProfile(transaction, owner, (row) => ({ ...row, outdated: 1 }));
}
