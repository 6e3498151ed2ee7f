/**
 * Which neighbouring summaries to merge, for the strategies that show more than one. There are two rules. By
 * tier: enough neighbours of one tier become one summary of the next, as in a log-structured merge tree. By room: when
 * all summaries together outgrow their share, the runs are merged that cost least to rewrite for the tokens they free.
 * Both rules leave all summaries before the run untouched.
 */
import type { SummaryHead } from '../records/summary.ts';

export type Run = readonly SummaryHead[];

/** The figures that decide about a merge. */
type MergeFigures = Pick<SummaryHead, 'tier' | 'tokens' | 'sourceTokens'>;

/** Summaries that become one of this tier and at most this many tokens. */
export type Merge = { run: Run; tier: number; tokens: number };

/** A run that costs this many times the cheapest one waits, because a merge now may make a cheaper one possible. */
const mostCostRatio = 3;

/** A tier must have this many summaries more than a merge takes, so that its newest ones stay as they are. */
const newestKept = 2;

/** Runs of `fanout` neighbours to merge by tier, oldest first, at most `limit`. */
export function runsByTier(live: readonly SummaryHead[], fanout: number, limit: number): Run[] {
  const tiers = tiersForMerging(live);
  const runs: Run[] = [];
  for (let start = 0; start < live.length; ) {
    let end = start;
    while (end < live.length && tiers[end] === tiers[start]) end += 1;
    for (; end - start >= fanout + newestKept; start += fanout) {
      if (runs.length < limit) runs.push(live.slice(start, start + fanout));
    }
    start = end;
  }
  return runs;
}

/** Tier of a merged summary: one above the highest if several have that tier, else the highest. */
export function mergedTier(run: readonly Pick<MergeFigures, 'tier'>[]): number {
  const highest = Math.max(...run.map((head) => head.tier));
  const meeting = run.filter((head) => head.tier === highest).length;
  return meeting > 1 ? highest + 1 : Math.max(1, highest);
}

type RoomOptions = {
  fanout: number;
  leafTokens: number;
  limit: number;
  /** Tokens that the merged summary of a run would have. */
  mergedTokens: (run: readonly MergeFigures[]) => number;
};

/**
 * The merges to which repeated calls of `runsForRoom` lead until all summaries fit `bound` tokens. A run of runs
 * becomes one merge. Every merge reads the originals, so if reading costs money, a merge that is merged again at once
 * would be wasted.
 */
export function mergesForRoom(
  live: readonly SummaryHead[],
  { bound, ...options }: RoomOptions & { bound: number },
): Merge[] {
  let current = live.map((head) => ({ run: [head] as Run, ...mergeFigures(head) }));
  for (;;) {
    const excess = current.reduce((sum, { tokens }) => sum + tokens, 0) - bound;
    const runs = excess > 0 ? runsForRoom(current, { ...options, excess }) : [];
    if (runs.length === 0) break;
    const merged = new Map(runs.map((run) => [run[0]!, run]));
    const taken = new Set(runs.flat());
    current = current.flatMap((one) => {
      const run = merged.get(one);
      if (run === undefined) return taken.has(one) ? [] : [one];
      return [
        {
          run: run.flatMap((part) => part.run),
          tier: mergedTier(run),
          tokens: options.mergedTokens(run),
          sourceTokens: run.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0),
        },
      ];
    });
  }
  return current.filter(({ run }) => run.length > 1).slice(0, options.limit);
}

function mergeFigures({ tier, tokens, sourceTokens }: SummaryHead): MergeFigures {
  return { tier, tokens, sourceTokens };
}

/**
 * Runs of neighbours to merge for room, at most `limit`, until `excess` tokens would be freed. Rewriting a run costs
 * its originals. It pays if much newer text follows the run, because then it takes long until the run is merged again.
 * So sizes grow geometrically with age, however many summaries there is room for.
 */
export function runsForRoom<Head extends MergeFigures>(
  live: readonly Head[],
  options: RoomOptions & { excess: number },
): (readonly Head[])[] {
  const { limit, mergedTokens } = options;
  const chosen: { start: number; end: number }[] = [];
  let { excess } = options;
  const runs = candidates(live, options);
  for (const { start, end, cost } of runs) {
    if (excess <= 0 || chosen.length >= limit || cost > runs[0]!.cost * mostCostRatio) break;
    if (chosen.some((other) => start <= other.end && end >= other.start)) continue;
    const run = live.slice(start, end + 1);
    excess -= run.reduce((sum, head) => sum + head.tokens, 0) - mergedTokens(run);
    chosen.push({ start, end });
  }
  return chosen.toSorted((a, b) => a.start - b.start).map(({ start, end }) => live.slice(start, end + 1));
}

/** All runs of 2 … fanout neighbours, the cheapest first. */
function candidates(
  live: readonly MergeFigures[],
  { fanout, leafTokens }: { fanout: number; leafTokens: number },
): { start: number; end: number; cost: number }[] {
  const newerThan = Array.from(live, () => leafTokens);
  for (let index = live.length - 2; index >= 0; index -= 1) {
    newerThan[index] = newerThan[index + 1]! + live[index + 1]!.sourceTokens;
  }
  const found: { start: number; end: number; cost: number }[] = [];
  for (let start = 0; start < live.length - 1; start += 1) {
    let size = live[start]!.sourceTokens;
    for (let end = start + 1; end < Math.min(live.length, start + fanout); end += 1) {
      size += live[end]!.sourceTokens;
      found.push({ start, end, cost: size / (newerThan[end]! * (end - start)) });
    }
  }
  return found.sort((a, b) => a.cost - b.cost || a.start - b.start || a.end - b.end);
}

/**
 * Tiers for merging, which never rise towards the newer end. A small summary between larger ones counts as one of them,
 * so that it cannot keep its neighbours apart for ever.
 */
function tiersForMerging(live: readonly SummaryHead[]): number[] {
  const tiers = live.map((head) => head.tier);
  for (let index = tiers.length - 2; index >= 0; index -= 1) {
    tiers[index] = Math.max(tiers[index]!, tiers[index + 1]!);
  }
  return tiers;
}
