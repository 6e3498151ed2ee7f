/** Collects the figures of one thread. The work is bounded, however long the thread is. */
import { pricesFor } from '../cost/model-prices.ts';
import {
  type BilledTokens,
  inputCost,
  type ModelPrices,
  type Pricing,
  relativePrices,
} from '../cost/prices.ts';
import type { Everthread } from '../everthread.ts';
import type { RequestTotals } from '../records/request.ts';
import type { Receipt, SummaryHead } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { UsageTotals } from '../summarizer.ts';
import type { Thread } from '../thread.ts';
import type { Stats, StatsPoint, Tally } from './stats.ts';

export type StatsOptions = {
  everthread: Pick<Everthread, 'usage' | 'requests'>;
  thread: Pick<Thread, 'id' | 'state' | 'describe' | 'summaries' | 'receipts' | 'requests'>;
  /** Most tokens of a context, answer included. The thread's own setting takes precedence. */
  budgetTokens: number;
  /** Strategy of threads that have none of their own. */
  strategy: string;
  /** The answering model, whose prices and cache rules apply. */
  model?: string;
  /**
   * Prices that take precedence over the model's known prices. Without them and without `priced`, no costs are given.
   */
  pricing?: Pricing;
  /** Use the known prices of the model. */
  priced?: boolean;
};

const mostPoints = 200;
const page = 500;
/** Only the newest receipts and requests up to this number are read. */
const mostRead = 5_000;

export async function collectStats(options: StatsOptions): Promise<Stats> {
  const { everthread, thread, model, pricing, priced = pricing !== undefined } = options;
  const threadId = thread.id;
  const state = await thread.state();
  const budgetTokens = state.settings.budgetTokens ?? options.budgetTokens;
  const [summaries, receipts, spend, sent, requests, { since, until }] = await Promise.all([
    thread.summaries({ statuses: ['live', 'replaced'] }),
    readReceipts(thread),
    everthread.usage({ threadId }),
    everthread.requests({ threadId }),
    readRequests(thread),
    thread.describe(),
  ]);
  const prices = pricesFor(model, pricing);
  return {
    threadId,
    messages: state.messages,
    tokens: state.tokens,
    since,
    until,
    strategy: state.settings.strategy?.name ?? options.strategy,
    budgetTokens,
    points: thinned(requests),
    sent,
    cached: cachedOf(sent, prices),
    cost: !priced || !prices.priced || sent.requests === 0 ? null : costOf(sent, prices, spend),
    compactions: compactionsOf(receipts, state),
    summaries: summariesOf(summaries),
    spend,
  };
}

async function readRequests(thread: StatsOptions['thread']): Promise<StatsPoint[]> {
  const points: StatsPoint[] = [];
  let before: number | undefined;
  while (points.length < mostRead) {
    const requests = await thread.requests({
      limit: page,
      ...(before === undefined ? {} : { before }),
    });
    points.push(
      ...requests.map(({ seq, at, historyTokens, tokens }) => ({ seq, at, historyTokens, tokens })),
    );
    before = requests.at(-1)?.number;
    if (requests.length < page) break;
  }
  return points.reverse();
}

async function readReceipts(thread: StatsOptions['thread']): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  while (receipts.length < mostRead) {
    const before = receipts.at(-1)?.id;
    const found = await thread.receipts({
      limit: page,
      ...(before === undefined ? {} : { before }),
    });
    receipts.push(...found);
    if (found.length < page) break;
  }
  return receipts;
}

/** Keeps the largest context of each stretch, so that no peak disappears. */
function thinned(points: readonly StatsPoint[]): StatsPoint[] {
  if (points.length <= mostPoints) return [...points];
  return Array.from({ length: mostPoints }, (_, index) => {
    const start = Math.floor((index * points.length) / mostPoints);
    const end = Math.floor(((index + 1) * points.length) / mostPoints);
    const own = points.slice(start, end);
    return own.reduce((highest, point) => (point.tokens > highest.tokens ? point : highest));
  });
}

