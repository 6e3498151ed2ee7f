/**
 * A budget given to a wrapped model becomes that of the threads it talks in. A thread is compacted for its own budget,
 * so with any other every request would be forced into shape anew, and the provider's cache would be written anew with
 * it. A budget that somebody set for the thread stays. The thread's metadata keeps the figure set here, to tell
 * the two apart.
 */
import type { ThreadState } from '../../records/thread-state.ts';
import { createLastUsed, type LastUsed } from '../../text/last-used.ts';
import type { Thread } from '../../thread.ts';
import { type BudgetOption, resolveBudget } from '../../tokens/windows.ts';
import type { ContextOptions } from '../../turn/context-options.ts';

/** Options of a context that keeps to the budget of the model. */
export type CallBudget = (thread: Thread) => Promise<Pick<ContextOptions, 'budget' | 'reserve'>>;

/** Calls after which a smaller budget than before counts as a change, and not as a side question of another model. */
const changedAfter = 8;
const mostThreads = 1_000;

/** The budgets of the last calls in each thread, by all wrapped models of an instance. */
type LastBudgets = LastUsed<string, number[]>;
const ofInstances = new WeakMap<object, LastBudgets>();

export function ownBudget(option: BudgetOption | undefined, instance: object): CallBudget {
  if (option === undefined) return async () => ({});
  const { tokens } = resolveBudget(option);
  const { responseTokens } = option;
  const reserve = responseTokens === undefined ? {} : { reserve: { responseTokens } };
  const lastBudgets: LastBudgets = ofInstances.get(instance) ?? createLastUsed({ most: mostThreads });
  ofInstances.set(instance, lastBudgets);
  return async (thread) => {
    const { settings } = await thread.state();
    const budgetTokens = wantedBudget(settings, remember(lastBudgets, thread.id, tokens));
    if (budgetTokens !== settings.budgetTokens) {
      const metadata = { ...settings.metadata, wrapped: { budgetTokens } };
      await thread.configure({ budgetTokens, metadata });
    }
    return budgetTokens === tokens ? reserve : { budget: option };
  };
}

/**
 * Where models with different budgets talk by turns, the largest counts: a conversation that is kept for it also serves
 * the others, which get a part of it.
 */
function wantedBudget({ budgetTokens, metadata }: ThreadState['settings'], last: readonly number[]): number {
  const largest = Math.max(...last);
  if (budgetTokens === undefined) return largest;
  const { budgetTokens: set } = (metadata?.wrapped ?? {}) as { budgetTokens?: number };
  const isOurs = budgetTokens === set;
  return isOurs && (largest > budgetTokens || last.length === changedAfter) ? largest : budgetTokens;
}

function remember(lastBudgets: LastBudgets, threadId: string, tokens: number): number[] {
  const last = [...(lastBudgets.get(threadId) ?? []), tokens].slice(-changedAfter);
  lastBudgets.set(threadId, last);
  return last;
}
