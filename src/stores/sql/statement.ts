/**
 * Statements that run in every turn. They are compiled to SQL once for each database and then run with other values,
 * because building and compiling a query takes as long as running it.
 */
import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { MaybePromise } from './coroutine.ts';
import type { Schema } from './schema.ts';
import { execute } from './single-connection.ts';

type Database = Kysely<Schema>;

/** A placeholder for a value that is passed when the query runs. */
class Parameter {
  readonly name: string;
  /** For inserts: the row that the value belongs to. */
  readonly row: number;
  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

/** The query compiled for one set of parameter names and one combination of choices. */
type CompiledForm<Row> = {
  names: string[];
  choices: unknown[];
  compiled: CompiledQuery<Row>;
  /** The name of each parameter; undefined for a constant of the query. */
  parameterNames: (string | undefined)[];
};

/**
 * `build` is called once for each combination of parameter names and choices, and must pass every value to the query
 * unchanged. Undefined, booleans and functions are choices: they decide which query is built. A function must be the
 * same object in all calls for one database.
 */
export function statement<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => MaybePromise<Row[]> {
  const known = new WeakMap<object, CompiledForm<Row>[]>();
  return (db, given) => {
    const { adapter } = db.getExecutor();
    const forms = known.get(adapter) ?? [];
    if (forms.length === 0) known.set(adapter, forms);
    let form: CompiledForm<Row> | undefined;
    for (const one of forms) if (matchesForm(one, given)) form = one;
    if (form === undefined) {
      form = createForm(build(db, withParameters(given)).compile(), given);
      forms.push(form);
    }
    const { compiled, parameterNames } = form;
    const parameters: unknown[] = [];
    for (let index = 0; index < parameterNames.length; index += 1) {
      const name = parameterNames[index];
      parameters.push(name === undefined ? compiled.parameters[index] : given[name as keyof Given]);
    }
    const result = execute<Row>(db, withValues(compiled, parameters));
    return result instanceof Promise ? result.then(({ rows }) => rows) : result.rows;
  };
}

function createForm<Row>(compiled: CompiledQuery<Row>, given: object): CompiledForm<Row> {
  return {
    names: Object.keys(given),
    choices: Object.values(given).map(choiceOf),
    compiled,
    parameterNames: compiled.parameters.map((value) => (value instanceof Parameter ? value.name : undefined)),
  };
}

/** Inserts rows that have the same columns in every call. Compiled once for each number of rows. */
export function insertRows<Table extends keyof Schema & string>(
  table: Table,
): (db: Database, rows: readonly Insertable<Schema[Table]>[]) => MaybePromise<unknown> {
  const known = new WeakMap<object, Map<number, CompiledQuery>>();
  return (db, rows) => {
    const { adapter } = db.getExecutor();
    const bySize = known.get(adapter) ?? new Map<number, CompiledQuery>();
    if (bySize.size === 0) known.set(adapter, bySize);
    let compiled = bySize.get(rows.length);
    if (compiled === undefined) {
      const places = rows.map((row, number) =>
        Object.fromEntries(Object.keys(row).map((column) => [column, new Parameter(column, number)])),
      );
      compiled = db
        .insertInto(table)
        .values(places as never)
        .compile();
      bySize.set(rows.length, compiled);
    }
    const places = compiled.parameters as readonly Parameter[];
    const parameters: unknown[] = [];
    for (let index = 0; index < places.length; index += 1) {
      const { row, name } = places[index]!;
      parameters.push(rows[row]![name as keyof Insertable<Schema[Table]>]);
    }
    return execute(db, withValues(compiled, parameters));
  };
}

function withValues<Row>(
  { query, queryId, sql }: CompiledQuery<Row>,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  return { query, queryId, sql, parameters };
}

/** Whether a value decides which query is built, instead of being a parameter of it. */
function isChoice(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean' || typeof value === 'function';
}

const anyValue = Symbol('a value of its own each time');
const anyFunction = Symbol('the same for one database');

function choiceOf(value: unknown): unknown {
  if (typeof value === 'function') return anyFunction;
  return isChoice(value) ? value : anyValue;
}

function matchesForm<Given extends object>({ names, choices }: CompiledForm<unknown>, given: Given): boolean {
  let count = 0;
  for (const name in given) {
    if (names[count] !== name || choices[count] !== choiceOf(given[name as keyof Given])) return false;
    count += 1;
  }
  return count === names.length;
}

function withParameters<Given extends object>(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isChoice(value) ? value : new Parameter(name)]),
  ) as Given;
}
