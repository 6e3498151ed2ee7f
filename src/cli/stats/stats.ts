/** What is known about a thread in figures. Which of them are measured and which estimated is said at each. */
import type { UsageTotals } from '../../store.ts';

/** One request to a model, or several close to each other on a long thread. */
export type StatsPoint = {
  seq: number;
  at: string;
  /** Measured: tokens of all messages up to here. A system prompt would come on top, as it does on the other side. */
  withoutTokens: number;
  /** Estimated: the summaries that were shown at that turn, what stands beside them, and the messages after them. */
  withTokens: number;
};

export type Tally = { name: string; count: number };

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
  /** Sums over all turns. `exact` is false where only a sample of a long thread was read. */
  turns: { count: number; exact: boolean; withoutTokens: number; withTokens: number };
  /** At a price the user gave; null without one. */
  cost: {
    usdPerMillion: number;
    withoutUsd: number;
    withUsd: number;
    /** Measured, where the summarizer has a price of its own. */
    summarizerUsd: number;
    savedUsd: number;
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
