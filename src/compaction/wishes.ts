/** What a caller can ask of a compaction: a focus in words, and a level of detail. */
import { invalidInput } from '../errors.ts';
import {
  type SummaryDetail,
  type SummaryLimits,
  type SummaryWishes,
  summaryDetails,
} from '../records/summary.ts';
import type { Plan, PlanInput } from '../strategy.ts';

const mostFocusCharacters = 500;
/** Factor that each detail applies to the size planned by the strategy. */
const sizes: { [detail in SummaryDetail]: number } = { short: 0.5, medium: 1, detailed: 2 };
/** More detail may take at most this share of a small budget. */
const mostOfBudget = 0.25;

export function checkWishes({ focus, detail }: SummaryWishes): void {
  if (
    focus !== undefined &&
    (typeof focus !== 'string' || focus.trim() === '' || focus.length > mostFocusCharacters)
  ) {
    throw invalidInput('focus', `a few words, at most ${mostFocusCharacters} characters`, focus);
  }
  if (detail !== undefined && !summaryDetails.includes(detail)) {
    throw invalidInput('detail', `one of ${summaryDetails.join(', ')}`, detail);
  }
}

/** Writes focus and detail into the limits of each step, so that they are stored with its summary. */
export function withWishes(
  plan: Plan,
  { focus, detail }: SummaryWishes,
  { budget }: Pick<PlanInput, 'budget'>,
): Plan {
  if (focus === undefined && detail === undefined) return plan;
  const most = Math.floor(budget.available * mostOfBudget);
  return {
    ...plan,
    steps: plan.steps.map((step) => ({
      ...step,
      limits: {
        ...(detail === undefined ? step.limits : sized(step.limits, { factor: sizes[detail], most })),
        ...(focus === undefined ? {} : { focus }),
        ...(detail === undefined ? {} : { detail }),
      },
    })),
  };
}

function sized(limits: SummaryLimits, { factor, most }: { factor: number; most: number }): SummaryLimits {
  const { targetTokens, maxWords, maxOutputTokens } = limits;
  const wanted = Math.max(1, Math.floor(targetTokens * factor));
  const target = factor <= 1 ? wanted : Math.min(wanted, Math.max(targetTokens, most));
  const grown = Math.max(1, target / targetTokens);
  return {
    targetTokens: target,
    maxWords: maxWords === null ? null : Math.floor(maxWords * grown),
    maxOutputTokens: Math.ceil(maxOutputTokens * grown),
  };
}
