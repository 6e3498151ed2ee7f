/** Profiles of owners: notes by thread and message, and the profile made from them (see profile-index.ts). */
import { sql } from 'kysely';
import { withNewProse, withProse } from '../../facts/profile/held-prose.ts';
import {
  emptyProfile,
  entryKinds,
  type OwnedNote,
  type Profile,
  type ProfileCorrection,
  type ProfileMaterial,
  type TopicThreads,
} from '../../records/profile.ts';
import { isoTime } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { checkCount, checkId, encodeJson } from '../rules/checks.ts';
import {
  checkCorrection,
  correctedProfile,
  mostMaterial,
  withCorrection,
  withoutSources,
} from '../rules/profile-notes.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from './context.ts';
import { decodeJson, isCorrections, isProfile, isText } from './decoding.ts';
import type { ProfilesTable } from './profile-tables.ts';

type Profiles = Store['profiles'];

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

/** Joined with threads, because notes of a deleted thread may not be cleared yet. */
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

export function noteValue({ value }: { value: string }): string {
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
  { owner, version, profile, now }: Parameters<Profiles['writeProfile']>[0],
): Promise<boolean> {
  return changeUnlessTakenBack(context, { owner, version }, (row) => ({
    ...row,
    outdated: 0,
    body: encodeJson('profile', withProse(profile, bodyOf(row).prose, isoTime(now))),
  }));
}

export function writeProse(
  context: SqlContext,
  { owner, version, prose, now }: Parameters<Profiles['writeProse']>[0],
): Promise<boolean> {
  return changeUnlessTakenBack(context, { owner, version }, (row) => ({
    ...row,
    body: encodeJson('profile', withNewProse(bodyOf(row), prose, isoTime(now))),
  }));
}

function changeUnlessTakenBack(
  context: SqlContext,
  { owner, version }: { owner: string; version: number },
  change: (row: ProfilesTable) => ProfilesTable,
): Promise<boolean> {
  checkId('owner', owner);
  return inTransaction(context, async (transaction) => {
    const row = await profileRow(transaction, owner);
    if ((row?.version ?? 0) !== version) return false;
    await changeProfile(transaction, owner, change);
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

/** Removes entries from the stored profile, and invalidates one that is being made. */
export function removeSources(
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

export async function changeProfile(
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

/**
 * A damaged profile counts as empty: it can be made again from the notes, and must not keep anything from being
 * forgotten.
 */
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
