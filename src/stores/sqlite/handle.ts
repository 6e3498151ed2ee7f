/**
 * A database handle as this store needs it: the common part of `node:sqlite` and `better-sqlite3`, so that either
 * can be passed in, and neither is a dependency.
 */
export type SqliteHandle = {
  prepare(sql: string): SqliteStatement;
  close(): void;
};

export type SqliteStatement = {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint };
  /** better-sqlite3 says which statements return rows, and refuses `all` on the others. */
  readonly reader?: boolean;
};

/** The file behind a handle; empty for a database in memory. */
export function fileOf(handle: SqliteHandle): string {
  const databases = handle.prepare('pragma database_list').all() as { name: string; file: string | null }[];
  return databases.find(({ name }) => name === 'main')?.file ?? '';
}

/** Runs a statement whether or not it returns rows, which better-sqlite3 wants to be told apart. */
export function runStatement(
  statement: SqliteStatement,
  sql: string,
  parameters: readonly unknown[] = [],
): { rows: unknown[]; changes: number | bigint } {
  if (returnsRows(statement, sql)) return { rows: statement.all(...parameters), changes: 0 };
  return { rows: [], changes: statement.run(...parameters).changes };
}

/** Our statements hold no text but placeholders, so their words can be trusted. */
function returnsRows({ reader }: SqliteStatement, sql: string): boolean {
  return reader ?? (/^\s*(select|with|pragma|explain)\b/i.test(sql) || /\breturning\b/i.test(sql));
}
