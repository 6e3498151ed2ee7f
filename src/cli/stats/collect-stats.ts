/**
 * Reads the figures of one thread from its store. Work is bounded: a thread of a million messages is sampled, a short
 * one read whole.
 */
import { EverthreadError } from '../../errors.ts';
import type { MessageMeta } from '../../message/message.ts';
import type { Receipt, SummaryHead } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { Store } from '../../store.ts';
import type { Stats, StatsPoint, Tally } from './stats.ts';

export type StatsOptions = {
  store: Pick<Store, 'readThread' | 'readMetas' | 'readSummaryHeads' | 'readReceipts' | 'usageSince'>;
  threadId: string;
  /** What a context may take at most, answer included. The thread's own setting goes before it. */
  budgetTokens: number;
  /** Name of the strategy that holds where the thread has none of its own. */
  strategy: string;
  /** US dollars for a million input tokens of the model that answers. */
  usdPerMillion?: number;
};

/** So many messages are read one by one; of more, so many stretches in equal distances. */
const stretches = 200;
const stretchMessages = 100;
const mostPoints = 200;
const receiptPage = 500;
const mostReceipts = 5_000;

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
  const [heads, receipts, spend, sample] = await Promise.all([
    store.readSummaryHeads({ threadId, statuses: ['live', 'replaced'] }),
    readReceipts(store, threadId),
    store.usageSince({ at: new Date(0).toISOString(), threadId }),
    readSample(store, state),
  ]);
  const [first, last] = await Promise.all([
    store.readMetas({ threadId, from: 1, limit: 1 }),
    store.readMetas({ threadId, limit: 1, newestFirst: true }),
  ]);
  const { points, turns } = turnsOf({ state, heads, sample, budgetTokens });
  return {
    threadId,
    messages: state.messages,
    tokens: state.tokens,
    since: first[0]?.createdAt ?? null,
    until: last[0]?.createdAt ?? null,
    strategy: state.settings.strategy?.name ?? options.strategy,
    budgetTokens,
    points: thinned(points),
    turns,
    cost: usdPerMillion === undefined ? null : costOf(turns, usdPerMillion, spend.costUsd),
    compactions: compactionsOf(receipts, state),
    summaries: summariesOf(heads),
    spend,
  };
}

type Sample = { metas: MessageMeta[] /** Messages that each of them stands for. */; weight: number };

async function readSample(store: StatsOptions['store'], { id, messages }: ThreadState): Promise<Sample> {
  const whole = messages <= stretches * stretchMessages;
  const step = whole ? stretchMessages : messages / stretches;
  // From the middle of its stretch: the first of them would be too small on a thread that only grows.
  const offset = whole ? 0 : (step - stretchMessages) / 2;
  const starts = Array.from(
    { length: Math.ceil(messages / step) },
    (_, index) => Math.floor(index * step + offset) + 1,
  );
  const metas: MessageMeta[] = [];
  for (const from of starts) {
    metas.push(...(await store.readMetas({ threadId: id, from, to: from + stretchMessages - 1 })));
  }
  return { metas, weight: metas.length === 0 ? 1 : messages / metas.length };
}

async function readReceipts(store: StatsOptions['store'], threadId: string): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  while (receipts.length < mostReceipts) {
    const before = receipts.at(-1)?.id;
    const page = await store.readReceipts({
      threadId,
      limit: receiptPage,
      ...(before === undefined ? {} : { before }),
    });
    receipts.push(...page);
    if (page.length < receiptPage) break;
  }
  return receipts;
}

/**
 * A turn is a request to a model: each answer stands for one. A log without answers, such as an imported talk among
 * people, has a turn for each message.
 */
function turnsOf(options: {
  state: ThreadState;
  heads: readonly SummaryHead[];
  sample: Sample;
  budgetTokens: number;
}): { points: StatsPoint[]; turns: Stats['turns'] } {
  const { state, heads, sample, budgetTokens } = options;
  const answers = sample.metas.filter(({ role }) => role === 'assistant');
  const requests = answers.length > 0 ? answers : sample.metas;
  const shown = shownTokens(heads);
  const points = requests.map(({ seq, createdAt, tokensBefore, tokens }): StatsPoint => {
    const log = answers.length > 0 ? tokensBefore : tokensBefore + tokens;
    const newest = answers.length > 0 ? seq - 1 : seq;
    const { summaryTokens, sourceTokens } = shown(newest);
    // Rules and ledger stand beside summaries. Before the first one both sides send the same.
    const beside = sourceTokens > 0 ? state.fixedTokens : 0;
    const context = beside + summaryTokens + Math.max(0, log - sourceTokens);
    return {
      seq,
      at: createdAt,
      withoutTokens: log,
      // No context is over its budget (I-3), whatever stands in the log.
      withTokens: Math.min(context, budgetTokens),
    };
  });
  const sum = (value: (point: StatsPoint) => number) =>
    Math.round(points.reduce((total, point) => total + value(point), 0) * sample.weight);
  return {
    points,
    turns: {
      count: Math.round(points.length * sample.weight),
      exact: sample.weight === 1,
      withoutTokens: sum(({ withoutTokens }) => withoutTokens),
      withTokens: sum(({ withTokens }) => withTokens),
    },
  };
}

/** Tokens of the summaries that were shown when a message was the newest, and of what they stand for. */
function shownTokens(
  heads: readonly SummaryHead[],
): (newest: number) => { summaryTokens: number; sourceTokens: number } {
  const changes = new Map<number, { tokens: number; source: number }>();
  const add = (at: number, tokens: number, source: number) => {
    const known = changes.get(at) ?? { tokens: 0, source: 0 };
    changes.set(at, { tokens: known.tokens + tokens, source: known.source + source });
  };
  for (const { liveAt, replacedAt, tokens, sourceTokens } of heads) {
    if (liveAt === undefined) continue;
    add(liveAt + 1, tokens, sourceTokens);
    if (replacedAt !== undefined) add(Math.max(liveAt, replacedAt) + 1, -tokens, -sourceTokens);
  }
  const steps = [...changes].sort(([a], [b]) => a - b);
  let next = 0;
  let summaryTokens = 0;
  let sourceTokens = 0;
  return (newest) => {
    for (; next < steps.length && steps[next]![0] <= newest; next += 1) {
      summaryTokens += steps[next]![1].tokens;
      sourceTokens += steps[next]![1].source;
    }
    return { summaryTokens, sourceTokens };
  };
}

/** The highest context of each stretch: a peak between two points must not disappear. */
function thinned(points: readonly StatsPoint[]): StatsPoint[] {
  if (points.length <= mostPoints) return [...points];
  return Array.from({ length: mostPoints }, (_, index) => {
    const start = Math.floor((index * points.length) / mostPoints);
    const end = Math.floor(((index + 1) * points.length) / mostPoints);
    const own = points.slice(start, end);
    return own.reduce((highest, point) => (point.withTokens > highest.withTokens ? point : highest));
  });
}

function costOf(turns: Stats['turns'], usdPerMillion: number, summarizerUsd: number): Stats['cost'] {
  const withoutUsd = (turns.withoutTokens * usdPerMillion) / 1_000_000;
  const withUsd = (turns.withTokens * usdPerMillion) / 1_000_000;
  return {
    usdPerMillion,
    withoutUsd,
    withUsd,
    summarizerUsd,
    savedUsd: withoutUsd - withUsd - summarizerUsd,
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
