/** One step of the schema's history. */
import type { Kysely } from 'kysely';
import type { SqlDialect } from '../dialect.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the schema of its time, not the one that is typed today.
export type PastDatabase = Kysely<any>;

export type Migration = {
  /** Not used for sorting: migrations run in the order of their list. */
  name: string;
  up(db: PastDatabase, dialect: SqlDialect): Promise<void>;
};
