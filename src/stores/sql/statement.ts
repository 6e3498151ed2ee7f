/**
 * Statements of every turn, put into SQL once for each database and run with other values each time: building and
 * writing out a query takes as long as running it.
 */
import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { execute } from './single-connection.ts';

type Database = Kysely<Schema>;

/** Stands in a query for a value that is given when it runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * `build` is called once for each set of names that are given, and must put every value into the query as it comes.
 * Values that are undefined, true, false or a function decide what the query looks like; a function
 * must be the same for one database.
 */
export function statement<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => Promise<Row[]> {
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    const forms = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, forms);
    const form = formOf(given);
    const compiled = forms.get(form) ?? build(db, withParameters(given)).compile();
    forms.set(form, compiled);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? given[value.name as keyof Given] : value,
    );
    const { rows } = await execute<Row>(db, { ...compiled, parameters });
    return rows;
  };
}

/** Inserts rows that all have the same columns; put into SQL once for each number of rows. */
export function insertRows<Table extends keyof Schema & string>(
  table: Table,
): (db: Database, rows: readonly Insertable<Schema[Table]>[]) => Promise<unknown[]> {
  const insert = statement((db, given: { [place: string]: unknown }) => {
    const rows: { [column: string]: unknown }[] = [];
    for (const [place, value] of Object.entries(given)) {
      const [number, column] = place.split(' ') as [string, string];
      rows[Number(number)] = { ...rows[Number(number)], [column]: value };
    }
    return db.insertInto(table).values(rows as never);
  });
  return (db, rows) => {
    const given: { [place: string]: unknown } = {};
    for (const [number, row] of rows.entries())
      for (const [column, value] of Object.entries(row)) given[`${number} ${column}`] = value;
    return insert(db, given);
  };
}

/** Such values are no parameters: they decide what the query looks like. */
function isChoice(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean' || typeof value === 'function';
}

function formOf(given: object): string {
  let form = '';
  for (const [name, value] of Object.entries(given))
    form += typeof value === 'function' || !isChoice(value) ? `${name},` : `${name}=${value},`;
  return form;
}

function withParameters<Given extends object>(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isChoice(value) ? value : new Parameter(name)]),
  ) as Given;
}
