/**
 * What is known of an owner from the owner's threads: notes are read from single messages, the profile is made
 * of them. Everything names its source, so that it goes when the source goes.
 */

/** `topic`: what a thread is about; topics of several threads are themes. */
export const noteKinds = ['fact', 'preference', 'rule', 'topic'] as const;
export type NoteKind = (typeof noteKinds)[number];

export const entryKinds = ['fact', 'preference', 'rule'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What one message tells, secrets replaced. */
export type ProfileNote = {
  kind: NoteKind;
  /** What it is about: of two statements of one subject the newer holds. */
  subject: string;
  /** In the words of the owner. */
  value: string;
  seq: number;
  /** When it was said. */
  at: string;
  /** Higher is kept and shown first. */
  weight: number;
};

/** A note with where it stands and since when it is known. */
export type OwnedNote = ProfileNote & { threadId: string; addedAt: string };

/** A message, by its number in its thread, and when it was said. */
export type ProfileSource = { threadId: string; seq: number; at: string };

export type ProfileValue = {
  text: string;
  /** When it was said first, or corrected by hand. */
  at: string;
  /** Since when it is part of the profile. */
  addedAt: string;
  /** The first message that says so, and the newest ones; empty for what was corrected by hand. */
  sources: ProfileSource[];
};

export type ProfileEntry = {
  /** For corrections: short, and the same as long as kind and subject are. */
  id: string;
  kind: EntryKind;
  subject: string;
  /** The value that holds, and those it had before, newest first. */
  value: ProfileValue;
  earlier: ProfileValue[];
  weight: number;
};

/** A topic that runs through several threads. */
export type ProfileTheme = {
  topic: string;
  /** Since when it is part of the profile. */
  addedAt: string;
  /** How many threads speak of it. */
  threads: number;
  since: string;
  until: string;
  /** The newest of them, one message each. */
  sources: ProfileSource[];
};

/** A sentence that a model wrote from statements of the profile. */
export type ProfileSentence = {
  text: string;
  /** The statements it tells, by their keys (facts/profile/statements.ts). */
  cites: string[];
  /** Every message these were read from: the sentence goes with any of them. */
  sources: ProfileSource[];
  addedAt: string;
  /** Since when it holds no more, because what it tells has changed. */
  until?: string;
};

/** The profile in a model's words; what no sentence tells is told by the entries. */
export type ProfileProse = {
  sentences: ProfileSentence[];
  /** Keys of the statements it was written from: how much has changed since says whether it is worth writing anew. */
  writtenFrom: string[];
};

export type Profile = { entries: ProfileEntry[]; themes: ProfileTheme[]; prose?: ProfileProse };

/** A person's word on an entry: what is right from then on, or null for what is to be known no more. */
export type ProfileCorrection = { kind: EntryKind; subject: string; text: string | null; at: string };

/** How many threads speak of a topic, and the newest message of each, of the newest threads. */
export type TopicThreads = { threads: number; notes: OwnedNote[] };

/** What a profile is made of: the weightiest notes of each kind, and topics of several threads. */
export type ProfileMaterial = {
  notes: OwnedNote[];
  topics: TopicThreads[];
  corrections: ProfileCorrection[];
  /** Goes up whenever something is taken back: a profile made before that is refused. */
  version: number;
};

export const emptyProfile: Profile = { entries: [], themes: [] };
