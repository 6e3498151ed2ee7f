/**
 * A database that has one connection gives it to one transaction at a time. Whoever is in one need not ask for it again
 * with every statement: that takes as long as a short statement itself.
 */
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';

const connections = new WeakMap<object, DatabaseConnection>();

/** `adapter`: that of the database's dialect, by which a transaction is known to be one of it. */
export function setSingleConnection(adapter: object, connection: DatabaseConnection): void {
  connections.set(adapter, connection);
}

export function execute<Row>(
  db: Pick<Kysely<unknown>, 'isTransaction' | 'getExecutor' | 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const own = db.isTransaction ? connections.get(db.getExecutor().adapter) : undefined;
  return own === undefined ? db.executeQuery(query) : own.executeQuery<Row>(query);
}
