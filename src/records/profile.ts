/**
 * What is known about an owner from the owner's threads. Notes are read from single messages; the profile is
 * made from notes. Everything names its source, so that it is removed together with the source.
 */

/** `topic`: what a thread is about. Topics of several threads become themes. */
export const noteKinds = ['fact', 'preference', 'rule', 'topic'] as const;
export type NoteKind = (typeof noteKinds)[number];

export const entryKinds = ['fact', 'preference', 'rule'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What one message tells about its sender, with secrets replaced. */
export type ProfileNote = {
  kind: NoteKind;
  /** What it is about. Of two statements on one subject the newer one holds. */
  subject: string;
  /** In the owner's words. */
  value: string;
  seq: number;
  /** Time of the message. */
  at: string;
  /** Higher is kept and shown first. */
  weight: number;
};

/** A note with its thread, and since when it is known. */
export type OwnedNote = ProfileNote & { threadId: string; addedAt: string };

/** A message by its number in its thread, with its time. */
export type ProfileSource = { threadId: string; seq: number; at: string };

export type ProfileValue = {
  text: string;
  /** When it was first stated, or corrected by a person. */
  at: string;
  /** When it became part of the profile. */
  addedAt: string;
  /** The first message that states it, and the newest ones. Empty for a correction by a person. */
  sources: ProfileSource[];
};

export type ProfileEntry = {
  /** For corrections: a short id that stays the same for the same kind and subject. */
  id: string;
  kind: EntryKind;
  subject: string;
  /** The current value, and in `earlier` the previous ones, newest first. */
  value: ProfileValue;
  earlier: ProfileValue[];
  weight: number;
};

/** A topic of several threads. */
export type ProfileTheme = {
  topic: string;
  /** When it became part of the profile. */
  addedAt: string;
  /** How many threads are about it. */
  threads: number;
  since: string;
  until: string;
  /** One message from each of the newest threads. */
  sources: ProfileSource[];
};

/** A sentence that a model wrote from statements of the profile. */
export type ProfileSentence = {
  text: string;
  /** The statements that it expresses, by their keys (facts/profile/statements.ts). */
  cites: string[];
  /** Every message that the statements were read from. The sentence is removed with any of them. */
  sources: ProfileSource[];
  addedAt: string;
  /** When it ended, because one of its statements changed. */
  until?: string;
};

/** The profile as a model's prose. Entries are shown for what no sentence expresses. */
export type ProfileProse = {
  sentences: ProfileSentence[];
  /**
   * Keys of the statements that it was written from. The number of changes since decides whether it is written again.
   */
  writtenFrom: string[];
};

export type Profile = { entries: ProfileEntry[]; themes: ProfileTheme[]; prose?: ProfileProse };

/** A person's correction of an entry: the text that holds from then on, or null to remove the entry. */
export type ProfileCorrection = { kind: EntryKind; subject: string; text: string | null; at: string };

/** How many threads are about a topic, and the newest message of each of the newest threads. */
export type TopicThreads = { threads: number; notes: OwnedNote[] };

/** What a profile is made from: the notes of highest weight of each kind, and topics of several threads. */
export type ProfileMaterial = {
  notes: OwnedNote[];
  topics: TopicThreads[];
  corrections: ProfileCorrection[];
  /** Goes up whenever something is removed. A profile made from an older version is refused. */
  version: number;
};

export const emptyProfile: Profile = { entries: [], themes: [] };
