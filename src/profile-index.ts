/**
 * The contract of what a store keeps of owners besides their threads: notes read from messages, the profile made
 * of them, and people's corrections. Notes hang on their thread and on their message: whoever forgets, edits or deletes
 * one, or gives the thread to somebody else, takes them along in the same transaction, out of the profile, too. Nothing
 * of a thread is ever found under another owner than its own.
 */
import type {
  Profile,
  ProfileCorrection,
  ProfileMaterial,
  ProfileNote,
  ProfileProse,
} from './records/profile.ts';

/** A thread of which messages after `readTo` were not read for notes yet. */
export type UnreadThread = { threadId: string; readTo: number };

export type ProfileIndex = {
  /** Threads with an owner that have messages nobody read for notes, in no particular order. */
  unread(options: { limit: number }): Promise<UnreadThread[]>;
  /**
   * What messages `from` … `to` tell, in place of what was known of them, and the rules that hold in the thread, in place
   * of those before. Refused (false) where the thread is nobody's or its past has changed since `revision`.
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
  /** False where something was taken back since its material was read. Prose that is there stays as far as it holds. */
  writeProfile(options: {
    owner: string;
    version: number;
    profile: Omit<Profile, 'prose'>;
    now: number;
  }): Promise<boolean>;
  /** In place of what was written before, as far as it holds by now; false as for `writeProfile`. */
  writeProse(options: { owner: string; version: number; prose: ProfileProse; now: number }): Promise<boolean>;
  /** As it was last made; undefined where there is none. */
  readProfile(owner: string): Promise<Profile | undefined>;
  /** Holds from then on, in the profile, too, until it is made anew. */
  correct(options: { owner: string; correction: ProfileCorrection }): Promise<void>;
};
