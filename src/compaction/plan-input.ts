/**
 * Reads from the store what a strategy needs to plan: the thread's row, heads of summaries, and a bounded window of
 * metas.
 */

import type { CompactionLimits } from '../compaction-limits.ts';
import type { BudgetFor } from '../engine/budgets.ts';
import { type KnownThreadPorts, readKnownThread } from '../engine/known-thread.ts';
import { type PlanInput, planWindow, type Trigger } from '../strategy.ts';

export type PlanPorts = KnownThreadPorts & { budgetFor: BudgetFor; limits: CompactionLimits };

export async function readPlanInput(options: {
  ports: PlanPorts;
  threadId: string;
  trigger: Trigger;
  pass: number;
  targetTailTokens?: number;
  lapsed?: boolean;
}): Promise<PlanInput> {
  const { ports, threadId, trigger, pass, targetTailTokens, lapsed } = options;
  const { store, budgetFor, limits } = ports;
  const state = await readKnownThread(ports, threadId);
  const from = state.coveredTo + 1;
  const [live, prepared, head] = await Promise.all([
    store.readSummaryHeads({ threadId, statuses: ['live'] }),
    store.readSummaryHeads({ threadId, statuses: ['prepared'] }),
    store.readMetas({ threadId, from, to: state.messages, limit: planWindow }),
  ]);
  // Usually the uncovered part is short, and one read gives both ends.
  const whole = state.messages - state.coveredTo <= planWindow;
  const newest = whole
    ? head
    : await store.readMetas({ threadId, from, to: state.messages, limit: planWindow, newestFirst: true });
  return {
    state,
    budget: budgetFor(state),
    trigger,
    live,
    prepared,
    head,
    end: whole ? head : newest.toReversed(),
    pass,
    maxInputTokens: limits.maxInputTokens,
    ...(targetTailTokens === undefined ? {} : { targetTailTokens }),
    ...(lapsed && { lapsed }),
  };
}
