/**
 * A thread's row: the few numbers that all decisions during a turn are made from. The store updates it with the log in
 * each append and commit, so that nothing has to read the log to know whether work is due.
 */
import type { Pin } from './pin.ts';
import type { SentState } from './sent-state.ts';

export type ThreadState = {
  id: string;
  /** When the conversation began: the time of the row, or that of the oldest message if it is earlier. */
  createdAt: string;
  /** Time of the last message or change. Reading and compacting do not change it. */
  updatedAt: string;
  /** Given, or made from the first request; absent while there is neither. */
  title?: string;
  /** The message that the title was made from; absent if the title was given. */
  titleFrom?: number;
  /** The owner; absent if there is none. */
  owner?: string;
  /** In order, without repetitions; absent if there are none. */
  labels?: string[];
  /** Goes up when the past changes (compaction, edit, forget), not when messages arrive. */
  revision: number;
  /** Number of messages, which is also the seq of the newest. */
  messages: number;
  tokens: number;
  /** Live summaries cover exactly messages 1 … coveredTo; the tail is the rest. */
  coveredTo: number;
  tailTokens: number;
  summaryTokens: number;
  liveSummaries: number;
  /** Message count when the last compaction was planned; 0 before the first. */
  checkpoint: number;
  compactions: number;
  /** Fixed + summary + tail tokens right after the last compaction. */
  tokensAfterCompaction: number;
  /**
   * Tokens of what surrounds summaries and tail (system prompt, profile, rules, ledger, headings), as `context` last
   * saw them.
   */
  fixedTokens: number;
  /** What its requests left for the next one; absent before the first. */
  sent?: SentState;
  /** Standing instructions of the user, revoked ones included. */
  pins: Pin[];
  /** This thread's own settings, if they differ from those given to `createEverthread`. */
  settings: ThreadSettings;
};

export type ThreadSettings = {
  budgetTokens?: number;
  /** Shares of the budget that belong to sections of a context, by name. Only their proportions count. */
  sectionShares?: { [section: string]: number };
  strategy?: { name: string; [option: string]: unknown };
  /** The caller's own data. The engine never reads it. */
  metadata?: { [key: string]: unknown };
};

/** The figures of a thread without messages. */
export const noFigures = {
  revision: 0,
  messages: 0,
  tokens: 0,
  coveredTo: 0,
  tailTokens: 0,
  summaryTokens: 0,
  liveSummaries: 0,
  checkpoint: 0,
  compactions: 0,
  tokensAfterCompaction: 0,
  fixedTokens: 0,
} as const satisfies Partial<ThreadState>;

/** Tokens of a context made now, on which ratios and receipts are based. */
export function contextTokens(
  state: Pick<ThreadState, 'fixedTokens' | 'summaryTokens' | 'tailTokens'>,
): number {
  return state.fixedTokens + state.summaryTokens + state.tailTokens;
}

/** What a thread is found by in lists. */
export type ThreadDetails = Pick<ThreadState, 'title' | 'titleFrom' | 'owner' | 'labels'>;
