/**
 * Commits short pieces of work together that are due at the same moment. Committing takes as long as all statements of
 * an append, and the disk has to confirm only one write for all of them. Each piece succeeds or fails alone: if one
 * fails, the common transaction is rolled back and each piece runs once more by itself. None is reported as done before
 * its commit.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import { type SqlContext, type SqlTransaction, transact } from './context.ts';
import { awaited, type Coroutine, type MaybePromise, runCoroutine } from './coroutine.ts';

type Piece = {
  /** May be called twice; writes of a failed attempt are rolled back. */
  run(transaction: SqlTransaction): MaybePromise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** Most pieces in one commit, because the first ones wait for the last. The wait is too short to notice. */
const mostPieces = 32;
const waitingPieces = new WeakMap<SqlContext['db'], Piece[]>();

/** For work with a few short statements; longer work would make the others wait. */
export function inSharedTransaction<Result>(
  context: SqlContext,
  work: (transaction: SqlTransaction) => MaybePromise<Result>,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const piece: Piece = { run: work, resolve: (result) => resolve(result as Result), reject };
    const waiting = waitingPieces.get(context.db);
    if (waiting !== undefined) {
      waiting.push(piece);
      return;
    }
    const pieces = [piece];
    waitingPieces.set(context.db, pieces);
    void runShared(context, pieces);
  });
}

async function runShared(context: SqlContext, waiting: Piece[]): Promise<void> {
  // Includes work that is requested at the same moment.
  await undefined;
  while (waiting.length > 0) {
    await commitTogether(context, waiting);
    // Callers get their results first; the work they request then is part of the next commit.
    if (waiting.length > 0) await yieldToEventLoop();
  }
  waitingPieces.delete(context.db);
}

/** Takes at least one piece from the front of `waiting` and settles each with its result. */
async function commitTogether(context: SqlContext, waiting: Piece[]): Promise<void> {
  const taken: Piece[] = [];
  const results: unknown[] = [];
  try {
    const committed = transact(context, (transaction) =>
      runCoroutine(runPieces(transaction, waiting, { taken, results })),
    );
    if (committed instanceof Promise) await committed;
  } catch (error) {
    if (taken.length === 0) taken.push(waiting.shift()!);
    // A single piece failed by itself. Of several, the one that failed is unknown, so each runs alone.
    if (taken.length === 1) taken[0]!.reject(error);
    else for (const piece of taken) await commitAlone(context, piece);
    return;
  }
  for (const [index, piece] of taken.entries()) piece.resolve(results[index]);
}

function* runPieces(
  transaction: SqlTransaction,
  waiting: Piece[],
  { taken, results }: { taken: Piece[]; results: unknown[] },
): Coroutine<void> {
  while (taken.length < mostPieces && waiting.length > 0) {
    const piece = waiting.shift()!;
    taken.push(piece);
    results.push(yield* awaited(piece.run(transaction)));
  }
}

async function commitAlone(context: SqlContext, piece: Piece): Promise<void> {
  try {
    piece.resolve(await transact(context, (transaction) => piece.run(transaction)));
  } catch (error) {
    piece.reject(error);
  }
}
