/** Requests (contexts that were handed out), in figures. */
import { type Selectable, sql } from 'kysely';
import type {
  Arrangement,
  ReportedUsage,
  RequestRecord,
  RequestTotals,
  StoredRequest,
} from '../../records/request.ts';
import type { RecalledPlace } from '../../records/sent-state.ts';
import { checkRequests } from '../rules/request-checks.ts';
import { insertBatches, ofThread, type SqlContext } from './context.ts';
import { decodeJson, isArrangement, isListOfTexts, isRecalledPlaces } from './decoding.ts';
import type { RequestsTable } from './schema.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { insertRows } from './statement.ts';
import { storableText } from './storable-text.ts';

export async function recordRequests(context: SqlContext, requests: readonly RequestRecord[]): Promise<void> {
  checkRequests(requests);
  if (requests.length === 0) return;
  await inSharedTransaction(context, async ({ db, dialect }) => {
    const threads = await db
      .selectFrom('threads')
      .select(['key', 'id'])
      .where('id', 'in', dialect.list([...new Set(requests.map(({ threadId }) => threadId))]))
      .execute();
    const keys = new Map(threads.map(({ key, id }) => [id, key]));
    const rows = requests.map(({ threadId, reported, ...request }) => ({
      // Requests are kept even if the thread no longer exists.
      thread_key: keys.get(threadId) ?? null,
      at: request.at,
      seq: request.seq,
      model: storableModel(request.model),
      ratio: request.ratio,
      tokens: request.tokens,
      history_tokens: request.historyTokens,
      summary_ids: JSON.stringify(request.summaryIds),
      prepared_ids: JSON.stringify(request.preparedIds),
      recalled: JSON.stringify(request.recalled),
      arrangement: request.arrangement === null ? null : JSON.stringify(request.arrangement),
      read_tokens: request.expected?.readTokens ?? null,
      written_tokens: request.expected?.writtenTokens ?? null,
      history_read_tokens: request.expected?.historyReadTokens ?? null,
      history_written_tokens: request.expected?.historyWrittenTokens ?? null,
      ...reportColumns(reported),
    }));
    for (const piece of insertBatches(rows, dialect)) await insertRequests(db, piece);
  });
}

const insertRequests = insertRows('requests');

