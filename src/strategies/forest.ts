/**
 * Which summaries of `eternal` to merge. Two rules. By tier: neighbours of one tier, once there are enough,
 * become one of the next, as in a log-structured merge tree. By room: when all summaries together outgrow their
 * share, the run whose rewriting costs least for what it frees. Both leave everything before the run untouched.
 */
import type { SummaryHead } from '../summary.ts';

export type Run = readonly SummaryHead[];

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
export function mergedTier(run: Run): number {
  const highest = Math.max(...run.map((head) => head.tier));
  const meeting = run.filter((head) => head.tier === highest).length;
  return meeting > 1 ? highest + 1 : Math.max(1, highest);
}

/**
 * The neighbours to merge for room. Rewriting a run costs its originals; it is worth it when much newer text stands
 * behind it, because then it will be long until the run is touched again. This keeps sizes growing geometrically
 * with age, whatever number of summaries the share has room for.
 */
export function runForRoom(
  live: readonly SummaryHead[],
  options: { fanout: number; leafTokens: number },
): Run | undefined {
  const { fanout, leafTokens } = options;
  let best: { run: Run; cost: number } | undefined;
  for (let start = 0; start < live.length - 1; start += 1) {
    let size = live[start]!.sourceTokens;
    for (let end = start + 1; end < Math.min(live.length, start + fanout); end += 1) {
      size += live[end]!.sourceTokens;
      const newer = live.slice(end + 1).reduce((sum, head) => sum + head.sourceTokens, leafTokens);
      const cost = size / (newer * (end - start));
      if (!best || cost < best.cost) best = { run: live.slice(start, end + 1), cost };
    }
  }
  return best?.run;
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
