/** What is known about a thread in figures. All of them are measured but for the cost, which follows a given price. */
import type { ModelPrices } from '../cost/prices.ts';
import type { RequestTotals } from '../records/request.ts';
import type { UsageTotals } from '../summarizer.ts';

/** One request, or the largest of several close to each other. */
export type StatsPoint = {
  /** The newest message of its turn. */
  seq: number;
  at: string;
  /** What the whole history would have taken. */
  historyTokens: number;
  /** What was sent. */
  tokens: number;
};

export type Tally = { name: string; count: number };

export type CostBeside = {
  historyUsd: number;
  sentUsd: number;
  /** The history less what was sent and what summarizing cost, as far as it is known. Negative where it cost more. */
  savedUsd: number;
};

export type Stats = {
  threadId: string;
  messages: number;
  /** Measured: tokens of the log. */
  tokens: number;
  since: string | null;
  until: string | null;
  strategy: string;
  budgetTokens: number;
  points: StatsPoint[];
  /** Measured: what was handed out to be sent, recall and tools included, and what the whole history would have taken. */
  sent: RequestTotals;
  /** What a provider's prompt cache makes of it, in tokens of uncached input; null where nothing is known of it. */
  cached: {
    requests: number;
    tokens: number;
    historyTokens: number;
    /** What reading from the cache and writing into it cost, as multiples of uncached input. */
    read: number;
    write: number;
  } | null;
  /** At prices the user gave; null without them, and where nothing was sent. */
  cost: {
    prices: Pick<ModelPrices, 'inputUsdPerMillion' | 'cacheReadUsdPerMillion' | 'cacheWriteUsdPerMillion'>;
    /** Had no provider cached anything. */
    uncached: CostBeside;
    /** With the cache, as far as it is known what it did; null where it is not. */
    cached: CostBeside | null;
    /** Measured; null where tokens were used whose price is not known. */
    summarizerUsd: number | null;
  } | null;
  compactions: {
    count: number;
    /** The figures below are of these, the newest ones. */
    read: number;
    messages: number;
    tokensBefore: number;
    tokensAfter: number;
    milliseconds: number;
    byTrigger: Tally[];
    byStrategy: Tally[];
    byRung: Tally[];
    byModel: Tally[];
  };
  summaries: {
    live: number;
    sourceTokens: number;
    tokens: number;
    survival: { least: number; mean: number };
    fidelity: { least: number; mean: number };
    /** Survival of each, oldest first. */
    each: { from: number; to: number; survival: number }[];
  } | null;
  /** Measured: calls to summarizers for this thread. */
  spend: UsageTotals;
};
