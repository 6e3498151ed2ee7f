/**
 * The basis of a merge: the stored summaries nearest to the originals that together fit one call. A merge names
 * its basis as its sources, so the basis of two neighbours is both their bases, one after the other. When a basis
 * outgrows a call, neighbours in it that were rewritten equally often are folded into one partial result, those nearest
 * to the originals first. So a merge reads one call's worth however long its range is, and the number of rewrites grows
 * with the logarithm of the thread to the base of what one call can read.
 */
import type { SummaryRecord } from '../records/summary.ts';

export type BasisNode = Pick<
  SummaryRecord,
  'id' | 'from' | 'to' | 'tokens' | 'sourceTokens' | 'sourceIds' | 'readFrom' | 'rewrites'
>;

/** This many partial results fit one call. */
const partsPerCall = 48;
const smallestPart = 32;
/**
 * Share of a call that a fold should free. A smaller run of neighbours waits until it has grown, so that one rewrite
 * folds more.
 */
const leastSavedShare = 0.25;
/** To stay within the bound on rewrites, a merge may read originals again, up to this many calls' worth. */
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
 * Whether a merge is made from the originals. It is when they fit one call, unless the basis was written entirely by a
 * model, which was already paid for reading them. It also is when the basis was rewritten too often, and the originals
 * take only a few calls and at least half of them were never read by a merge. Because of that half, no message is read
 * more than a logarithmic number of times.
 */
export function readsOriginals(options: {
  basis: readonly BasisNode[];
  /** The whole basis was written by a model. */
  writtenByModel: boolean;
  sourceTokens: number;
  maxInputTokens: number;
  maxRewrites: number;
}): boolean {
  const { basis, writtenByModel, sourceTokens, maxInputTokens, maxRewrites } = options;
  if (sourceTokens <= maxInputTokens) return !writtenByModel || rewritesOver(basis) > maxRewrites;
  if (rewritesOver(basis) <= maxRewrites || sourceTokens > maxInputTokens * mostRereads) return false;
  const readOnce = basis.filter(({ readFrom }) => readFrom !== null);
  return readOnce.every((node) => node.sourceTokens <= sourceTokens / 2);
}

type Fold = { start: number; end: number };

/** The run of neighbours to fold next. Undefined when the basis fits one call or cannot be made smaller. */
export function nextFold(basis: readonly BasisNode[], maxInputTokens: number): Fold | undefined {
  if (tokensOf(basis) <= maxInputTokens) return undefined;
  const heights = basis.map(({ rewrites }) => rewrites);
  const part = partTargetTokens(maxInputTokens);
  const found = [heights, withoutRises(heights)]
    .flatMap((levels) => runsOf(basis, levels, maxInputTokens))
    .map(({ start, end }) => ({
      start,
      end,
      saved: tokensOf(basis.slice(start, end)) - part,
      height: Math.max(...heights.slice(start, end)),
    }))
    .filter(({ saved }) => saved > 0);
  const enough = found.filter(({ saved }) => saved >= maxInputTokens * leastSavedShare);
  return (
    enough.toSorted((a, b) => a.height - b.height || b.saved - a.saved)[0] ??
    found.toSorted((a, b) => b.saved - a.saved)[0]
  );
}

/** Runs of two or more neighbours of equal level that one call can read. */
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

/**
 * Raises each level to that of its newer neighbours, so that a small node left between larger ones can be folded with
 * them.
 */
function withoutRises(heights: readonly number[]): number[] {
  const levels = [...heights];
  for (let index = levels.length - 2; index >= 0; index -= 1) {
    levels[index] = Math.max(levels[index]!, levels[index + 1]!);
  }
  return levels;
}
