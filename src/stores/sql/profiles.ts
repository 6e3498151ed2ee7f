/** What is known of owners: notes by thread and message, and the profile made of them (see profile-index.ts). */
import { sql } from 'kysely';
import type { UnreadThread } from '../../profile-index.ts';
import {
  emptyProfile,
  entryKinds,
  type OwnedNote,
  type Profile,
  type ProfileCorrection,
  type ProfileMaterial,
  type TopicThreads,
} from '../../records/profile.ts';
import type { Store } from '../../store.ts';
import { checkCount, checkId, encodeJson } from '../rules/checks.ts';
import {
  checkCorrection,
  checkNotes,
  correctedProfile,
  knownSince,
  mostMaterial,
  mostNotes,
  noteKey,
  profiledBefore,
  withCorrection,
  withoutSources,
} from '../rules/profile-notes.ts';
import { inserts, inTransaction, lockThread, type SqlContext, type SqlTransaction } from './context.ts';
import { decodeJson, isCorrections, isProfile, isText } from './decoding.ts';
import type { ThreadRow } from './rows.ts';
import type { ProfileNotesTable, ProfilesTable } from './schema.ts';

type Profiles = Store['profiles'];

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
  options: Parameters<Profiles['writeNotes']>[0],
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
      for (const piece of inserts(rows, dialect))
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

/** The weightiest stay, and of equal ones the newest. */
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

export async function outdatedProfiles({ db }: SqlContext, { limit }: { limit: number }): Promise<string[]> {
  checkCount('limit', limit);
  const rows = await db
    .selectFrom('profiles')
    .select('owner')
    .where('outdated', '=', 1)
    .limit(limit)
    .execute();
  return rows.map(({ owner }) => owner);
}

export async function readMaterial({ db }: SqlContext, owner: string): Promise<ProfileMaterial> {
  checkId('owner', owner);
  const profile = await profileRow({ db }, owner);
  const notes: OwnedNote[] = [];
  for (const kind of entryKinds) {
    const rows = await ownedNotes({ db }, owner)
      .where('note.kind', '=', kind)
      .orderBy('note.weight', 'desc')
      .orderBy('note.said_at', 'desc')
      .limit(mostMaterial.statements)
      .execute();
    notes.push(...rows.map(toNote));
  }
  const corrections = profile ? correctionsOf(profile) : [];
  return { notes, topics: await sharedTopics({ db }, owner), corrections, version: profile?.version ?? 0 };
}

/** Joined with their threads: what hung on a thread that is gone may not be cleared yet. */
function ownedNotes({ db }: Pick<SqlContext, 'db'>, owner: string) {
  return db
    .selectFrom('profile_notes as note')
    .innerJoin('threads', 'threads.key', 'note.thread_key')
    .select([
      ...(['note.kind', 'note.subject', 'note.value', 'note.seq', 'note.weight'] as const),
      ...(['note.said_at', 'note.added_at', 'threads.id as thread_id'] as const),
    ])
    .where('note.owner', '=', owner)
    .where('threads.owner', '=', owner);
}

type OwnedRow = Awaited<ReturnType<ReturnType<typeof ownedNotes>['execute']>>[number];

function toNote(row: OwnedRow): OwnedNote {
  const { kind, subject, seq, weight, said_at, added_at, thread_id } = row;
  return {
    kind,
    subject,
    value: noteValue(row),
    seq,
    at: said_at,
    weight,
    threadId: thread_id,
    addedAt: added_at,
  };
}

function noteValue({ value }: { value: string }): string {
  return decodeJson({ text: value, is: isText, what: 'a note of a profile' });
}

async function sharedTopics({ db }: Pick<SqlContext, 'db'>, owner: string): Promise<TopicThreads[]> {
  const shared = await sql<{ subject: string; threads: number }>`
    select note.subject as subject, count(distinct note.thread_key) as threads
    from profile_notes as note cross join threads
    where note.owner = ${owner} and note.kind = 'topic' and threads.key = note.thread_key and threads.owner = ${owner}
    group by note.subject having count(distinct note.thread_key) > 1
    order by threads desc, sum(note.weight) desc, note.subject limit ${mostMaterial.topics}`.execute(db);
  const topics: TopicThreads[] = [];
  for (const { subject, threads } of shared.rows) {
    const rows = await ownedNotes({ db }, owner)
      .where('note.kind', '=', 'topic')
      .where('note.subject', '=', subject)
      .orderBy('note.said_at', 'desc')
      .orderBy('note.seq', 'desc')
      .execute();
    const newest = new Map<string, OwnedNote>();
    for (const row of rows) if (!newest.has(row.thread_id)) newest.set(row.thread_id, toNote(row));
    topics.push({
      threads: Number(threads),
      notes: [...newest.values()].slice(0, mostMaterial.threadsOfTopic),
    });
  }
  return topics;
}

