/**
 * How segments of `session` make room. The newest segment has the size that was asked for, those before it share a part
 * of the context. A segment is shortened once, when it is no longer the newest and the room is needed; then neighbours
 * are merged.
 */
import type { SummaryHead } from '../records/summary.ts';
import type { Plan, PlanInput, PlanStep } from '../strategy.ts';
import { mergedTier, type Run, runsForRoom } from './forest.ts';
import { mergeStep, shortenStep, summaryTokensOf } from './merges.ts';
import { clamp, counted, makePlan } from './plans.ts';

export const smallestSegmentTokens = 100;
export const stepsPerPass = 16;
const maxRewrites = 5;
const mergedAtOnce = 4;

/**
 * If the segments before the newest outgrow their share, segments of full size are shortened, and then neighbours are
 * merged.
 */
export function mergeOutgrown(
  input: PlanInput,
  { share, preserveSystem }: { share: number; preserveSystem: boolean },
): Plan | undefined {
  const { state, live } = input;
  const segments = live.filter((head) => !(preserveSystem && head.level === 'system'));
  const others = summaryTokensOf(live) - summaryTokensOf(segments);
  const bound = Math.max(Math.ceil(share / 2), share - others);
  const older = segments.slice(0, -1);
  const excess = summaryTokensOf(older) - bound;
  if (excess <= 0) return undefined;
  const shorter = older.flatMap((head) => shorterStep(head, bound) ?? []).slice(0, stepsPerPass);
  const runs =
    shorter.length > 0
      ? []
      : runsForRoom(older, {
          fanout: mergedAtOnce,
          leafTokens: segments.at(-1)!.sourceTokens,
          excess,
          limit: stepsPerPass,
          mergedTokens: (run) => mergeTarget(run, bound),
        });
  const single = shorter.length + runs.length > 0 ? undefined : older[0]!;
  const shortened = single && shortenStep(single, Math.floor(bound * 0.6), maxRewrites);
  const steps = [
    ...shorter,
    ...runs.map((run) => mergeSegments(run, bound)),
    ...(shortened ? [shortened] : []),
  ];
  if (steps.length === 0) return undefined;
  return makePlan(input, {
    strategy: 'session',
    reason: outgrownReason(summaryTokensOf(older)),
    steps,
    replaces: steps.flatMap(({ sources }) => sources.summaries),
    coverTo: state.coveredTo,
  });
}

/** Shortens a segment that still has its size as the newest one to the size of older ones. */
function shorterStep(head: SummaryHead, bound: number): PlanStep | undefined {
  const isFull = head.tier === 0 && head.depth === 0 && head.tokens > largestSegment(bound) * 1.5;
  return isFull && head.rung !== 'person'
    ? shortenStep(head, Math.floor(largestSegment(bound)), maxRewrites)
    : undefined;
}

function mergeSegments(run: Run, bound: number): PlanStep {
  return mergeStep(run, {
    level: 'segment',
    tier: mergedTier(run),
    shape: 'bullets',
    targetTokens: mergeTarget(run, bound),
    maxRewrites,
  });
}

function mergeTarget(run: readonly Pick<SummaryHead, 'tokens'>[], bound: number): number {
  return clamp(summaryTokensOf(run) / 2, smallestSegmentTokens, largestSegment(bound) * 1.5);
}

/**
 * Largest size of a segment before the newest. There must be room for several, or every new segment would rewrite the
 * oldest.
 */
export function largestSegment(bound: number): number {
  return Math.max(smallestSegmentTokens, bound / 4);
}

export function outgrownReason(tokens: number): string {
  return `Earlier segments take ${counted(tokens, 'token')}, more than their share`;
}
