/** The tables of owner profiles, as queries see them. */
import type { NoteKind } from '../../records/profile.ts';

export type ProfileNotesTable = {
  thread_key: number;
  kind: NoteKind;
  subject: string;
  seq: number;
  /** Owner of the thread. */
  owner: string;
  /** JSON of a text. */
  value: string;
  said_at: string;
  added_at: string;
  weight: number;
};

export type ProfilesTable = {
  owner: string;
  version: number;
  /** 0 or 1: whether notes or corrections changed since the profile was made. */
  outdated: number;
  /** JSON */
  corrections: string;
  /** JSON */
  body: string;
};
