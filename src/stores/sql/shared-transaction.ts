/**
 * One commit for short pieces of work that are due at the same moment: committing takes as long as all the statements of
 * an append, and a disk that is told to be sure is asked once for all of them. Each piece stands or falls alone: where
 * one fails, nothing of what came together is kept, and each is carried out once more by itself. None is reported done
 * before its commit.
 */
import { yieldToEventLoop } from '../../runtime.ts';
import { carriedOut, type MaybePromise, settled, type Waiting } from './at-once.ts';
import { type SqlContext, type SqlTransaction, transact } from './context.ts';

type Piece = {
  /** May be called twice; what an attempt wrote that failed is gone. */
  run(transaction: SqlTransaction): MaybePromise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** The first ones wait for the last: no longer than somebody who has just asked would notice. */
const mostPieces = 32;
const waitingPieces = new WeakMap<SqlContext['db'], Piece[]>();

/** For work that takes a bounded number of short statements; longer work would keep the others waiting. */
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
    void carryOut(context, pieces);
  });
}

async function carryOut(context: SqlContext, waiting: Piece[]): Promise<void> {
  // Whoever says something at the same moment is taken along.
  await undefined;
  while (waiting.length > 0) {
    await commitTogether(context, waiting);
    // Whoever waits to be answered comes first, and what he leaves to be stored is taken along next time.
    if (waiting.length > 0) await yieldToEventLoop();
  }
  waitingPieces.delete(context.db);
}

/** Takes from the front of `waiting`, at least one piece, and tells each what became of it. */
async function commitTogether(context: SqlContext, waiting: Piece[]): Promise<void> {
  const taken: Piece[] = [];
  const results: unknown[] = [];
  try {
    const committed = transact(context, (transaction) =>
      carriedOut(runPieces(transaction, waiting, { taken, results })),
    );
    if (committed instanceof Promise) await committed;
  } catch (error) {
    if (taken.length === 0) taken.push(waiting.shift()!);
    // One alone failed by itself. Of several nobody knows whose failure it is: each stands or falls alone then.
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
): Waiting<void> {
  while (taken.length < mostPieces && waiting.length > 0) {
    const piece = waiting.shift()!;
    taken.push(piece);
    results.push(yield* settled(piece.run(transaction)));
  }
}

async function commitAlone(context: SqlContext, piece: Piece): Promise<void> {
  try {
    piece.resolve(await transact(context, (transaction) => piece.run(transaction)));
  } catch (error) {
    piece.reject(error);
  }
}
