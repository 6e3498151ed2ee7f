/**
 * For databases with a single connection, which serves one transaction at a time. Statements of that transaction run
 * without asking for the connection again, because asking takes as long as a short statement. Reads run without asking
 * while no transaction is open, because a read ends before anything else can start. Writes take the connection without
 * asking if it is free.
 */
import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { MaybePromise } from './coroutine.ts';

type SingleConnection = {
  /** For the user that holds the connection. */
  run(query: CompiledQuery): MaybePromise<QueryResult<unknown>>;
  /**
   * Undefined if a transaction is open, or the read has to wait for another reason; it must then queue for the
   * connection.
   */
  readNow(query: CompiledQuery): QueryResult<unknown> | undefined;
  /** Undefined if the connection is in use or others wait for it. */
  takeNow(): TakenConnection | undefined;
};

/** Must always be given back. */
export type TakenConnection = {
  /** For queries within the started transaction. */
  readonly transaction: Transaction<unknown>;
  begin(): MaybePromise<void>;
  commit(): MaybePromise<void>;
  /** Never fails. */
  rollback(): void;
  giveBack(): void;
};

type Database = Pick<Kysely<unknown>, 'isTransaction' | 'getExecutor' | 'executeQuery'>;

const connections = new WeakMap<object, SingleConnection>();

/** `adapter`: the adapter of the database's dialect, which identifies its transactions. */
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
