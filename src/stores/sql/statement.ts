/**
 * Statements of every turn, put into SQL once for each database and run with other values each time: building and
 * writing out a query takes as long as running it.
 */
import type { Compilable, CompiledQuery, Insertable, Kysely } from 'kysely';
import type { MaybePromise } from './at-once.ts';
import type { Schema } from './schema.ts';
import { execute } from './single-connection.ts';

type Database = Kysely<Schema>;

/** Stands in a query for a value that is given when it runs. */
class Parameter {
  readonly name: string;
  /** Of an insert: which row it belongs to. */
  readonly row: number;
  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

/** A query for one set of names that are given, and of choices among what it may look like. */
type Form<Row> = {
  names: string[];
  choices: unknown[];
  compiled: CompiledQuery<Row>;
  /** Of each parameter, the name it is given by; undefined for a value that is the same each time. */
  parameterNames: (string | undefined)[];
};

/**
 * `build` is called once for each set of names that are given, and must put every value into the query as it comes.
 * Values that are undefined, true, false or a function decide what the query looks like; a function
 * must be the same for one database.
 */
export function statement<Given extends object, Row>(
  build: (db: Database, given: Given) => Compilable<Row>,
): (db: Database, given: Given) => MaybePromise<Row[]> {
  const known = new WeakMap<object, Form<Row>[]>();
  return (db, given) => {
    const { adapter } = db.getExecutor();
    const forms = known.get(adapter) ?? [];
    if (forms.length === 0) known.set(adapter, forms);
    let form: Form<Row> | undefined;
    for (const one of forms) if (isOfForm(one, given)) form = one;
    if (form === undefined) {
      form = formOf(build(db, withParameters(given)).compile(), given);
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

function formOf<Row>(compiled: CompiledQuery<Row>, given: object): Form<Row> {
  return {
    names: Object.keys(given),
    choices: Object.values(given).map(choiceOf),
    compiled,
    parameterNames: compiled.parameters.map((value) => (value instanceof Parameter ? value.name : undefined)),
  };
}

/** Inserts rows, which have the same columns in every call; put into SQL once for each number of rows. */
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

/** Such values are no parameters: they decide what the query looks like. */
function isChoice(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean' || typeof value === 'function';
}

const isParameter = Symbol('a value of its own each time');
const isFunction = Symbol('the same for one database');

function choiceOf(value: unknown): unknown {
  if (typeof value === 'function') return isFunction;
  return isChoice(value) ? value : isParameter;
}

function isOfForm<Given extends object>({ names, choices }: Form<unknown>, given: Given): boolean {
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
