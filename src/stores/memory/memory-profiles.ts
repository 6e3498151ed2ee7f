/**
 * Profiles of owners in memory: notes are kept with each thread, profiles beside the threads (see profile-index.ts).
 */
import { withNewProse, withProse } from '../../facts/profile/held-prose.ts';
import type { ProfileIndex } from '../../profile-index.ts';
import {
  emptyProfile,
  entryKinds,
  type OwnedNote,
  type Profile,
  type ProfileCorrection,
} from '../../records/profile.ts';
import { isoTime } from '../../runtime.ts';
import { byPlace, checkCount, checkId, encodeJson } from '../rules/checks.ts';
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
import type { MemoryThread } from './memory-thread.ts';

type StoredProfile = { version: number; outdated: boolean; corrections: ProfileCorrection[]; body: string };

export type MemoryProfiles = {
  index: ProfileIndex;
  /** Forgets what was read from messages whose content changed. */
  forget(thread: MemoryThread, seqs: readonly number[]): void;
  /** Marks a thread to be read again after one of its rules ended. */
  readAgain(thread: MemoryThread): void;
  /** Called before a thread is deleted or given to another owner. */
  release(thread: MemoryThread): void;
  /** Called after a thread was given to its new owner. */
  receive(thread: MemoryThread): void;
  drop(owner: string): void;
};

export function createMemoryProfiles(options: {
  threads: ReadonlyMap<string, MemoryThread>;
  checkOpen: () => void;
  existing: (threadId: string) => MemoryThread;
}): MemoryProfiles {
  const { threads, checkOpen, existing } = options;
  const profiles = new Map<string, StoredProfile>();
  const blank: StoredProfile = {
    version: 0,
    outdated: false,
    corrections: [],
    body: JSON.stringify(emptyProfile),
  };
  const change = (owner: string, update: (profile: StoredProfile) => Partial<StoredProfile>): void => {
    const known = profiles.get(owner) ?? blank;
    profiles.set(owner, { ...known, ...update(known) });
  };
  const changeAtVersion = (
    owner: string,
    version: number,
    update: (profile: StoredProfile) => Partial<StoredProfile>,
  ): boolean => {
    checkOpen();
    checkId('owner', owner);
    if ((profiles.get(owner)?.version ?? 0) !== version) return false;
    change(owner, update);
    return true;
  };
  const markOutdated = (owner: string) => change(owner, () => ({ outdated: true }));
  const removeSources = (owner: string, removed: { threadId: string; seqs?: readonly number[] }) =>
    change(owner, ({ version, body }) => ({
      version: version + 1,
      outdated: true,
      body: encodeJson('profile', withoutSources(JSON.parse(body) as Profile, removed)),
    }));
  const notesOf = (owner: string): OwnedNote[] =>
    [...threads.values()].filter(({ state }) => state.owner === owner).flatMap(({ notes }) => notes);

  const index: ProfileIndex = {
    async unread({ limit }) {
      checkOpen();
      checkCount('limit', limit);
      return [...threads.values()]
        .filter(({ state, profiledTo }) => state.owner !== undefined && profiledTo < state.messages)
        .slice(0, limit)
        .map(({ state, profiledTo }) => ({ threadId: state.id, readTo: profiledTo }));
    },
    async writeNotes({ threadId, revision, from, to, notes, rules, now }) {
      const thread = existing(threadId);
      checkNotes(notes, 'notes');
      checkNotes(rules, 'rules');
      const { owner } = thread.state;
      if (owner === undefined || thread.state.revision !== revision) return false;
      const isReplaced = ({ kind, seq }: OwnedNote) => kind === 'rule' || (seq >= from && seq <= to);
      const known = new Map(thread.notes.filter(isReplaced).map((note) => [noteKey(note), note]));
      const written = [...notes, ...rules].map((note) => ({
        ...note,
        threadId,
        addedAt: knownSince(note, known, now),
      }));
      const before = JSON.stringify(thread.notes);
      thread.notes = bounded([...thread.notes.filter((note) => !isReplaced(note)), ...written]);
      thread.profiledTo = to;
      if (JSON.stringify(thread.notes) !== before) markOutdated(owner);
      return true;
    },
    async outdated({ limit }) {
      checkOpen();
      checkCount('limit', limit);
      return [...profiles]
        .filter(([, { outdated }]) => outdated)
        .slice(0, limit)
        .map(([owner]) => owner);
    },
    async readMaterial(owner) {
      checkOpen();
      checkId('owner', owner);
      const notes = notesOf(owner);
      const { corrections, version } = profiles.get(owner) ?? blank;
      return structuredClone({
        notes: entryKinds.flatMap((kind) =>
          notes
            .filter((note) => note.kind === kind)
            .sort((a, b) => b.weight - a.weight || (a.at < b.at ? 1 : -1))
            .slice(0, mostMaterial.statements),
        ),
        topics: sharedTopics(notes.filter(({ kind }) => kind === 'topic')),
        corrections,
        version,
      });
    },
    async writeProfile({ owner, version, profile, now }) {
      return changeAtVersion(owner, version, ({ body }) => ({
        outdated: false,
        body: encodeJson('profile', withProse(profile, (JSON.parse(body) as Profile).prose, isoTime(now))),
      }));
    },
    async writeProse({ owner, version, prose, now }) {
      return changeAtVersion(owner, version, ({ body }) => ({
        body: encodeJson('profile', withNewProse(JSON.parse(body) as Profile, prose, isoTime(now))),
      }));
    },
    async readProfile(owner) {
      checkOpen();
      checkId('owner', owner);
      const profile = profiles.get(owner);
      return profile && (JSON.parse(profile.body) as Profile);
    },
    async correct({ owner, correction }) {
      checkOpen();
      checkId('owner', owner);
      checkCorrection(correction);
      change(owner, ({ version, corrections, body }) => ({
        version: version + 1,
        outdated: true,
        corrections: withCorrection(corrections, { ...correction }),
        body: encodeJson('profile', correctedProfile(JSON.parse(body) as Profile, correction)),
      }));
    },
  };

  const readAgain = (thread: MemoryThread, seqs: readonly number[]) => {
    thread.profiledTo = profiledBefore(thread.profiledTo, seqs);
  };

  return {
    index,
    forget(thread, seqs) {
      if (seqs.length === 0) return;
      const { id, owner } = thread.state;
      thread.notes = thread.notes.filter(({ seq }) => !seqs.includes(seq));
      readAgain(thread, seqs);
      if (owner !== undefined) removeSources(owner, { threadId: id, seqs });
    },
    readAgain: (thread) => readAgain(thread, [thread.state.messages]),
    release({ state: { id, owner } }) {
      if (owner !== undefined) removeSources(owner, { threadId: id });
    },
    receive(thread) {
      const { owner } = thread.state;
      if (owner !== undefined) return markOutdated(owner);
      thread.notes = [];
      thread.profiledTo = 0;
    },
    drop: (owner) => void profiles.delete(owner),
  };
}

