/** The tables of what is known of owners, as queries see them. */
import type { NoteKind } from '../../records/profile.ts';

export type ProfileNotesTable = {
  thread_key: number;
  kind: NoteKind;
  subject: string;
  seq: number;
  /** That of the thread. */
  owner: string;
  /** JSON: a text. */
  value: string;
  said_at: string;
  added_at: string;
  weight: number;
};

export type ProfilesTable = {
  owner: string;
  version: number;
  /** 0 or 1: notes or corrections changed since it was made. */
  outdated: number;
  /** JSON */
  corrections: string;
  /** JSON */
  body: string;
};
