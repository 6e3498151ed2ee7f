/**
 * Plans that make summaries anew in their place: those a person's edit or erasure made stale, and those that
 * were written by a lower rung while the model was away. They come before the strategy's own plans.
 */

import type { SummaryHead } from '../records/summary.ts';
import type { Plan, PlanInput, PlanStep } from '../strategy.ts';

/** The oldest live summary that no longer stands for what was said. */
export function planRebuild(input: PlanInput): Plan | undefined {
  const stale = input.live.find((head) => head.stale === true);
  if (!stale) return undefined;
  return renewal(input, stale, 'A message of this range was edited or removed');
}

/** The newest live summary that a model should write, but did not. */
export function planRefresh(input: PlanInput): Plan | undefined {
  const makeshift = input.live.findLast((head) => head.rung === 'extractive' || head.rung === 'truncation');
  if (!makeshift) return undefined;
  return renewal(input, makeshift, `Redone by the model: it was made by the ${makeshift.rung} fallback`);
}

function renewal(input: PlanInput, head: SummaryHead, reason: string): Plan {
  const { state, budget, trigger } = input;
  const step: PlanStep = {
    from: head.from,
    to: head.to,
    sources: { summaries: [], messages: { from: head.from, to: head.to }, method: 'fold', keeps: [head.id] },
    level: head.level,
    tier: head.tier,
    depth: head.depth,
    parentId: head.parentId,
    shape: head.shape,
    limits: {
      targetTokens: Math.max(head.tokens, 120),
      maxWords: null,
      maxOutputTokens: Math.max(head.tokens * 2, 400),
    },
    status: 'live',
  };
  return {
    strategy: head.strategy,
    trigger,
    reason,
    revision: state.revision,
    plannedAt: state.messages,
    ratio: (state.fixedTokens + state.summaryTokens + state.tailTokens) / budget.total,
    steps: [step],
    replaces: [head.id],
    activates: [],
    coverTo: state.coveredTo,
    counts: false,
  };
}
