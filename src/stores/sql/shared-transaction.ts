/**
 * One commit for short pieces of work that are due at the same moment: committing takes as long as all the statements of
 * an append, and a disk that is told to be sure is asked once for all of them. Each piece stands or falls alone, by a
 * savepoint of its own, and none is reported done before the commit.
 */
import { CompiledQuery } from 'kysely';
import { yieldToEventLoop } from '../../runtime.ts';
import { inTransaction, type SqlContext, type SqlTransaction } from './context.ts';
import { execute } from './single-connection.ts';

type Piece = {
  run(transaction: SqlTransaction): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** The first ones wait for the last: no longer than somebody who has just asked would notice. */
const mostPieces = 32;
const waitingPieces = new WeakMap<SqlContext['db'], Piece[]>();

/** For work that takes a bounded number of short statements; longer work would keep the others waiting. */
export function inSharedTransaction<Result>(
  context: SqlContext,
  work: (transaction: SqlTransaction) => Promise<Result>,
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
  while (waiting.length > 0) {
    await commitTogether(context, waiting);
    // Whoever waits to be answered comes first, and what he leaves to be stored is taken along next time.
    if (waiting.length > 0) await yieldToEventLoop();
  }
  waitingPieces.delete(context.db);
}

/** Takes from the front of `waiting`, at least one piece, and tells each what became of it. */
async function commitTogether(context: SqlContext, waiting: Piece[]): Promise<void> {
  const done: { piece: Piece; result: unknown }[] = [];
  let first: Piece | undefined;
  try {
    await inTransaction(context, async (transaction) => {
      first = waiting.shift()!;
      // With nothing before it, it needs no savepoint: its failure is the transaction's.
      done.push({ piece: first, result: await first.run(transaction) });
      while (done.length < mostPieces && waiting.length > 0) {
        const piece = waiting.shift()!;
        const result = await inSavepoint(transaction, piece);
        if (result !== undefined) done.push({ piece, ...result });
      }
    });
  } catch (error) {
    const failed = done.length > 0 ? done.map(({ piece }) => piece) : [first ?? waiting.shift()!];
    for (const piece of failed) piece.reject(error);
    return;
  }
  for (const { piece, result } of done) piece.resolve(result);
}

/** Undefined where it failed and was told so. Throws where the whole transaction is lost with it. */
async function inSavepoint(
  { db, dialect }: SqlTransaction,
  piece: Piece,
): Promise<{ result: unknown } | undefined> {
  const say = (text: string) => execute(db, CompiledQuery.raw(text));
  try {
    await say('savepoint piece');
    const result = await piece.run({ db, dialect });
    await say('release piece');
    return { result };
  } catch (error) {
    piece.reject(error);
    await say('rollback to piece');
    await say('release piece');
    return undefined;
  }
}
