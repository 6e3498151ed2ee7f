/** Steps that turn summaries into fewer or smaller ones: shared by the strategies that show more than one. */

import type { SummaryHead, SummaryShape } from '../records/summary.ts';
import type { PlanStep } from '../strategy.ts';
import { limitsFor } from './plans.ts';

/** One summary alone is pressed again this often at most, before a merge gives it a new start. */
const maxPresses = 3;

export function summaryTokensOf(heads: readonly Pick<SummaryHead, 'tokens'>[]): number {
  return heads.reduce((sum, head) => sum + head.tokens, 0);
}

/** Neighbours become one. */
export function mergeStep(
  run: readonly SummaryHead[],
  options: { level: string; tier: number; shape: SummaryShape; targetTokens: number; maxRewrites: number },
): PlanStep {
  const { level, tier, shape, targetTokens, maxRewrites } = options;
  return {
    from: run[0]!.from,
    to: run[run.length - 1]!.to,
    sources: mergeSources(run, maxRewrites),
    level,
    tier,
    depth: 0,
    parentId: null,
    shape,
    limits: limitsFor(targetTokens),
    status: 'live',
  };
}

/** The same range in fewer tokens, or undefined where it was pressed often enough. */
export function pressStep(
  head: SummaryHead,
  targetTokens: number,
  maxRewrites: number,
): PlanStep | undefined {
  if (head.depth >= maxPresses || targetTokens > head.tokens * 0.75) return undefined;
  return {
    from: head.from,
    to: head.to,
    sources: mergeSources([head], maxRewrites),
    level: head.level,
    tier: head.tier,
    depth: head.depth + 1,
    parentId: head.id,
    shape: head.shape,
    limits: limitsFor(targetTokens),
    status: 'live',
  };
}

/** From what is nearest to the originals. What a person wrote is in no original, so there the text itself is folded in. */
function mergeSources(run: readonly SummaryHead[], maxRewrites: number): PlanStep['sources'] {
  const summaries = run.map((head) => head.id);
  const byPerson = run.some((head) => head.rung === 'person');
  return byPerson
    ? { summaries, messages: null, method: 'fold' }
    : { summaries, messages: null, method: 'rederive', maxRewrites };
}
