/**
 * Which neighbouring summaries to merge, for the strategies that show more than one. Two rules. By tier:
 * neighbours of one tier, once there are enough, become one of the next, as in a log-structured merge tree. By room:
 * when all summaries together outgrow their share, the runs whose rewriting costs least for what it frees. Both
 * leave everything before the run untouched.
 */
import type { SummaryHead } from '../records/summary.ts';

export type Run = readonly SummaryHead[];

/** What decides about a merge. */
type Weighed = Pick<SummaryHead, 'tier' | 'tokens' | 'sourceTokens'>;

/** Summaries that become one, of this tier and at most so many tokens. */
export type Merge = { run: Run; tier: number; tokens: number };

/** A run that costs so many times the cheapest waits: what is merged now may make a cheaper one. */
const muchDearer = 3;

/** This many more than a merge takes must stand side by side, so that the newest of a tier stay as they are. */
const spare = 2;

/** Runs of `fanout` neighbours to merge by tier, oldest first, at most `limit`. */
export function runsByTier(live: readonly SummaryHead[], fanout: number, limit: number): Run[] {
  const tiers = standingTiers(live);
  const runs: Run[] = [];
  for (let start = 0; start < live.length; ) {
    let end = start;
    while (end < live.length && tiers[end] === tiers[start]) end += 1;
    for (; end - start >= fanout + spare; start += fanout) {
      if (runs.length < limit) runs.push(live.slice(start, start + fanout));
    }
    start = end;
  }
  return runs;
}

/** Tier of the merge of a run: one more where two of the highest meet, else the highest takes the others in. */
export function mergedTier(run: readonly Pick<Weighed, 'tier'>[]): number {
  const highest = Math.max(...run.map((head) => head.tier));
  const meeting = run.filter((head) => head.tier === highest).length;
  return meeting > 1 ? highest + 1 : Math.max(1, highest);
}

type RoomOptions = {
  fanout: number;
  leafTokens: number;
  limit: number;
  /** Tokens a run would have as one summary. */
  mergedTokens: (run: readonly Weighed[]) => number;
};

/**
 * What `runsForRoom` comes to when it is asked again after each of its merges, until `bound` tokens hold all: runs of runs
 * are merged once. Each merge reads its originals, so that where a model is paid for reading, a summary that is merged on at
 * once is paid for in vain.
 */
export function mergesForRoom(
  live: readonly SummaryHead[],
  { bound, ...options }: RoomOptions & { bound: number },
): Merge[] {
  let standing = live.map((head) => ({ run: [head] as Run, ...weighed(head) }));
  for (;;) {
    const excess = standing.reduce((sum, { tokens }) => sum + tokens, 0) - bound;
    const runs = excess > 0 ? runsForRoom(standing, { ...options, excess }) : [];
    if (runs.length === 0) break;
    const merged = new Map(runs.map((run) => [run[0]!, run]));
    const taken = new Set(runs.flat());
    standing = standing.flatMap((one) => {
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
  return standing.filter(({ run }) => run.length > 1).slice(0, options.limit);
}

function weighed({ tier, tokens, sourceTokens }: SummaryHead): Weighed {
  return { tier, tokens, sourceTokens };
}

/**
 * Runs of neighbours to merge for room, until `excess` tokens would be freed, at most `limit`. Rewriting a run costs
 * its originals; it is worth it when much newer text stands behind it, because then it will be long until the run
 * is touched again. This keeps sizes growing geometrically with age, whatever number of summaries there is room for.
 */
export function runsForRoom<Head extends Weighed>(
  live: readonly Head[],
  options: RoomOptions & { excess: number },
): (readonly Head[])[] {
  const { limit, mergedTokens } = options;
  const chosen: { start: number; end: number }[] = [];
  let { excess } = options;
  const runs = candidates(live, options);
  for (const { start, end, cost } of runs) {
    if (excess <= 0 || chosen.length >= limit || cost > runs[0]!.cost * muchDearer) break;
    if (chosen.some((other) => start <= other.end && end >= other.start)) continue;
    const run = live.slice(start, end + 1);
    excess -= run.reduce((sum, head) => sum + head.tokens, 0) - mergedTokens(run);
    chosen.push({ start, end });
  }
  return chosen.toSorted((a, b) => a.start - b.start).map(({ start, end }) => live.slice(start, end + 1));
}

/** All runs of 2 … fanout neighbours, the cheapest first. */
function candidates(
  live: readonly Weighed[],
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
 * Tiers as they count for merging: never rising towards the newer end. A small summary that was left between larger
 * ones counts as one of them, so that it cannot keep their neighbours apart for ever.
 */
function standingTiers(live: readonly SummaryHead[]): number[] {
  const tiers = live.map((head) => head.tier);
  for (let index = tiers.length - 2; index >= 0; index -= 1) {
    tiers[index] = Math.max(tiers[index]!, tiers[index + 1]!);
  }
  return tiers;
}
