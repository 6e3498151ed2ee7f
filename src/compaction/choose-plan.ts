/**
 * Chooses what a pass does: redo one summary, show prepared ones, rebuild a stale one, prepare some, or follow the
 * thread's strategy.
 */
import type { StrategyFor } from '../engine/thread-strategies.ts';
import type { Store } from '../store.ts';
import { outdatedPrepared } from '../strategies/plans.ts';
import type { Plan, PlanInput, Strategy } from '../strategy.ts';
import { planAhead } from './prepare-plan.ts';
import { planRebuild, planRefresh, staleSummary } from './renew-plan.ts';

export type PlanChoice = {
  /** With trigger `pressure`: the size the tail should shrink to. */
  targetTailTokens?: number;
  /** Prepare summaries for contexts smaller than the thread's budget, instead of following the strategy. */
  ahead?: boolean;
  /** A request waits and the provider's cache has lapsed: prepared summaries may be shown, and nothing is written. */
  lapsed?: boolean;
  /** Redo this summary, which code wrote, with the model alone. */
  renew?: string;
};

export async function choosePlan(
  ports: { store: Store; strategyFor: StrategyFor },
  input: PlanInput,
  { renew, ahead, targetTailTokens = 0 }: PlanChoice,
): Promise<ReturnType<Strategy['plan']>> {
  const strategy = ports.strategyFor(input.state);
  const read = async (id: string) => {
    const [record] = await ports.store.readSummaries({ threadId: input.state.id, ids: [id] });
    return record;
  };
  if (renew !== undefined) {
    const record =
      input.pass === 0 && input.live.some(({ id }) => id === renew) ? await read(renew) : undefined;
    return record ? planRefresh(input, record, strategy) : { nothing: 'The summary is no longer shown.' };
  }
  if (input.lapsed) {
    const plan = strategy.plan(input);
    if ('nothing' in plan) return plan;
    return plan.steps.length === 0
      ? retirePrepared(plan, input)
      : { nothing: 'A request waits for nothing that has to be written.' };
  }
  const stale = staleSummary(input);
  const outdated = stale && (await read(stale.id));
  if (outdated) return planRebuild(input, outdated, strategy);
  if (ahead) return planAhead({ ...input, targetTailTokens });
  const plan = strategy.plan(input);
  return 'nothing' in plan ? plan : retirePrepared(plan, input);
}

/** Prepared summaries are only of use directly behind the live ones. Those that a plan skips are retired with it. */
function retirePrepared(plan: Plan, input: PlanInput): Plan {
  const used = new Set([...plan.activates, ...plan.replaces]);
  const rest = input.prepared.filter((head) => !used.has(head.id));
  const outdated = outdatedPrepared(rest, plan.coverTo);
  return outdated.length === 0 ? plan : { ...plan, replaces: [...plan.replaces, ...outdated] };
}
