/**
 * A thread's row: the few numbers every decision on the path of a turn is made from. The store keeps it in step
 * with the log inside each append and commit, so that nothing has to read the log to know whether work is due.
 */
import type { Pin } from './pin.ts';
import type { SentState } from './sent-state.ts';

export type ThreadState = {
  id: string;
  /** When the conversation began: when the row was made, or when the oldest message was said, where that is earlier. */
  createdAt: string;
  /** When somebody last said or changed something; reading and compacting do not move it. */
  updatedAt: string;
  /** Given, or made from what was asked first; absent while there is neither. */
  title?: string;
  /** The message the title was made from; absent where it was given. */
  titleFrom?: number;
  /** Whose it is; absent where it is nobody's. */
  owner?: string;
  /** In order, each once; absent where there are none. */
  labels?: string[];
  /** Goes up when the past changes (compaction, edit, forget), not when messages arrive. */
  revision: number;
  /** Number of messages, and the seq of the newest. */
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
  /** Tokens that stand around summaries and tail (system prompt, profile, rules, ledger, headings) as last seen by `context`. */
  fixedTokens: number;
  /** What its requests left behind; absent before the first. */
  sent?: SentState;
  /** Standing instructions of the user, revoked ones included. */
  pins: Pin[];
  /** This thread's own settings, where they differ from the ones given to `createEverthread`. */
  settings: ThreadSettings;
};

export type ThreadSettings = {
  budgetTokens?: number;
  /** Parts of the budget that sections of a context own, by name; only their proportions count. */
  sectionShares?: { [section: string]: number };
  strategy?: { name: string; [option: string]: unknown };
  /** The caller's own data; never read by the engine. */
  metadata?: { [key: string]: unknown };
};

/** The figures of a thread in which nothing was said yet. */
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

/** The tokens a context at hand would have: what ratios and receipts are made of. */
export function contextTokens(
  state: Pick<ThreadState, 'fixedTokens' | 'summaryTokens' | 'tailTokens'>,
): number {
  return state.fixedTokens + state.summaryTokens + state.tailTokens;
}

/** What a thread is found by among others. */
export type ThreadDetails = Pick<ThreadState, 'title' | 'titleFrom' | 'owner' | 'labels'>;