export function writeProfile(
  context: SqlContext,
  { owner, version, profile }: Parameters<Profiles['writeProfile']>[0],
): Promise<boolean> {
  checkId('owner', owner);
  return inTransaction(context, async (transaction) => {
    const row = await profileRow(transaction, owner);
    if ((row?.version ?? 0) !== version) return false;
    await changeProfile(transaction, owner, (known) => ({
      ...known,
      outdated: 0,
      body: encodeJson('profile', profile),
    }));
    return true;
  });
}

export async function readProfile({ db }: SqlContext, owner: string): Promise<Profile | undefined> {
  checkId('owner', owner);
  const row = await profileRow({ db }, owner);
  return row && bodyOf(row);
}

export function correctProfile(
  context: SqlContext,
  { owner, correction }: Parameters<Profiles['correct']>[0],
): Promise<void> {
  checkId('owner', owner);
  checkCorrection(correction);
  return inTransaction(context, (transaction) =>
    changeProfile(transaction, owner, (row) => ({
      ...row,
      version: row.version + 1,
      outdated: 1,
      corrections: encodeJson('corrections', withCorrection(correctionsOf(row), correction)),
      body: encodeJson('profile', correctedProfile(bodyOf(row), correction)),
    })),
  );
}

/** What these messages told is no longer known; they are read again where there is something left to read. */
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
  if (thread.owner !== null) await takeBack(transaction, thread.owner, { threadId: thread.id, seqs });
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

/** A thread that changes hands takes what it tells along. */
export async function moveNotes(
  transaction: SqlTransaction,
  thread: ThreadRow,
  owner: string | null,
): Promise<void> {
  const { db } = transaction;
  if (thread.owner !== null) await takeBack(transaction, thread.owner, { threadId: thread.id });
  if (owner === null) {
    await db.deleteFrom('profile_notes').where('thread_key', '=', thread.key).execute();
    await db.updateTable('threads').set({ profiled_to: 0 }).where('key', '=', thread.key).execute();
    return;
  }
  await db.updateTable('profile_notes').set({ owner }).where('thread_key', '=', thread.key).execute();
  await changeProfile(transaction, owner, (row) => ({ ...row, outdated: 1 }));
}

/** Out of the profile as it stands, and out of one that is being made. */
export function takeBack(
  transaction: SqlTransaction,
  owner: string,
  gone: { threadId: string; seqs?: readonly number[] },
): Promise<void> {
  return changeProfile(transaction, owner, (row) => ({
    ...row,
    version: row.version + 1,
    outdated: 1,
    body: encodeJson('profile', withoutSources(bodyOf(row), gone)),
  }));
}

async function profileRow({ db }: Pick<SqlContext, 'db'>, owner: string): Promise<ProfilesTable | undefined> {
  return db.selectFrom('profiles').selectAll().where('owner', '=', owner).executeTakeFirst();
}

async function changeProfile(
  transaction: SqlTransaction,
  owner: string,
  change: (row: ProfilesTable) => ProfilesTable,
): Promise<void> {
  const { db } = transaction;
  const known = await profileRow(transaction, owner);
  const blank = {
    owner,
    version: 0,
    outdated: 0,
    corrections: '[]',
    body: encodeJson('profile', emptyProfile),
  };
  const { owner: _owner, ...changes } = change(known ?? blank);
  await db
    .insertInto('profiles')
    .values({ owner, ...changes })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet(changes))
    .execute();
}

/** A damaged one counts as empty: it is made of notes again, and must keep nobody from forgetting. */
function bodyOf({ owner, body }: ProfilesTable): Profile {
  try {
    return decodeJson({ text: body, is: isProfile, what: `the profile of ${JSON.stringify(owner)}` });
  } catch {
    return emptyProfile;
  }
}

function correctionsOf({ owner, corrections }: ProfilesTable): ProfileCorrection[] {
  const what = `the corrections of the profile of ${JSON.stringify(owner)}`;
  return decodeJson({ text: corrections, is: isCorrections, what });
}
