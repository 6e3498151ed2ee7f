/**
 * A Kysely dialect over one synchronous SQLite handle. Kysely gives the single connection to one user at a time.
 * Transactions take the write lock at once (`begin immediate`), so that none has to upgrade its lock half-way.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely';
import { breathe } from '../../runtime.ts';
import type { MaybePromise } from '../sql/coroutine.ts';
import { setSingleConnection, type TakenConnection } from '../sql/single-connection.ts';
import { isBusy } from './errors.ts';
import { type PreparedStatement, prepareStatement, type SqliteHandle } from './handle.ts';
import { isBeingVacuumed } from './vacuum-mark.ts';

/** Our queries have far fewer forms; the bound is for safety. */
const cachedStatements = 200;
const longestPauseMs = 50;
const pragma = /^\s*pragma\b/i;

export type DriverOptions = {
  handle: SqliteHandle;
  /** Time to wait for a lock before giving up. */
  busyTimeoutMs: number;
  onStatement: ((sql: string) => void) | undefined;
  /**
   * Whether nobody else uses the handle. Then a long transaction may pause between its statements, because other work
   * of this process waits for its end anyway. On a handle of the caller, the caller's own statements could come in
   * between.
   */
  isOwn: boolean;
  /** Called before anything becomes permanent: by a statement outside a transaction, or by a commit. */
  beforeWrite?: () => void;
  afterCommit?: () => void;
  close(): void | Promise<void>;
};

export function sqliteDialect(options: DriverOptions): Dialect {
  const adapter = new SqliteAdapter();
  const compiler = new SqliteQueryCompiler();
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => createDriver(options, dialect),
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return dialect;
}

function createDriver(options: DriverOptions, dialect: Dialect): Driver {
  const { handle, busyTimeoutMs, onStatement, isOwn, beforeWrite = () => undefined, close } = options;
  const { afterCommit = () => undefined } = options;
  const statements = new Map<string, PreparedStatement>();
  let isInTransaction = false;
  /** Transactions begun so far. */
  let transactions = 0;
  let isTaken = false;
  /** Only one, because Kysely sends one at a time. */
  let next: (() => void) | undefined;

  function prepared(sql: string): PreparedStatement {
    const known = statements.get(sql);
    if (known) return known;
    // Many pragmas take effect when they are prepared, not when they run.
    if (pragma.test(sql)) return prepareStatement(handle, sql);
    if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value!);
    const statement = prepareStatement(handle, sql);
    statements.set(sql, statement);
    return statement;
  }

  function run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const statement = prepared(sql);
    // Writes within a transaction become permanent with its commit.
    if (statement.writes && (!isInTransaction || statement.commits)) beforeWrite();
    const { rows, changes } = statement.run(parameters);
    return { rows, numAffectedRows: BigInt(changes) };
  }

  function execute(sql: string, parameters: readonly unknown[] = []): MaybePromise<QueryResult<unknown>> {
    const pause = isOwn ? breathe() : undefined;
    if (pause === undefined) return executeNow(sql, parameters);
    const transaction = isInTransaction ? transactions : undefined;
    return pause.then(() => {
      // Otherwise the statement would be stored by itself, or as part of another transaction.
      if (transaction !== undefined && !(isInTransaction && transaction === transactions))
        throw new Error('The transaction of this statement has ended.');
      return executeNow(sql, parameters);
    });
  }

  function executeNow(sql: string, parameters: readonly unknown[]): MaybePromise<QueryResult<unknown>> {
    onStatement?.(sql);
    try {
      // First without waiting, because there is rarely another writer.
      return run(sql, parameters);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return waitingForLocks(
        busyTimeoutMs,
        () => run(sql, parameters),
        () => isBeingVacuumed(prepared),
      );
    }
  }

  function readNow({ sql, parameters }: CompiledQuery): QueryResult<unknown> | undefined {
    if (isInTransaction || breathe() !== undefined) return undefined;
    onStatement?.(sql);
    try {
      return run(sql, parameters);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return undefined;
    }
  }

  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
      (await execute(sql, parameters)) as QueryResult<Row>,
    // biome-ignore lint/correctness/useYield: a synchronous handle has nothing to stream; no query here asks for it.
    async *streamQuery() {
      throw new Error('Streaming is not supported by this driver.');
    },
  };

  function giveBack(): void {
    const waiting = next;
    next = undefined;
    if (waiting === undefined) isTaken = false;
    else waiting();
  }

  function begin(): MaybePromise<void> {
    return after(execute('begin immediate'), () => {
      isInTransaction = true;
      transactions += 1;
    });
  }

  function commit(): MaybePromise<void> {
    return after(execute('commit'), () => {
      isInTransaction = false;
      afterCommit();
    });
  }

  /**
   * An error here must not hide the one that caused the rollback. On a full disk SQLite has already rolled back by
   * itself.
   */
  function rollback(): void {
    isInTransaction = false;
    try {
      onStatement?.('rollback');
    } catch {}
    try {
      prepared('rollback').run();
    } catch {}
  }

  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      await breathe();
      if (isTaken) {
        await new Promise<void>((resolve) => {
          next = resolve;
        });
      }
      isTaken = true;
      return connection;
    },
    releaseConnection: async () => giveBack(),
    beginTransaction: async () => begin(),
    commitTransaction: async () => commit(),
    rollbackTransaction: async () => rollback(),
    destroy: async () => {
      statements.clear();
      await close();
    },
  };
  const adapter = dialect.createAdapter();
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  const transaction = new Transaction<unknown>({ config: { dialect }, dialect, driver, executor });
  const taken: TakenConnection = { transaction, begin, commit, rollback, giveBack };
  setSingleConnection(adapter, {
    run: ({ sql, parameters }) => execute(sql, parameters),
    readNow,
    takeNow() {
      if (isTaken || breathe() !== undefined) return undefined;
      isTaken = true;
      return taken;
    },
  });
  return driver;
}

function after<Result>(result: MaybePromise<Result>, then: () => void): MaybePromise<void> {
  return result instanceof Promise ? result.then(then) : then();
}

/**
 * Waits without blocking the process, which may itself hold the lock. `isExpected`: the lock is known to be released
 * eventually, so the wait has no limit.
 */
export async function waitingForLocks<Result>(
  timeoutMs: number,
  work: () => Result,
  isExpected: () => boolean = () => false,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || (performance.now() >= deadline && !isExpected())) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
