/** A thread's budget, in tokens of the model it is sent to and in the reference tokens that messages are counted in. */
import { recallReserve, type SectionShares } from '../context/sections.ts';
import type { RecallSettings } from '../options.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { StrategyBudget, StrategyPrices } from '../strategy.ts';
import { type Budget, resolveBudget } from '../tokens/windows.ts';

/** The thread's budget in tokens of the model it is sent to. */
export type ModelBudgetFor = (state: Pick<ThreadState, 'settings'>) => Budget;
/** The same in reference tokens, in which messages and summaries are counted. */
export type BudgetFor = (state: Pick<ThreadState, 'id' | 'settings'>, ratio?: number) => StrategyBudget;

/** How a thread's budget is divided among the sections of a context, if not in the default way. */
export type SharesFor = (state: Pick<ThreadState, 'settings'>) => Partial<SectionShares>;

export function createBudgets(options: {
  /** The budget of threads without their own. */
  common: Budget;
  recall: RecallSettings;
  /** Model tokens per reference token. */
  ratioFor: (threadId: string) => number;
  prices: StrategyPrices;
  /** The shares of threads without their own. */
  sectionShares?: Partial<SectionShares> | undefined;
}): { modelBudgetFor: ModelBudgetFor; budgetFor: BudgetFor; sharesFor: SharesFor } {
  const { common, recall, ratioFor, prices } = options;
  const modelBudgetFor: ModelBudgetFor = ({ settings }) =>
    settings.budgetTokens ? resolveBudget({ tokens: settings.budgetTokens }) : common;
  return {
    modelBudgetFor,
    sharesFor: ({ settings }) => ({ ...options.sectionShares, ...settings.sectionShares }),
    budgetFor(state, ratio = ratioFor(state.id)) {
      const own = modelBudgetFor(state);
      const available = Math.floor((own.tokens - own.responseTokens) / ratio);
      return {
        total: Math.floor(own.tokens / ratio),
        available,
        recall: recall.enabled ? recallReserve({ available, most: recall.maxTokens }) : 0,
        prices,
        explicit: own.explicit,
      };
    },
  };
}

/**
 * Share of the budget that exact facts may take. The share is larger in a small budget, because a page of facts
 * has the same length for every window. If the facts do not fit, the context shows the most important ones.
 */
export function ledgerBudgetTokens(budget: StrategyBudget): number {
  const least = Math.max(200, Math.min(500, Math.round(budget.total * 0.35)));
  return Math.min(4_000, Math.max(least, Math.round((budget.total * 2_000) / 10_300)));
}
