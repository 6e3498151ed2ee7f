/**
 * Summaries that `eternal` makes before they are shown, and how they are swapped in when a pause is over. Near
 * the trigger they are for the compaction that is coming. Below it they are for a pause that may come: once the provider's
 * cache has lapsed, a shorter context saves at once, and nobody waits for it to be written.
 */
import type { CheckInput, Plan, PlanInput } from '../strategy.ts';
import { type Cuts, lastCut } from './cuts.ts';
import { isWorthPreparing, isWorthSwapping } from './eternal-costs.ts';
import { lastCovered } from './eternal-goal.ts';
import { leafSummaryBound, maxSteps } from './eternal-merges.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';
import { leafStep, planLeaves } from './leaves.ts';
import { makePlan, type Nothing, percent } from './plans.ts';

const afterPause = 'After a pause everything is written anew, and a shorter context costs less';

/** Why something should be prepared, by the row alone. */
export function aheadReason(input: CheckInput, options: Options, measures: Measures): string | undefined {
  if (measures.ratio >= options.prepareTokenRatio)
    return `Preparing ahead at ${percent(measures.ratio)} of its room`;
  return isWorthPreparing(input, measures) ? 'Preparing for a pause' : undefined;
}

/** Leaves of the oldest messages, which nothing will change. They are not shown before they are needed. */
export function prepare(
  input: PlanInput,
  options: Options,
  measures: Measures,
  cuts: Cuts,
): Plan | undefined {
  const { state, prepared } = input;
  const reason = aheadReason(input, options, measures);
  if (reason === undefined) return undefined;
  const leaves = planLeaves({
    cuts,
    after: prepared[prepared.length - 1]?.to ?? state.coveredTo,
    tokens: state.tailTokens - prepared.reduce((sum, head) => sum + head.sourceTokens, 0),
    leafTokens: measures.leafTokens,
    limit: maxSteps,
    partial: false,
    ...(measures.ratio >= options.prepareTokenRatio
      ? nearTrigger(input, options, measures)
      : forPause(input, options, measures, cuts)),
  });
  if (leaves.length === 0) return undefined;
  const maxTokens = leafSummaryBound(measures);
  return makePlan(input, {
    strategy: 'eternal',
    reason,
    steps: leaves.map((leaf) => leafStep(leaf, { status: 'prepared', maxTokens })),
    coverTo: state.coveredTo,
    counts: false,
  });
}

type Reach = { tailTokens: number; last: number; leastTokens: number };

/** What will be swapped out when the trigger comes. */
function nearTrigger({ state }: PlanInput, { preserveRecent }: Options, measures: Measures): Reach {
  const tailAtTrigger = Math.max(state.tailTokens, measures.room * measures.trigger - state.summaryTokens);
  return {
    tailTokens: state.tailTokens - (tailAtTrigger - measures.tailTarget),
    last: state.messages - preserveRecent,
    leastTokens: measures.leastAhead,
  };
}

/** It may come now: what a compaction leaves to the tail is left alone. */
function forPause(
  { state }: PlanInput,
  { preserveRecent }: Options,
  measures: Measures,
  { near }: Cuts,
): Reach {
  const { pauseTail, leastEarly } = measures;
  const last = near.findLast((cut) => cut.tailTokens >= pauseTail)?.seq ?? state.coveredTo;
  return {
    tailTokens: pauseTail,
    last: Math.min(last, state.messages - preserveRecent),
    leastTokens: leastEarly,
  };
}

/** Whether there may be something to swap in, by the row alone: at best all but the newest messages was made ahead. */
export function swapReason(input: CheckInput, { pauseTail }: Measures): string | undefined {
  const { summaryTokens } = input.state;
  return isWorthSwapping(input, { summaryTokens, tailTokens: pauseTail }) ? afterPause : undefined;
}

/** A request waits whose cache has lapsed: what was made ahead is shown, as far as the newest messages. */
export function swapIn(input: PlanInput, options: Options, measures: Measures, cuts: Cuts): Plan | Nothing {
  const { state, prepared, end } = input;
  // What a tool brought belongs to a question that stays while it is answered.
  if (end.at(-1)?.role !== 'user') return { nothing: 'Steps of work are under way.' };
  const last = lastCut(cuts.all, lastCovered(input, options, cuts, measures.mostRecent))?.seq ?? 0;
  const until = prepared.findLastIndex(({ to }) => {
    const cut = cuts.all.find(({ seq }) => seq === to);
    return cut !== undefined && to <= last && cut.tailTokens >= measures.pauseTail;
  });
  const shown = prepared.slice(0, until + 1);
  const told = shown.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0);
  const left = {
    summaryTokens: state.summaryTokens + shown.reduce((sum, { tokens }) => sum + tokens, 0),
    tailTokens: state.tailTokens - told,
  };
  if (shown.length === 0 || !isWorthSwapping(input, left))
    return { nothing: 'What was made ahead would not make the context much shorter.' };
  return makePlan(input, {
    strategy: 'eternal',
    reason: afterPause,
    steps: [],
    activates: shown.map(({ id }) => id),
    coverTo: shown.at(-1)!.to,
  });
}
