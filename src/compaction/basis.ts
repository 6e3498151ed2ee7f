/**
 * The basis of a merge: the stored summaries nearest to the originals that together fit one call. A merge
 * names its basis as its sources, so the basis of two neighbours is that of one and then that of the other. Once it
 * outgrows a call, neighbours in it that were rewritten equally often are folded into one partial result, those
 * nearest to the originals first. So a merge reads one call's worth, whatever it stands for, and rewrites grow with the logarithm of the
 * thread to the base of what one call can read.
 */
import type { SummaryRecord } from '../records/summary.ts';

export type BasisNode = Pick<
  SummaryRecord,
  'id' | 'from' | 'to' | 'tokens' | 'sourceTokens' | 'sourceIds' | 'readFrom' | 'rewrites'
>;

/** So many partial results fit one call. */
const partsPerCall = 48;
const smallestPart = 32;
/** Share of a call that folding should free: below it, a run grows on, so that more is folded by one rewrite. */
const worthwhile = 0.25;
/** Calls' worth of originals a merge reads again rather than exceed the bound on rewrites. */
const mostRereads = 32;

export function tokensOf(nodes: readonly Pick<BasisNode, 'tokens'>[]): number {
  return nodes.reduce((sum, node) => sum + node.tokens, 0);
}

/** Size of a partial result. */
export function partTargetTokens(maxInputTokens: number): number {
  return Math.max(smallestPart, Math.floor(maxInputTokens / partsPerCall));
}

export function rewritesOver(nodes: readonly Pick<BasisNode, 'rewrites'>[]): number {
  return 1 + Math.max(0, ...nodes.map(({ rewrites }) => rewrites));
}

/**
 * Whether a merge is made from the originals: when they fit one call, unless a model that was paid for reading them has
 * told them in the basis; or when the basis was rewritten too often and they are a matter of a few calls, at least half of
 * which no earlier merge has read. By that half no message is read more than a logarithm's number of times.
 */
export function readsOriginals(options: {
  basis: readonly BasisNode[];
  /** The basis is what a model wrote, all of it. */
  toldByModel: boolean;
  sourceTokens: number;
  maxInputTokens: number;
  maxRewrites: number;
}): boolean {
  const { basis, toldByModel, sourceTokens, maxInputTokens, maxRewrites } = options;
  if (sourceTokens <= maxInputTokens) return !toldByModel || rewritesOver(basis) > maxRewrites;
  if (rewritesOver(basis) <= maxRewrites || sourceTokens > maxInputTokens * mostRereads) return false;
  const readOnce = basis.filter(({ readFrom }) => readFrom !== null);
  return readOnce.every((node) => node.sourceTokens <= sourceTokens / 2);
}

type Fold = { start: number; end: number };

/** The run of neighbours to fold next, or undefined where the basis fits one call or cannot be made smaller. */
export function nextFold(basis: readonly BasisNode[], maxInputTokens: number): Fold | undefined {
  if (tokensOf(basis) <= maxInputTokens) return undefined;
  const heights = basis.map(({ rewrites }) => rewrites);
  const part = partTargetTokens(maxInputTokens);
  const found = [heights, standing(heights)]
    .flatMap((levels) => runsOf(basis, levels, maxInputTokens))
    .map(({ start, end }) => ({
      start,
      end,
      saved: tokensOf(basis.slice(start, end)) - part,
      height: Math.max(...heights.slice(start, end)),
    }))
    .filter(({ saved }) => saved > 0);
  const enough = found.filter(({ saved }) => saved >= maxInputTokens * worthwhile);
  return (
    enough.toSorted((a, b) => a.height - b.height || b.saved - a.saved)[0] ??
    found.toSorted((a, b) => b.saved - a.saved)[0]
  );
}

/** Runs of two or more neighbours of one level that one call can read. */
function runsOf(basis: readonly BasisNode[], levels: readonly number[], maxInputTokens: number): Fold[] {
  const runs: Fold[] = [];
  for (let start = 0; start < basis.length; ) {
    let end = start;
    let tokens = 0;
    while (
      end < basis.length &&
      levels[end] === levels[start] &&
      (end - start < 2 || tokens + basis[end]!.tokens <= maxInputTokens)
    ) {
      tokens += basis[end]!.tokens;
      end += 1;
    }
    if (end - start > 1) runs.push({ start, end });
    start = end;
  }
  return runs;
}

/** Never rising towards the newer end: a small one that was left between larger ones counts as one of them. */
function standing(heights: readonly number[]): number[] {
  const levels = [...heights];
  for (let index = levels.length - 2; index >= 0; index -= 1) {
    levels[index] = Math.max(levels[index]!, levels[index + 1]!);
  }
  return levels;
}
