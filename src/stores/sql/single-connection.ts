/**
 * A database that has one connection gives it to one transaction at a time. Whoever is in one need not ask for it again
 * with every statement: that takes as long as a short statement itself. Nor does whoever reads while nobody is in one:
 * a statement that reads begins and ends in one go. And whoever writes while nobody has it takes it without asking.
 */
import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { MaybePromise } from './at-once.ts';

type SingleConnection = {
  /** For whoever has it. */
  run(query: CompiledQuery): MaybePromise<QueryResult<unknown>>;
  /** Undefined where somebody is in a transaction, or has to wait for another reason: then it is asked for in turn. */
  readNow(query: CompiledQuery): QueryResult<unknown> | undefined;
  /** Undefined where somebody has it, or waits for it. */
  takeNow(): TakenConnection | undefined;
};

/** Must be given back, whatever happens. */
export type TakenConnection = {
  /** For queries within the transaction that was begun. */
  readonly transaction: Transaction<unknown>;
  begin(): MaybePromise<void>;
  commit(): MaybePromise<void>;
  /** Never fails. */
  rollback(): void;
  giveBack(): void;
};

type Database = Pick<Kysely<unknown>, 'isTransaction' | 'getExecutor' | 'executeQuery'>;

const connections = new WeakMap<object, SingleConnection>();

/** `adapter`: that of the database's dialect, by which a transaction is known to be one of it. */
export function setSingleConnection(adapter: object, single: SingleConnection): void {
  connections.set(adapter, single);
}

export function takeConnection(db: Database): TakenConnection | undefined {
  return connections.get(db.getExecutor().adapter)?.takeNow();
}

export function execute<Row>(db: Database, query: CompiledQuery<Row>): MaybePromise<QueryResult<Row>> {
  const own = connections.get(db.getExecutor().adapter);
  if (own === undefined) return db.executeQuery(query);
  if (db.isTransaction) return own.run(query) as MaybePromise<QueryResult<Row>>;
  const read = query.query.kind === 'SelectQueryNode' ? own.readNow(query) : undefined;
  return read === undefined ? db.executeQuery(query) : (read as QueryResult<Row>);
}
