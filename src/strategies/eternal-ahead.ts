/**
 * Summaries that `eternal` prepares before they are shown, and how they are swapped in after a pause. Near
 * the trigger they are prepared for the coming compaction. Below it they are prepared for a possible pause: once the
 * provider's cache has lapsed, a shorter context saves at once, and nobody waits for a summary to be written.
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

/** Why summaries should be prepared now, judged from the thread's row alone. */
export function aheadReason(input: CheckInput, options: Options, measures: Measures): string | undefined {
  if (measures.ratio >= options.prepareTokenRatio)
    return `Preparing ahead at ${percent(measures.ratio)} of its room`;
  return isWorthPreparing(input, measures) ? 'Preparing for a pause' : undefined;
}

/** Leaves of the oldest messages, which no later message changes. They stay hidden until they are needed. */
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

/** Near the trigger, prepared leaves reach as far as the coming compaction will. */
function nearTrigger({ state }: PlanInput, { preserveRecent }: Options, measures: Measures): Reach {
  return {
    tailTokens: state.tailTokens - reachAtTrigger(state, measures),
    last: state.messages - preserveRecent,
    leastTokens: leastNearTrigger(state, measures),
  };
}

/** Tokens that the coming compaction will summarize. */
function reachAtTrigger({ tailTokens, summaryTokens }: PlanInput['state'], measures: Measures): number {
  const tailAtTrigger = Math.max(tailTokens, measures.room * measures.trigger - summaryTokens);
  return tailAtTrigger - measures.tailTarget;
}

/**
 * Least tokens of a leaf that is prepared near the trigger. Where long summaries leave less to the coming compaction
 * than a leaf usually has, it must be no fuller than what makes that compaction possible without another one.
 */
export function leastNearTrigger(state: PlanInput['state'], measures: Measures): number {
  const { leastPrepared, spareTail } = measures;
  const enough = reachAtTrigger(state, measures) - spareTail;
  return spareTail === 0 ? leastPrepared : Math.min(leastPrepared, Math.max(leastPrepared / 2, enough));
}

/** A pause may come at any moment, so prepared leaves end where the tail of a compaction begins. */
function forPause(
  { state }: PlanInput,
  { preserveRecent }: Options,
  measures: Measures,
  { near }: Cuts,
): Reach {
  const { pauseTail, leastForPause } = measures;
  const last = near.findLast((cut) => cut.tailTokens >= pauseTail)?.seq ?? state.coveredTo;
  return {
    tailTokens: pauseTail,
    last: Math.min(last, state.messages - preserveRecent),
    leastTokens: leastForPause,
  };
}

/** Whether swapping may pay, judged from the thread's row alone, as if all but the newest messages had been prepared. */
export function swapReason(input: CheckInput, { pauseTail }: Measures): string | undefined {
  const { summaryTokens } = input.state;
  return isWorthSwapping(input, { summaryTokens, tailTokens: pauseTail }) ? afterPause : undefined;
}

/**
 * Used when a request waits and the cache has lapsed: shows prepared summaries, but leaves the newest messages
 * verbatim.
 */
export function swapIn(input: PlanInput, options: Options, measures: Measures, cuts: Cuts): Plan | Nothing {
  const { state, prepared, end } = input;
  // Tool results belong to a question that stays verbatim while it is answered.
  if (end.at(-1)?.role !== 'user') return { nothing: 'Steps of work are under way.' };
  const last = lastCut(cuts.all, lastCovered(input, options, cuts, measures.mostRecent))?.seq ?? 0;
  const lastShown = prepared.findLastIndex(({ to }) => {
    const cut = cuts.all.find(({ seq }) => seq === to);
    return cut !== undefined && to <= last && cut.tailTokens >= measures.pauseTail;
  });
  const shown = prepared.slice(0, lastShown + 1);
  const coveredTokens = shown.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0);
  const after = {
    summaryTokens: state.summaryTokens + shown.reduce((sum, { tokens }) => sum + tokens, 0),
    tailTokens: state.tailTokens - coveredTokens,
  };
  if (shown.length === 0 || !isWorthSwapping(input, after))
    return { nothing: 'What was made ahead would not make the context much shorter.' };
  return makePlan(input, {
    strategy: 'eternal',
    reason: afterPause,
    steps: [],
    activates: shown.map(({ id }) => id),
    coverTo: shown.at(-1)!.to,
  });
}
