/**
 * The port to a database's own full-text index. It keeps words by message and finds the messages that hold them; what
 * the words are (see ../../index-entry.ts) and what a find is worth is the same for every database and not its business.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export type Place = { threadKey: number; seq: number };

/** Places by the thousand: a list of numbers is made and gone through in a fraction of the time of a list of things. */
export type PlaceList = {
  /** One for each place, or one for all of them. */
  threadKeys: number | readonly number[];
  seqs: readonly number[];
};

/** One word of each of these groups has to be there. */
export type TextMatch = readonly (readonly string[])[];

/** Which part of the index is looked at: one thread up to a message, or everything. */
export type TextRange = { threadKey: number; upTo: number } | 'all';

export type TextLook = { range: TextRange; matches: readonly TextMatch[]; limit: number };
/** In a thread whose key is not known yet, up to a message where that is asked for. */
export type ThreadLook = { upTo: number | undefined; matches: readonly TextMatch[]; limit: number };

/** `unindexed` is the first message that waits to be indexed; null where all are. */
export type ScopeThread = { key: number; id: string; messages: number; unindexed: number | null };

/** What the index keeps of a message: each word once. */
export type IndexRow = Place & { tokens: readonly string[] };

export type TextIndex = {
  /** Called by a migration. Rows go away with their messages, however those are deleted. */
  create(db: Kysely<Schema>): Promise<void>;
  /** Called by a migration. What was removed is left out when the lists are merged, not by the write that removes it. */
  deferRemovals(db: Kysely<Schema>): Promise<void>;
  /** Adds messages that are not in the index, thread by thread in order of their keys, each in order of seq. */
  add(db: Kysely<Schema>, rows: readonly IndexRow[]): Promise<void>;
  remove(db: Kysely<Schema>, places: readonly Place[]): Promise<void>;
  clear(db: Kysely<Schema>): Promise<void>;
  /** For each look and each of its matches the newest messages that fit, so many at most. */
  find(db: Kysely<Schema>, looks: readonly TextLook[]): Promise<PlaceList[][]>;
  /** The same in one thread, with what is to be known of it, in one go. Undefined where there is no such thread. */
  findIn(
    db: Kysely<Schema>,
    threadId: string,
    looks: readonly ThreadLook[],
  ): Promise<{ thread: ScopeThread; found: PlaceList[][] } | undefined>;
  /** Which of these messages fit. */
  filter(db: Kysely<Schema>, options: { places: readonly Place[]; match: TextMatch }): Promise<Place[]>;
  /** For each match in how many messages it is; counting stops at `limit`. */
  frequencies(
    db: Kysely<Schema>,
    options: { matches: readonly TextMatch[]; limit: number },
  ): Promise<number[]>;
  /** Messages of a thread that the index holds, in order, from one on. */
  listed(db: Kysely<Schema>, options: { threadKey: number; from: number; limit: number }): Promise<number[]>;
};
