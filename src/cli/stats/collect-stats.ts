/** Reads the figures of one thread from its store. Work is bounded, however long the thread is. */
import { EverthreadError } from '../../errors.ts';
import type { RequestTotals } from '../../records/request.ts';
import type { Receipt, SummaryHead } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { Store, UsageTotals } from '../../store.ts';
import type { Stats, StatsPoint, Tally } from './stats.ts';

export type StatsOptions = {
  store: Pick<
    Store,
    | 'readThread'
    | 'readMetas'
    | 'readSummaryHeads'
    | 'readReceipts'
    | 'usageSince'
    | 'readRequests'
    | 'requestTotals'
  >;
  threadId: string;
  /** What a context may take at most, answer included. The thread's own setting goes before it. */
  budgetTokens: number;
  /** Name of the strategy that holds where the thread has none of its own. */
  strategy: string;
  /** US dollars for a million input tokens of the model that answers. */
  usdPerMillion?: number;
};

const mostPoints = 200;
const page = 500;
/** Receipts and requests that are looked at one by one, the newest. */
const mostRead = 5_000;

export async function collectStats(options: StatsOptions): Promise<Stats> {
  const { store, threadId, usdPerMillion } = options;
  const state = await store.readThread(threadId);
  if (state === undefined) {
    throw new EverthreadError({
      code: 'unknown_thread',
      field: 'thread',
      message: `There is no thread ${JSON.stringify(threadId)} in this store.`,
    });
  }
  const budgetTokens = state.settings.budgetTokens ?? options.budgetTokens;
  const [heads, receipts, spend, sent, requests] = await Promise.all([
    store.readSummaryHeads({ threadId, statuses: ['live', 'replaced'] }),
    readReceipts(store, threadId),
    store.usageSince({ at: new Date(0).toISOString(), threadId }),
    store.requestTotals({ threadId }),
    readRequests(store, threadId),
  ]);
  const [first, last] = await Promise.all([
    store.readMetas({ threadId, from: 1, limit: 1 }),
    store.readMetas({ threadId, limit: 1, newestFirst: true }),
  ]);
  return {
    threadId,
    messages: state.messages,
    tokens: state.tokens,
    since: first[0]?.createdAt ?? null,
    until: last[0]?.createdAt ?? null,
    strategy: state.settings.strategy?.name ?? options.strategy,
    budgetTokens,
    points: thinned(requests),
    sent,
    cost: usdPerMillion === undefined || sent.requests === 0 ? null : costOf(sent, usdPerMillion, spend),
    compactions: compactionsOf(receipts, state),
    summaries: summariesOf(heads),
    spend,
  };
}

async function readRequests(store: StatsOptions['store'], threadId: string): Promise<StatsPoint[]> {
  const points: StatsPoint[] = [];
  let before: number | undefined;
  while (points.length < mostRead) {
    const requests = await store.readRequests({
      threadId,
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

async function readReceipts(store: StatsOptions['store'], threadId: string): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  while (receipts.length < mostRead) {
    const before = receipts.at(-1)?.id;
    const found = await store.readReceipts({
      threadId,
      limit: page,
      ...(before === undefined ? {} : { before }),
    });
    receipts.push(...found);
    if (found.length < page) break;
  }
  return receipts;
}

/** The highest context of each stretch: a peak between two points must not disappear. */
function thinned(points: readonly StatsPoint[]): StatsPoint[] {
  if (points.length <= mostPoints) return [...points];
  return Array.from({ length: mostPoints }, (_, index) => {
    const start = Math.floor((index * points.length) / mostPoints);
    const end = Math.floor(((index + 1) * points.length) / mostPoints);
    const own = points.slice(start, end);
    return own.reduce((highest, point) => (point.tokens > highest.tokens ? point : highest));
  });
}

function costOf(sent: RequestTotals, usdPerMillion: number, spend: UsageTotals): Stats['cost'] {
  const historyUsd = (sent.historyTokens * usdPerMillion) / 1_000_000;
  const sentUsd = (sent.tokens * usdPerMillion) / 1_000_000;
  return {
    usdPerMillion,
    historyUsd,
    sentUsd,
    summarizerUsd: spend.unpricedTokens > 0 ? null : spend.costUsd,
    savedUsd: historyUsd - sentUsd - spend.costUsd,
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
