/** The figures of a thread. All are measured except cost, which depends on given prices. */
import type { ModelPrices } from '../cost/prices.ts';
import type { RequestTotals } from '../records/request.ts';
import type { UsageTotals } from '../summarizer.ts';

/** One request, or the largest of several neighbouring ones. */
export type StatsPoint = {
  /** Number of the newest message of its turn. */
  seq: number;
  at: string;
  /** Tokens that the whole history would have taken. */
  historyTokens: number;
  /** Tokens that were sent. */
  tokens: number;
};

export type Tally = { name: string; count: number };

export type CostBeside = {
  historyUsd: number;
  sentUsd: number;
  /**
   * Cost of the history minus the cost of what was sent and of summarizing, as far as known. Negative if it cost more.
   */
  savedUsd: number;
};

export type Stats = {
  threadId: string;
  messages: number;
  /** Measured tokens of the log. */
  tokens: number;
  since: string | null;
  until: string | null;
  strategy: string;
  budgetTokens: number;
  points: StatsPoint[];
  /** Measured: contexts handed out to be sent, recall and tools included, and the tokens of the whole history. */
  sent: RequestTotals;
  /**
   * Tokens weighted by the provider's prompt cache, in units of uncached input; null if nothing is known of the cache.
   */
  cached: {
    requests: number;
    tokens: number;
    historyTokens: number;
    /** Prices of reading from the cache and writing into it, as multiples of uncached input. */
    read: number;
    write: number;
  } | null;
  /** Cost at given prices; null without prices, or if nothing was sent. */
  cost: {
    prices: Pick<ModelPrices, 'inputUsdPerMillion' | 'cacheReadUsdPerMillion' | 'cacheWriteUsdPerMillion'>;
    /** Cost without any cache. */
    uncached: CostBeside;
    /** Cost with the cache, null if its effect is unknown. */
    cached: CostBeside | null;
    /** Measured; null if tokens of an unknown price were used. */
    summarizerUsd: number | null;
  } | null;
  compactions: {
    count: number;
    /** Number of newest receipts that the following figures are made from. */
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
    /** Survival score of each summary, oldest first. */
    each: { from: number; to: number; survival: number }[];
  } | null;
  /** Measured: summarizer calls for this thread. */
  spend: UsageTotals;
};
