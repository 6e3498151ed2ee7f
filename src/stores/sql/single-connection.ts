/**
 * A database that has one connection gives it to one transaction at a time. Whoever is in one need not ask for it again
 * with every statement: that takes as long as a short statement itself. Nor does whoever reads while nobody is in one:
 * a statement that reads begins and ends in one go.
 */
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';

type SingleConnection = {
  connection: DatabaseConnection;
  /** Undefined where somebody is in a transaction, or has to wait for another reason: then it is asked for in turn. */
  readNow(query: CompiledQuery): QueryResult<unknown> | undefined;
};

const connections = new WeakMap<object, SingleConnection>();

/** `adapter`: that of the database's dialect, by which a transaction is known to be one of it. */
export function setSingleConnection(adapter: object, single: SingleConnection): void {
  connections.set(adapter, single);
}

export async function execute<Row>(
  db: Pick<Kysely<unknown>, 'isTransaction' | 'getExecutor' | 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const own = connections.get(db.getExecutor().adapter);
  if (own === undefined) return db.executeQuery(query);
  if (db.isTransaction) return own.connection.executeQuery<Row>(query);
  const read = query.query.kind === 'SelectQueryNode' ? own.readNow(query) : undefined;
  return read === undefined ? db.executeQuery(query) : (read as QueryResult<Row>);
}
