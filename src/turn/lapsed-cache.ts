/**
 * The first request after a pause. The provider's cache has lapsed, so everything is written into it anew.
 * Showing prepared summaries at this moment adds no cost.
 */
import { hasLapsed, type ModelPrices } from '../cost/prices.ts';
import type { BudgetFor } from '../engine/budgets.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';

export type LapsedCachePorts = {
  runtime: Runtime;
  strategyFor: StrategyFor;
  budgetFor: BudgetFor;
  pricesFor: (model: string | null) => ModelPrices;
};

export function cacheLapsed(
  { runtime, pricesFor }: Pick<LapsedCachePorts, 'runtime' | 'pricesFor'>,
  { sent }: Pick<ThreadState, 'sent'>,
  model: string | null,
): boolean {
  return hasLapsed({ sentAt: sent?.at, now: runtime.now() }, pricesFor(model).cache);
}

/** Whether prepared summaries may be worth showing now, decided from the thread's row alone. */
export function maySwapIn(ports: LapsedCachePorts, state: ThreadState, model: string | null): boolean {
  const { strategyFor, budgetFor } = ports;
  if (!cacheLapsed(ports, state, model)) return false;
  return strategyFor(state).check({ state, budget: budgetFor(state), lapsed: true }) !== undefined;
}
