/**
 * The contract for what a store keeps about owners besides their threads: notes read from messages, the profile
 * made from the notes, and people's corrections. A note belongs to a thread and a message. When that message is
 * forgotten, edited or deleted, or the thread is deleted or gets another owner, the same transaction removes the note,
 * from the profile too. Nothing from a thread is ever found under an owner other than the thread's own.
 */
import type {
  Profile,
  ProfileCorrection,
  ProfileMaterial,
  ProfileNote,
  ProfileProse,
} from './records/profile.ts';

/** A thread with messages after `readTo` that have not been read for notes. */
export type UnreadThread = { threadId: string; readTo: number };

export type ProfileIndex = {
  /** Threads with an owner that have messages not yet read for notes, in no particular order. */
  unread(options: { limit: number }): Promise<UnreadThread[]>;
  /**
   * Replaces the notes of messages `from` … `to`, and the rules that hold in the thread. Refused (false) when the
   * thread has no owner or its past has changed since `revision`.
   */
  writeNotes(options: {
    threadId: string;
    revision: number;
    from: number;
    to: number;
    notes: readonly ProfileNote[];
    rules: readonly ProfileNote[];
    now: number;
  }): Promise<boolean>;
  /** Owners whose notes or corrections changed since their profile was made. */
  outdated(options: { limit: number }): Promise<string[]>;
  readMaterial(owner: string): Promise<ProfileMaterial>;
  /**
   * False when something was removed since the material was read. Existing prose stays, as far as it is still
   * supported.
   */
  writeProfile(options: {
    owner: string;
    version: number;
    profile: Omit<Profile, 'prose'>;
    now: number;
  }): Promise<boolean>;
  /** Replaces the prose, as far as the profile still supports it. False in the same case as `writeProfile`. */
  writeProse(options: { owner: string; version: number; prose: ProfileProse; now: number }): Promise<boolean>;
  /** The profile as last made; undefined if there is none. */
  readProfile(owner: string): Promise<Profile | undefined>;
  /** Takes effect at once, also in the existing profile. */
  correct(options: { owner: string; correction: ProfileCorrection }): Promise<void>;
};