export async function reportRequests(context: SqlContext, requests: readonly RequestRecord[]): Promise<void> {
  checkRequests(requests);
  if (requests.length === 0) return;
  await inSharedTransaction(context, async ({ db }) => {
    for (const { threadId, seq, at, model, reported } of requests) {
      const found = await db
        .selectFrom('requests')
        .select('key')
        .where(ofThread(threadId))
        .where('seq', '=', seq)
        .where('at', '=', at)
        .where('input_tokens', 'is', null)
        .orderBy('key', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (found === undefined) continue;
      await db
        .updateTable('requests')
        .set({ model: storableModel(model), ...reportColumns(reported) })
        .where('key', '=', found.key)
        .execute();
    }
  });
}

function storableModel(model: string | null): string | null {
  return model === null ? null : storableText(model);
}

function reportColumns(reported: ReportedUsage | null) {
  return {
    input_tokens: reported?.inputTokens ?? null,
    cached_tokens: reported?.cachedTokens ?? null,
    cache_write_tokens: reported?.cacheWriteTokens ?? null,
    output_tokens: reported?.outputTokens ?? null,
  };
}

export async function readRequests(
  { db }: SqlContext,
  { threadId, seq, limit, before }: { threadId: string; seq?: number; limit: number; before?: number },
): Promise<StoredRequest[]> {
  let query = db.selectFrom('requests').selectAll().where(ofThread(threadId));
  if (seq !== undefined) query = query.where('seq', '=', seq);
  if (before !== undefined) query = query.where('key', '<', before);
  const rows = await query.orderBy('key', 'desc').limit(limit).execute();
  return rows.map((row) => toRequest(threadId, row));
}

function toRequest(threadId: string, row: Selectable<RequestsTable>): StoredRequest {
  const figure = (value: number | null) => (value === null ? null : Number(value));
  return {
    number: Number(row.key),
    threadId,
    at: row.at,
    seq: Number(row.seq),
    model: row.model,
    ratio: Number(row.ratio),
    tokens: Number(row.tokens),
    historyTokens: Number(row.history_tokens),
    summaryIds: idsOf(threadId, row.summary_ids),
    preparedIds: idsOf(threadId, row.prepared_ids),
    recalled: placesOf(threadId, row.recalled),
    arrangement: arrangementOf(threadId, row.arrangement),
    expected:
      row.read_tokens === null
        ? null
        : {
            readTokens: Number(row.read_tokens),
            writtenTokens: Number(row.written_tokens),
            historyReadTokens: Number(row.history_read_tokens),
            historyWrittenTokens: Number(row.history_written_tokens),
          },
    reported:
      row.input_tokens === null
        ? null
        : {
            inputTokens: Number(row.input_tokens),
            cachedTokens: figure(row.cached_tokens),
            cacheWriteTokens: figure(row.cache_write_tokens),
            outputTokens: figure(row.output_tokens),
          },
  };
}

function placesOf(threadId: string, text: string | null): RecalledPlace[] {
  if (text === null) return [];
  return decodeJson({ text, is: isRecalledPlaces, what: whatOf(threadId), details: { threadId } });
}

function arrangementOf(threadId: string, text: string | null): Arrangement | null {
  return text === null
    ? null
    : decodeJson({ text, is: isArrangement, what: whatOf(threadId), details: { threadId } });
}

function idsOf(threadId: string, text: string): string[] {
  return decodeJson({ text, is: isListOfTexts, what: whatOf(threadId), details: { threadId } });
}

function whatOf(threadId: string): string {
  return `the requests of thread ${JSON.stringify(threadId)}`;
}

/** Sums over the rows that have cache figures. */
const expectedSums = [
  sql<number | null>`sum(case when read_tokens is not null then tokens end)`.as('expectedTokens'),
  sql<number | null>`sum(case when read_tokens is not null then history_tokens end)`.as(
    'expectedHistoryTokens',
  ),
];

export async function requestTotals(
  { db }: SqlContext,
  { threadId }: { threadId?: string } = {},
): Promise<RequestTotals> {
  const query =
    threadId === undefined ? db.selectFrom('requests') : db.selectFrom('requests').where(ofThread(threadId));
  const row = await query
    .select(({ fn }) => [
      fn.countAll<number>().as('requests'),
      fn.sum<number | null>('tokens').as('tokens'),
      fn.sum<number | null>('history_tokens').as('historyTokens'),
      fn.count<number>('read_tokens').as('expected'),
      fn.sum<number | null>('read_tokens').as('readTokens'),
      fn.sum<number | null>('written_tokens').as('writtenTokens'),
      fn.sum<number | null>('history_read_tokens').as('historyReadTokens'),
      fn.sum<number | null>('history_written_tokens').as('historyWrittenTokens'),
      ...expectedSums,
      fn.min<string | null>('at').as('since'),
      fn.count<number>('input_tokens').as('reported'),
      fn.sum<number | null>('input_tokens').as('inputTokens'),
      fn.sum<number | null>('cached_tokens').as('cachedTokens'),
      fn.sum<number | null>('cache_write_tokens').as('cacheWriteTokens'),
      fn.sum<number | null>('output_tokens').as('outputTokens'),
    ])
    .executeTakeFirstOrThrow();
  return {
    requests: Number(row.requests),
    tokens: Number(row.tokens ?? 0),
    historyTokens: Number(row.historyTokens ?? 0),
    expected: {
      requests: Number(row.expected),
      tokens: Number(row.expectedTokens ?? 0),
      historyTokens: Number(row.expectedHistoryTokens ?? 0),
      readTokens: Number(row.readTokens ?? 0),
      writtenTokens: Number(row.writtenTokens ?? 0),
      historyReadTokens: Number(row.historyReadTokens ?? 0),
      historyWrittenTokens: Number(row.historyWrittenTokens ?? 0),
    },
    since: row.since,
    reported: {
      requests: Number(row.reported),
      inputTokens: Number(row.inputTokens ?? 0),
      cachedTokens: Number(row.cachedTokens ?? 0),
      cacheWriteTokens: Number(row.cacheWriteTokens ?? 0),
      outputTokens: Number(row.outputTokens ?? 0),
    },
  };
}
