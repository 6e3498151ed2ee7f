/** One step of the schema's history. */
import type { Kysely } from 'kysely';
import type { SqlDialect } from '../dialect.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration speaks of the schema as it was, not as it is typed today.
export type PastDatabase = Kysely<any>;

export type Migration = {
  /** Nothing sorts by it: the order of the list counts. */
  name: string;
  up(db: PastDatabase, dialect: SqlDialect): Promise<void>;
};
