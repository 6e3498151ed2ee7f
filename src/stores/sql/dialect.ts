/** Where the databases differ, declared: everything else in this folder is written once for all of them. */
import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import type { TextIndex } from './search/text-index.ts';

export type SqlDialect = {
  readonly name: 'sqlite' | 'postgres';
  /** Makes a column number its rows by itself. */
  generatedKey: {
    type: 'integer' | 'bigint';
    build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Type of text that is compared and ordered byte by byte. */
  binaryText: 'text' | RawBuilder<unknown>;
  /** Type of a piece of bytes. */
  binary: 'blob' | 'bytea';
  /** Rows read in order to be changed are locked. False where a writing transaction is alone anyway. */
  rowLocks: boolean;
  /** A subquery in parentheses, column `value`, one row for each member: one parameter, however long the list. */
  list<Value extends string | number>(values: readonly Value[]): RawBuilder<Value>;
  /** The same of a list that is written out already, as JSON. */
  listed<Value extends string | number>(json: string): RawBuilder<Value>;
  /** The same for places in the log, columns `thread` (as given: its key or its id) and `seq`. */
  places(places: readonly { thread: number | string; seq: number }[]): RawBuilder<unknown>;
  /** Rows are kept in the order of their primary key where the database has to be told to. Ends a `create table`. */
  clustered: RawBuilder<unknown>;
  textIndex: TextIndex;
  /**
   * Runs work in which a deleted row leaves those that refer to it standing, to be cleared in pieces. Null where
   * deleting many rows at once holds nobody up.
   */
  keepingDependents:
    | (<Result>(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>)
    | null;
  /** How many parameters one statement may have. */
  maxParameters: number;
  tableNames(db: Kysely<Schema>): Promise<string[]>;
  /** Keeps other processes from migrating until the transaction ends. Null where the transaction itself does. */
  lockMigrations: ((transaction: Transaction<Schema>) => Promise<void>) | null;
};
