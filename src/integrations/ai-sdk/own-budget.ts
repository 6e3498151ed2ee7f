/**
 * A budget given to a wrapped model becomes that of the threads it talks in. A thread is compacted for its own budget,
 * so with any other every request would be forced into shape anew, and the provider's cache would be written anew with
 * it. A budget that somebody set for the thread stays. The thread's metadata keeps the figure set here, to tell
 * the two apart.
 */
import type { ThreadState } from '../../records/thread-state.ts';
import type { Thread } from '../../thread.ts';
import { type BudgetOption, resolveBudget } from '../../tokens/windows.ts';
import type { ContextOptions } from '../../turn/context-options.ts';

/** Options of a context that keeps to the budget of the model. */
export type BudgetFor = (thread: Thread) => Promise<Pick<ContextOptions, 'budget' | 'reserve'>>;

/** Threads whose budget was set. Forgetting one costs one more look. */
const mostKnown = 1_000;

export function ownBudget(given: BudgetOption | undefined): BudgetFor {
  if (given === undefined) return async () => ({});
  const { tokens } = resolveBudget(given);
  const { responseTokens } = given;
  const reserve = responseTokens === undefined ? {} : { reserve: { responseTokens } };
  // Models with different budgets may talk in one thread by turns: each sets it once.
  const known = new Set<string>();
  return async (thread) => {
    const { settings } = await thread.state();
    if (settings.budgetTokens === tokens) return reserve;
    if (known.has(thread.id) || !isOurs(settings)) return { budget: given };
    known.add(thread.id);
    if (known.size > mostKnown) known.delete(known.values().next().value!);
    const metadata = { ...settings.metadata, wrapped: { budgetTokens: tokens } };
    await thread.configure({ budgetTokens: tokens, metadata });
    return reserve;
  };
}

function isOurs({ budgetTokens, metadata }: ThreadState['settings']): boolean {
  const { budgetTokens: set } = (metadata?.wrapped ?? {}) as { budgetTokens?: number };
  return budgetTokens === undefined || budgetTokens === set;
}
