/** Steps that make summaries fewer or smaller, shared by the strategies that show more than one. */

import type { SummaryHead, SummaryShape } from '../records/summary.ts';
import type { PlanStep } from '../strategy.ts';
import { limitsFor } from './plans.ts';

/** How often a single summary may be shortened before a merge makes it afresh. */
const maxShortenings = 3;

export function summaryTokensOf(heads: readonly Pick<SummaryHead, 'tokens'>[]): number {
  return heads.reduce((sum, head) => sum + head.tokens, 0);
}

/** Neighbours become one summary. */
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

/** The same range in fewer tokens, or undefined if the summary was shortened often enough. */
export function shortenStep(
  head: SummaryHead,
  targetTokens: number,
  maxRewrites: number,
): PlanStep | undefined {
  if (head.depth >= maxShortenings || targetTokens > head.tokens * 0.75) return undefined;
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

/**
 * Merges are made from records nearest to the originals. The words of a person are in no original, so a summary with
 * such words is folded in as text.
 */
function mergeSources(run: readonly SummaryHead[], maxRewrites: number): PlanStep['sources'] {
  const summaries = run.map((head) => head.id);
  const byPerson = run.some((head) => head.rung === 'person');
  return byPerson
    ? { summaries, messages: null, method: 'fold' }
    : { summaries, messages: null, method: 'rederive', maxRewrites };
}
