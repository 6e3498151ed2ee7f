/**
 * The port to a database's own full-text index. The index only stores which message contains which words, and finds
 * messages by them. What the words are (see rules/index-entry.ts) and how matches are scored is the same for every
 * database and decided elsewhere.
 */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Place = { threadKey: number; seq: number };

/** Thousands of places. Arrays of numbers are built and read in a fraction of the time of an array of objects. */
export type PlaceList = {
  /** One key for each place, or a single key if all are in one thread. */
  threadKeys: number | readonly number[];
  seqs: readonly number[];
};

/** A message matches if it contains at least one word of each group. */
export type TextMatch = readonly (readonly string[])[];

/** The part of the index to search: one thread up to a message, or everything. */
export type TextRange = { threadKey: number; upTo: number } | 'all';

export type TextLookup = { range: TextRange; matches: readonly TextMatch[]; limit: number };
/** A look-up in a thread whose key is not known yet. Undefined `upTo` means up to its newest message. */
export type ThreadLookup = { upTo: number | undefined; matches: readonly TextMatch[]; limit: number };

/** `unindexed` is the first message that waits to be indexed; null if all are indexed. */
export type ScopeThread = { key: number; id: string; messages: number; unindexed: number | null };

/** What the index stores for a message: its distinct words. */
export type IndexRow = Place & { tokens: readonly string[] };

export type TextIndex = {
  /** Called by a migration. Entries are removed together with their messages, however those are deleted. */
  create(db: Kysely<Schema>): Promise<void>;
  /** Called by a migration. Removed entries are dropped when lists are merged, instead of by the removing write. */
  deferRemovals(db: Kysely<Schema>): Promise<void>;
  /** Adds messages that are not in the index, thread by thread in order of their keys, each in order of seq. */
  add(db: Kysely<Schema>, rows: readonly IndexRow[]): Promise<void>;
  remove(db: Kysely<Schema>, places: readonly Place[]): Promise<void>;
  clear(db: Kysely<Schema>): Promise<void>;
  /** For each look-up and each of its matches: the newest messages that match, at most `limit`. */
  find(db: Kysely<Schema>, lookups: readonly TextLookup[]): Promise<PlaceList[][]>;
  /** The same in one thread, together with the thread's figures, in one statement. Undefined for an unknown thread. */
  findIn(
    db: Kysely<Schema>,
    threadId: string,
    lookups: readonly ThreadLookup[],
  ): Promise<{ thread: ScopeThread; found: PlaceList[][] } | undefined>;
  /** Those of the messages that match. */
  filter(db: Kysely<Schema>, options: { places: readonly Place[]; match: TextMatch }): Promise<Place[]>;
  /** The number of messages for each match; counting stops at `limit`. */
  frequencies(
    db: Kysely<Schema>,
    options: { matches: readonly TextMatch[]; limit: number },
  ): Promise<number[]>;
  /** The numbers of a thread's indexed messages, in order, starting at `from`. */
  listed(db: Kysely<Schema>, options: { threadKey: number; from: number; limit: number }): Promise<number[]>;
};
