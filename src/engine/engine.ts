/** What the parts of a compaction share: the ports they act through and the limits they keep. Wiring only. */

import type { CompactionLimits, RecallSettings } from '../options.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';
import type { Strategy, StrategyBudget } from '../strategy.ts';
import type { Summarizer } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Budget } from '../tokens/windows.ts';
import type { Emitter } from './emitter.ts';
import type { FixedTokens } from './fixed-tokens.ts';
import type { Redaction } from './redaction.ts';

export type Engine = {
  store: Store;
  runtime: Runtime;
  counter: TokenCounter;
  emitter: Emitter;
  /** The configured summarizer behind its guards; who stands in for it is decided for each run. */
  model: Summarizer | undefined;
  /** Takes only from its sources: writes where no model does. */
  faithful: Summarizer;
  /** Whether a summary that is not by a model is a step down, to be marked and redone. */
  expectsModel: boolean;
  redact: Redaction['redact'];
  redaction: Redaction;
  strategyFor(state: ThreadState): Strategy;
  /** The thread's budget in tokens of the model it is sent to. */
  modelBudgetFor(state: Pick<ThreadState, 'settings'>): Budget;
  /** The same in reference tokens, which is what messages and summaries are counted in. */
  budgetFor(state: ThreadState, ratio?: number): StrategyBudget;
  limits: CompactionLimits;
  recall: RecallSettings;
  fixedTokens: FixedTokens;
  /** The archive as ranking sees it. */
  recallPort: RecallPort;
  /** Names this process in leases. */
  owner: string;
};

/** The tokens a context at hand would have: what ratios and receipts are made of. */
export function contextTokens(
  state: Pick<ThreadState, 'fixedTokens' | 'summaryTokens' | 'tailTokens'>,
): number {
  return state.fixedTokens + state.summaryTokens + state.tailTokens;
}

/**
 * Share of the budget that exact facts may take. A small budget gives up more of itself: a page of facts has
 * the same length whatever the window. Where they do not fit, the context shows the most important of them.
 */
export function ledgerBudgetTokens(budget: StrategyBudget): number {
  const least = Math.max(200, Math.min(500, Math.round(budget.total * 0.35)));
  return Math.min(4_000, Math.max(least, Math.round((budget.total * 2_000) / 10_300)));
}
