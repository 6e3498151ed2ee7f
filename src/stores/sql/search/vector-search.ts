/**
 * Searches vectors. In a thread with many of them, only the cells nearest to the query are searched, so that the cost
 * does not grow with the thread.
 */
import { sql } from 'kysely';
import { yieldToEventLoop } from '../../../runtime.ts';
import { cellsNear, similarityOf, unitVector } from '../../../search/vectors.ts';
import type { VectorCandidate, VectorQuery } from '../../../search-index.ts';
import { bySimilarity, checkVectorQuery } from '../../rules/search-checks.ts';
import type { SqlContext } from '../context.ts';
import type { Place } from '../text-index.ts';
import { filterScope, isEmptyScope, placeKey, scopeWords, threadsOf } from './scope.ts';
import { modelKey } from './vector-models.ts';

/** Most vectors compared by one search. Beyond that, only vectors in the nearest cells are compared. */
const mostCompared = 20_000;
const vectorsPerRead = 5_000;
const cellsPerRead = 64;
const leastChecked = 200;

type VectorRow = { threadKey: number; seq: number; vector: Uint8Array };

export async function searchVectors(context: SqlContext, query: VectorQuery): Promise<VectorCandidate[]> {
  checkVectorQuery(query);
  if (query.limit === 0 || isEmptyScope(query)) return [];
  const stored = await countVectors(context, query);
  if (stored === undefined) return [];
  const unit = unitVector(query.vector);
  const best = new Map<string, Place & { similarity: number }>();
  const compare = (rows: readonly VectorRow[]) => {
    for (const { threadKey, seq, vector } of rows) {
      const similarity = similarityOf(vector, unit);
      if (similarity === undefined || (query.upTo !== undefined && seq > query.upTo)) continue;
      const name = placeKey({ threadKey, seq });
      const known = best.get(name);
      if (!known || known.similarity < similarity) best.set(name, { threadKey, seq, similarity });
    }
  };
  const { model, spans } = stored;
  const share = Math.max(vectorsPerRead, Math.floor(mostCompared / Math.max(1, spans.length)));
  for (const { threadKey, vectors } of spans) {
    const reading = { model, threadKey, compare };
    if (vectors <= share) await readAll(context, { ...reading, most: vectors });
    else await readNear(context, { ...reading, unit, most: share });
  }
  const found = [...best.values()].sort(
    (first, second) => second.similarity - first.similarity || second.seq - first.seq,
  );
  // Vectors are removed with their messages. So for a single thread without filters, no message has to be checked.
  const [only, ...others] = query.threadIds;
  if (query.threadIds !== 'all' && others.length === 0 && scopeWords(query).length === 0 && !query.after)
    return found.slice(0, query.limit).map(({ seq, similarity }) => ({ threadId: only!, seq, similarity }));
  return inScope(context, query, found);
}

/** The number of vectors in each thread of the scope; for a search over all threads, one total. */
type StoredVectors = { model: number; spans: { threadKey: number | undefined; vectors: number }[] };

async function countVectors(context: SqlContext, query: VectorQuery): Promise<StoredVectors | undefined> {
  if (query.threadIds !== 'all' && query.threadIds.length === 1) return countVectorsOfThread(context, query);
  const model = await modelKey(context, query.model);
  if (model === undefined) return undefined;
  const keys =
    query.threadIds === 'all'
      ? [undefined]
      : (await threadsOf(context, query.threadIds)).map(({ key }) => key);
  const spans: StoredVectors['spans'] = [];
  for (const threadKey of keys)
    spans.push({ threadKey, vectors: await countVectorsOfModel(context, model, threadKey) });
  return { model, spans };
}

async function countVectorsOfThread(
  { db }: SqlContext,
  query: VectorQuery,
): Promise<StoredVectors | undefined> {
  const row = await db
    .selectFrom('vector_models')
    .innerJoin('vector_progress', 'vector_progress.model_key', 'vector_models.key')
    .innerJoin('threads', 'threads.key', 'vector_progress.thread_key')
    .select(['vector_models.key as model', 'threads.key as threadKey', 'vectors'])
    .where('vector_models.name', '=', query.model)
    .where('threads.id', '=', query.threadIds[0]!)
    .executeTakeFirst();
  return row && { model: row.model, spans: [{ threadKey: row.threadKey, vectors: Number(row.vectors) }] };
}

/** Checks messages against the scope, nearest first, until there are enough. */
async function inScope(
  context: SqlContext,
  query: VectorQuery,
  found: readonly (Place & { similarity: number })[],
): Promise<VectorCandidate[]> {
  const size = Math.max(leastChecked, query.limit);
  const candidates: VectorCandidate[] = [];
  for (let start = 0; start < found.length && candidates.length < query.limit; start += size) {
    const piece = new Map(
      found.slice(start, start + size).map((place) => [placeKey(place), place.similarity]),
    );
    for (const message of await filterScope(context, query, found.slice(start, start + size))) {
      const { threadId, seq } = message;
      candidates.push({ threadId, seq, similarity: piece.get(placeKey(message))! });
    }
  }
  return candidates.sort(bySimilarity).slice(0, query.limit);
}

type Reading = { model: number; threadKey: number | undefined; compare(rows: readonly VectorRow[]): void };

async function readAll(
  { db }: SqlContext,
  { model, threadKey, compare, most }: Reading & { most: number },
): Promise<void> {
  let read = 0;
  let after: { threadKey: number; cell: number; seq: number; piece: number } | undefined;
  for (;;) {
    const one = threadKey === undefined ? sql`` : sql`and thread_key = ${threadKey}`;
    const next = after
      ? sql`and (thread_key, cell, seq, piece) > (${after.threadKey}, ${after.cell}, ${after.seq}, ${after.piece})`
      : sql``;
    const { rows } = await sql<VectorRow & { cell: number; piece: number }>`
      select thread_key as "threadKey", cell, seq, piece, vector from message_vectors
      where model_key = ${model} ${one} ${next}
      order by thread_key, cell, seq, piece limit ${vectorsPerRead}`.execute(db);
    compare(rows);
    read += rows.length;
    if (rows.length < vectorsPerRead || read >= most) return;
    after = rows.at(-1)!;
    await yieldToEventLoop();
  }
}

async function readNear(
  { db, dialect }: SqlContext,
  { model, threadKey, compare, unit, most }: Reading & { unit: Float32Array; most: number },
): Promise<void> {
  const cells = cellsNear(unit);
  let read = 0;
  for (let start = 0; start < cells.length && read < most; start += cellsPerRead) {
    const one = threadKey === undefined ? sql`` : sql`and vectors.thread_key = ${threadKey}`;
    const { rows } = await sql<VectorRow>`
      select vectors.thread_key as "threadKey", vectors.seq, vectors.vector
      from ${dialect.list(cells.slice(start, start + cellsPerRead))} as wanted
      cross join message_vectors as vectors
      where vectors.model_key = ${model} ${one} and vectors.cell = wanted.value
      limit ${most - read}`.execute(db);
    compare(rows);
    read += rows.length;
    await yieldToEventLoop();
  }
}

async function countVectorsOfModel(
  { db }: SqlContext,
  model: number,
  threadKey: number | undefined,
): Promise<number> {
  let query = db
    .selectFrom('vector_progress')
    .select(({ fn }) => fn.sum<number | null>('vectors').as('vectors'))
    .where('model_key', '=', model);
  if (threadKey !== undefined) query = query.where('thread_key', '=', threadKey);
  return Number((await query.executeTakeFirst())?.vectors ?? 0);
}
