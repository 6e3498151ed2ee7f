/**
 * Plans that remake one summary in its place. Summaries that an edit or erasure made stale come before the
 * strategy's own plans. Those that code wrote while the model failed wait until nothing else runs.
 */
import type { SummaryHead, SummaryLimits, SummaryRecord } from '../records/summary.ts';
import { contextRatio } from '../strategies/plans.ts';
import type { Plan, PlanInput, PlanStep, Strategy } from '../strategy.ts';

/** The oldest live summary whose messages have been edited or removed. */
export function staleSummary({ live }: Pick<PlanInput, 'live'>): SummaryHead | undefined {
  return live.find((head) => head.stale === true);
}

/** Live summaries that a model should have written but code did, newest first. */
export function makeshiftSummaries(live: readonly SummaryHead[]): SummaryHead[] {
  return live
    .filter(({ rung, stale }) => stale !== true && (rung === 'extractive' || rung === 'truncation'))
    .toReversed();
}

/** Rebuilds from the originals, because the summary's other sources still contain what was edited or removed. */
export function planRebuild(input: PlanInput, record: SummaryRecord, strategy: Strategy): Plan {
  const { from, to } = record;
  return renewal(input, record, strategy, {
    reason: 'A message of this range was edited or removed',
    sources: { summaries: [], messages: { from, to }, method: 'fold', keeps: [record.id] },
  });
}

/** Redoes a summary from exactly its own sources. */
export function planRefresh(input: PlanInput, record: SummaryRecord, strategy: Strategy): Plan {
  return renewal(input, record, strategy, {
    reason: `Redone by the model: it was made by the ${record.rung} fallback`,
    sources: { summaries: [record.id], messages: null, method: 'renew' },
  });
}

function renewal(
  input: PlanInput,
  record: SummaryRecord,
  strategy: Strategy,
  { reason, sources }: { reason: string; sources: PlanStep['sources'] },
): Plan {
  const { state, trigger } = input;
  const { from, to, level, tier, depth, parentId, shape } = record;
  const limits = record.limits ?? usualLimits(record, strategy);
  const step: PlanStep = { from, to, sources, level, tier, depth, parentId, shape, limits, status: 'live' };
  return {
    strategy: record.strategy,
    trigger,
    reason,
    revision: state.revision,
    plannedAt: state.messages,
    ratio: contextRatio(input),
    steps: [step],
    replaces: [record.id],
    activates: [],
    coverTo: state.coveredTo,
    counts: false,
  };
}

/** Limits for summaries without stored ones: those of older databases, and those that were emptied. */
function usualLimits({ tokens }: SummaryRecord, { options }: Strategy): SummaryLimits {
  const { maxWords, maxOutputTokens } = options;
  return {
    targetTokens: Math.max(tokens, 120),
    maxWords: typeof maxWords === 'number' ? maxWords : null,
    maxOutputTokens: typeof maxOutputTokens === 'number' ? maxOutputTokens : Math.max(tokens * 2, 400),
  };
}
