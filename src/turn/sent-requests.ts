/** Adds one more request to the figures that a thread's requests leave for the next one. */
import { type BilledTokens, hasLapsed, type ModelPrices, relativePrices } from '../cost/prices.ts';
import type { ExpectedCaching, RequestRecord } from '../records/request.ts';
import { nothingSent, type RecalledPlace, type SentState } from '../records/sent-state.ts';

export function nextSent(
  before: SentState = nothingSent,
  options: {
    places: RecalledPlace[];
    request: Pick<RequestRecord, 'tokens' | 'historyTokens' | 'model' | 'ratio'>;
    expected: ExpectedCaching;
    prices: ModelPrices;
    revision: number;
    at: number;
  },
): SentState {
  const { places, request, expected, prices, revision, at } = options;
  const { readTokens, writtenTokens, historyReadTokens, historyWrittenTokens } = expected;
  const passages = (before.passages ?? 0) + paidForPassages(before, options);
  const lapses = (before.lapses ?? 0) + (hasLapsed({ sentAt: before.at, now: at }, prices.cache) ? 1 : 0);
  return {
    recalled: places,
    requests: before.requests + 1,
    revision,
    at,
    last: {
      model: request.model,
      tokens: request.tokens,
      historyTokens: request.historyTokens,
      ratio: request.ratio,
    },
    ...(lapses > 0 && { lapses }),
    ...(passages > 0 && { passages }),
    paid: before.paid + tokensPaid(prices, request.tokens, { readTokens, writtenTokens }),
    full:
      before.full +
      tokensPaid(prices, request.historyTokens, {
        readTokens: historyReadTokens,
        writtenTokens: historyWrittenTokens,
      }),
  };
}

/** The part of a request's cost that is for passages: those it begins with like the one before are read, others written. */
function paidForPassages(
  before: SentState,
  options: {
    places: readonly RecalledPlace[];
    expected: ExpectedCaching;
    prices: ModelPrices;
    revision: number;
  },
): number {
  const { places, expected, prices, revision } = options;
  const { read, write } = relativePrices(prices);
  const isRead = before.revision === revision && expected.readTokens > 0;
  const known = new Set(isRead ? before.recalled.map(({ after }) => after) : []);
  return Math.round(
    places.reduce((sum, { after, tokens }) => sum + tokens * (known.has(after) ? read : write), 0),
  );
}

/** The cost of a request in tokens of uncached input. */
function tokensPaid(
  prices: ModelPrices,
  tokens: number,
  { readTokens, writtenTokens }: Pick<BilledTokens, 'readTokens' | 'writtenTokens'>,
): number {
  const { read, write } = relativePrices(prices);
  const plain = Math.max(0, tokens - readTokens - writtenTokens);
  return Math.round(readTokens * read + writtenTokens * write + plain);
}
