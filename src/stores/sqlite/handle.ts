/**
 * A database handle as this store needs it: the common part of `node:sqlite` and `better-sqlite3`, so that either can
 * be passed in and neither is a dependency.
 */
export type SqliteHandle = {
  prepare(sql: string): SqliteStatement;
  close(): void;
};

export type SqliteStatement = {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint };
  /** better-sqlite3 marks the statements that return rows, and refuses `all` on the others. */
  readonly reader?: boolean;
  /** node:sqlite creates a row as an array in half the time of an object. */
  setReturnArrays?(enabled: boolean): void;
  columns?(): { name: string }[];
};

/** A statement that is run again and again, with what must be known about it. */
export type PreparedStatement = {
  /** Whether it changes the database permanently, at once or with the end of a transaction. */
  readonly writes: boolean;
  readonly commits: boolean;
  run(parameters?: readonly unknown[]): { rows: unknown[]; changes: number | bigint };
};

export function prepareStatement(handle: SqliteHandle, sql: string): PreparedStatement {
  const statement = handle.prepare(sql);
  const readRows = returnsRows(statement, sql) ? rowReader(statement) : undefined;
  return {
    writes: /^\s*(?:commit|insert|update|delete|vacuum)\b/i.test(sql),
    commits: /^\s*commit\b/i.test(sql),
    run: (parameters = []) =>
      readRows === undefined
        ? { rows: [], changes: statement.run(...parameters).changes }
        : { rows: readRows(parameters), changes: 0 },
  };
}

function rowReader(statement: SqliteStatement): (parameters: readonly unknown[]) => unknown[] {
  if (statement.setReturnArrays === undefined || statement.columns === undefined)
    return (parameters) => statement.all(...parameters);
  statement.setReturnArrays(true);
  let names: string[] = [];
  return (parameters) => {
    const rows = statement.all(...parameters) as unknown[][];
    const [first] = rows;
    // Column names are known after the first run; they are read again if a table got another column since.
    if (first !== undefined && first.length !== names.length)
      names = statement.columns!().map(({ name }) => name);
    return rows.map((values) => {
      const row: { [column: string]: unknown } = {};
      for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index];
      return row;
    });
  };
}

/** The file behind a handle; empty for a database in memory. */
export function fileOf(handle: SqliteHandle): string {
  const databases = handle.prepare('pragma database_list').all() as { name: string; file: string | null }[];
  return databases.find(({ name }) => name === 'main')?.file ?? '';
}

/** Our statements contain placeholders instead of text, so their keywords are reliable. */
function returnsRows({ reader }: SqliteStatement, sql: string): boolean {
  return reader ?? (/^\s*(select|with|pragma|explain)\b/i.test(sql) || /\breturning\b/i.test(sql));
}
