/** The differences between databases. Everything else in this folder is written once for all of them. */
import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import type { TextIndex } from './text-index.ts';

export type SqlDialect = {
  readonly name: 'sqlite' | 'postgres';
  /** Makes a column number its rows automatically. */
  generatedKey: {
    type: 'integer' | 'bigint';
    build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Type of text that is compared and sorted byte by byte. */
  binaryText: 'text' | RawBuilder<unknown>;
  /** Type of binary data. */
  binary: 'blob' | 'bytea';
  /** Whether rows that are read to be changed must be locked. False if a writing transaction runs alone anyway. */
  rowLocks: boolean;
  /**
   * A subquery in parentheses with the column `value` and one row per member: a single parameter, however long the
   * list.
   */
  list<Value extends string | number>(values: readonly Value[]): RawBuilder<Value>;
  /** The same for a list that is already JSON text. */
  listed<Value extends string | number>(json: string): RawBuilder<Value>;
  /** The same for places in the log, with the columns `thread` (the given key or id) and `seq`. */
  places(places: readonly { thread: number | string; seq: number }[]): RawBuilder<unknown>;
  /**
   * Ends a `create table` so that rows are stored in the order of their primary key, if the database needs to be told.
   */
  clustered: RawBuilder<unknown>;
  textIndex: TextIndex;
  /**
   * Runs work in which deleting a row keeps the rows that refer to it, so that they can be cleared in pieces. Null if
   * deleting many rows at once blocks nobody.
   */
  keepingDependents:
    | (<Result>(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>)
    | null;
  /** True if whoever took a lease under this name has surely ended, so that nobody need wait until it expires. */
  isGone(leaseOwner: string): boolean;
  /** Most parameters of one statement. */
  maxParameters: number;
  tableNames(db: Kysely<Schema>): Promise<string[]>;
  /** Keeps other processes from migrating until the transaction ends. Null if the transaction itself does. */
  lockMigrations: ((transaction: Transaction<Schema>) => Promise<void>) | null;
};
