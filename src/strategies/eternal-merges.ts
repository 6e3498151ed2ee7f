/**
 * The merges of `eternal`: neighbours become one summary of the next tier, and sooner if the summaries outgrow their
 * share.
 */
import type { SummaryHead } from '../records/summary.ts';
import type { CheckInput, Plan, PlanInput } from '../strategy.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';
import { type Merge, mergedTier, mergesForRoom, type Run, runsByTier, runsForRoom } from './forest.ts';
import { leafTarget } from './leaves.ts';
import { mergeStep, shortenStep, summaryTokensOf } from './merges.ts';
import { clamp, counted, explainNothing, limitsFor, makePlan, type Nothing, redoStep } from './plans.ts';

/** Summaries made in one pass. A long backlog takes several passes, each with its own commit. */
export const maxSteps = 16;
const smallestSummary = 48;
const largestLeafSummary = { free: 900, paid: 1_800 };
/** Share of the summaries' room that one leaf may take, because there must be room for several. */
const leafPart = { free: 1 / 4, short: 1 / 5, paid: 0.3 };
/**
 * If merges cost money, there are few of them, because each reads all leaves behind what it merges: they start only when
 * summaries exceed their room by more than half, reduce them to less than half of it, and merge by tier only above this
 * number of summaries. On average as much is shown as without these bounds.
 */
const paidMerges = { startAbove: 1.6, reduceTo: 0.4, byTierAbove: 16 };

export function mergeByTier(input: PlanInput, options: Options, measures: Measures): Plan | undefined {
  if (measures.paid && input.live.length <= paidMerges.byTierAbove) return undefined;
  const runs = runsByTier(input.live, options.fanout, maxSteps);
  if (runs.length === 0) return undefined;
  const neighbours = counted(
    runs.reduce((sum, run) => sum + run.length, 0),
    'neighbouring summary',
  );
  return mergePlan(
    input,
    options,
    runs.map((run) => mergeOf(run, measures)),
    `Merging ${neighbours.replace(/summarys$/u, 'summaries')}`,
  );
}

export function mergeForRoom(input: PlanInput, options: Options, measures: Measures): Plan | undefined {
  const { state, live } = input;
  const { paid, summaryBound } = measures;
  const excess = summaryTokensOf(live) - summaryBound * (paid ? paidMerges.startAbove : 1);
  if (measures.room <= 0 || excess <= 0) return undefined;
  const reason = outgrown(input);
  const room = {
    fanout: options.fanout,
    leafTokens: measures.leafTokens,
    limit: maxSteps,
    mergedTokens: (run: Sized) => mergeTarget(run, measures),
  };
  const merges = paid
    ? mergesForRoom(live, { ...room, bound: summaryBound * paidMerges.reduceTo })
    : runsForRoom(live, { ...room, excess }).map((run) => mergeOf(run, measures));
  if (merges.length > 0) return mergePlan(input, options, merges, reason);
  const single = live[0];
  const target = Math.max(smallestSummary, Math.floor(measures.summaryBound * 0.6));
  const step = single && shortenStep(single, target, options.maxRewrites);
  if (!single || !step) return undefined;
  return makePlan(input, {
    strategy: 'eternal',
    reason,
    steps: [step],
    replaces: [single.id],
    coverTo: state.coveredTo,
  });
}

function mergePlan(input: PlanInput, options: Options, merges: readonly Merge[], reason: string): Plan {
  return makePlan(input, {
    strategy: 'eternal',
    reason,
    steps: merges.map(({ run, tier, tokens }) =>
      mergeStep(run, {
        level: `merge-${tier}`,
        tier,
        shape: 'compressed',
        targetTokens: tokens,
        maxRewrites: options.maxRewrites,
      }),
    ),
    replaces: merges.flatMap(({ run }) => run.map((head) => head.id)),
    coverTo: input.state.coveredTo,
  });
}

function mergeOf(run: Run, measures: Measures): Merge {
  return { run, tier: mergedTier(run), tokens: mergeTarget(run, measures) };
}

type Sized = readonly Pick<SummaryHead, 'tokens'>[];

function mergeTarget(run: Sized, measures: Measures): number {
  const bound = leafSummaryBound(measures);
  return clamp(summaryTokensOf(run) / 2, Math.min(80, bound), bound * 1.5);
}

/** Makes every live summary afresh from its originals, except those a person wrote. */
export function redo(input: PlanInput, options: Options, measures: Measures): Plan | Nothing {
  const { state, live, pass } = input;
  const redone = live.slice(pass * maxSteps, (pass + 1) * maxSteps).filter((head) => head.rung !== 'person');
  if (redone.length === 0) {
    if (pass > 0) return { nothing: 'All summaries were made afresh.' };
    return live.length > 0
      ? { nothing: 'All summaries were written by a person; they are kept.' }
      : explainNothing(input, { window: options.preserveRecent });
  }
  const target = (head: SummaryHead) =>
    Math.max(
      leafTarget(head.sourceTokens, leafSummaryBound(measures)),
      Math.min(head.tokens, leafSummaryBound(measures)),
    );
  return makePlan(input, {
    strategy: 'eternal',
    reason: 'Asked to summarize afresh',
    steps: redone.map((head) => redoStep(head, limitsFor(target(head)))),
    replaces: redone.map((head) => head.id),
    coverTo: state.coveredTo,
  });
}

export function leafSummaryBound({ paid, isShort, summaryBound }: Measures): number {
  const kind = paid ? 'paid' : 'free';
  const part = leafPart[isShort && !paid ? 'short' : kind];
  return clamp(summaryBound * part, smallestSummary, largestLeafSummary[kind]);
}

export function outgrown({ state }: CheckInput): string {
  return `Summaries take ${counted(state.summaryTokens, 'token')}, more than their share`;
}