/** Keeps the notes of the highest weight, and of equal ones the newest. */
function bounded(notes: readonly OwnedNote[]): OwnedNote[] {
  const weighty = (some: readonly OwnedNote[], most: number) =>
    some
      .toSorted((a, b) => b.weight - a.weight || b.seq - a.seq || (a.subject < b.subject ? -1 : 1))
      .slice(0, most);
  return [
    ...weighty(
      notes.filter(({ kind }) => kind !== 'topic'),
      mostNotes.statements,
    ),
    ...weighty(
      notes.filter(({ kind }) => kind === 'topic'),
      mostNotes.topics,
    ),
  ];
}

function sharedTopics(notes: readonly OwnedNote[]): { threads: number; notes: OwnedNote[] }[] {
  const bySubject = Map.groupBy(notes, ({ subject }) => subject);
  const weightOf = (some: readonly OwnedNote[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return [...bySubject.values()]
    .map((some) => {
      const newest = new Map<string, OwnedNote>();
      const inOrder = some.toSorted((a, b) =>
        a.at < b.at ? 1 : a.at > b.at ? -1 : b.seq - a.seq || byPlace(a, b),
      );
      for (const note of inOrder) if (!newest.has(note.threadId)) newest.set(note.threadId, note);
      return { weight: weightOf(some), subject: some[0]!.subject, notes: [...newest.values()] };
    })
    .filter((topic) => topic.notes.length > 1)
    .sort(
      (a, b) => b.notes.length - a.notes.length || b.weight - a.weight || (a.subject < b.subject ? -1 : 1),
    )
    .slice(0, mostMaterial.topics)
    .map((topic) => ({
      threads: topic.notes.length,
      notes: topic.notes.slice(0, mostMaterial.threadsOfTopic),
    }));
}