/**
 * Tokens weighted by cache prices. For an unknown model the usual rules apply: reading costs a tenth, writing a quarter
 * more.
 */
function cachedOf({ expected }: RequestTotals, prices: ModelPrices): Stats['cached'] {
  if (expected.requests === 0 || prices.cache.kind === 'none') return null;
  const { read, write } = relativePrices(prices);
  const { sent, history } = billedOf(expected);
  const paid = ({ readTokens, writtenTokens, plainTokens }: BilledTokens) =>
    Math.round(readTokens * read + writtenTokens * write + plainTokens);
  return { requests: expected.requests, tokens: paid(sent), historyTokens: paid(history), read, write };
}

function billedOf(expected: RequestTotals['expected']): { sent: BilledTokens; history: BilledTokens } {
  const billed = (tokens: number, readTokens: number, writtenTokens: number): BilledTokens => ({
    readTokens,
    writtenTokens,
    plainTokens: Math.max(0, tokens - readTokens - writtenTokens),
  });
  return {
    sent: billed(expected.tokens, expected.readTokens, expected.writtenTokens),
    history: billed(expected.historyTokens, expected.historyReadTokens, expected.historyWrittenTokens),
  };
}

function costOf(sent: RequestTotals, prices: ModelPrices, spend: UsageTotals): Stats['cost'] {
  const { inputUsdPerMillion, cacheReadUsdPerMillion, cacheWriteUsdPerMillion } = prices;
  const compareCosts = (historyUsd: number, sentUsd: number) => ({
    historyUsd,
    sentUsd,
    savedUsd: historyUsd - sentUsd - spend.costUsd,
  });
  const plain = (tokens: number) => (tokens * inputUsdPerMillion) / 1_000_000;
  const billed = billedOf(sent.expected);
  // Requests of earlier versions have no cache figures, so there is no comparison with a cache.
  const isKnown = sent.expected.requests === sent.requests && prices.cache.kind !== 'none';
  return {
    prices: { inputUsdPerMillion, cacheReadUsdPerMillion, cacheWriteUsdPerMillion },
    uncached: compareCosts(plain(sent.historyTokens), plain(sent.tokens)),
    cached: isKnown ? compareCosts(inputCost(billed.history, prices), inputCost(billed.sent, prices)) : null,
    summarizerUsd: spend.unpricedTokens > 0 ? null : spend.costUsd,
  };
}

function compactionsOf(receipts: readonly Receipt[], { compactions }: ThreadState): Stats['compactions'] {
  const sum = (value: (receipt: Receipt) => number) =>
    receipts.reduce((total, receipt) => total + value(receipt), 0);
  return {
    count: Math.max(compactions, receipts.length),
    read: receipts.length,
    messages: sum(({ messagesCompressed }) => messagesCompressed),
    tokensBefore: sum(({ tokensBefore }) => tokensBefore),
    tokensAfter: sum(({ tokensAfter }) => tokensAfter),
    milliseconds: sum(({ milliseconds }) => milliseconds),
    byTrigger: tally(receipts.map(({ trigger }) => trigger)),
    byStrategy: tally(receipts.map(({ strategy }) => strategy)),
    byRung: tally(receipts.flatMap(({ rungs }) => rungs)),
    byModel: tally(receipts.flatMap(({ models }) => models)),
  };
}

function tally(names: readonly string[]): Tally[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function summariesOf(heads: readonly SummaryHead[]): Stats['summaries'] {
  const live = heads.filter(({ status }) => status === 'live');
  if (live.length === 0) return null;
  const figuresOf = (values: readonly number[]) => ({
    least: Math.min(...values),
    mean: values.reduce((total, value) => total + value, 0) / values.length,
  });
  return {
    live: live.length,
    sourceTokens: live.reduce((total, { sourceTokens }) => total + sourceTokens, 0),
    tokens: live.reduce((total, { tokens }) => total + tokens, 0),
    survival: figuresOf(live.map(({ survival }) => survival)),
    fidelity: figuresOf(live.map(({ fidelity }) => fidelity)),
    each: live.map(({ from, to, survival }) => ({ from, to, survival })),
  };
}
