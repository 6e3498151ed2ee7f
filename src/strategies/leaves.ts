/** Leaf segments of `eternal`: runs of messages of about equal size that end where an exchange ends, if they can. */
import type { PlanStep } from '../strategy.ts';
import type { Cut, Cuts } from './cuts.ts';
import { clamp, limitsFor, stepFromMessages } from './plans.ts';

export type Leaf = { from: number; to: number; tokens: number };

/** Least and largest size of a leaf, as factors of the size asked for. */
const smallestLeaf = 0.5;
const largestLeaf = 1.25;

/**
 * Leaves for the messages after `after`. Planning stops when the tail has at most `tailTokens`, when `last` is reached,
 * or after `limit` leaves.
 */
export function planLeaves(options: {
  cuts: Cuts;
  after: number;
  /** Tokens of the messages after `after`. */
  tokens: number;
  tailTokens: number;
  last: number;
  leafTokens: number;
  /** Least tokens of a leaf, except for the rest. Default: half of `leafTokens`. */
  leastTokens?: number;
  limit: number;
  /** Whether the remaining messages become a leaf even if they do not fill one. */
  partial: boolean;
}): Leaf[] {
  const { cuts, tailTokens, last, leafTokens, limit, partial } = options;
  const { leastTokens = leafTokens * smallestLeaf } = options;
  const leaves: Leaf[] = [];
  let { after, tokens } = options;
  while (tokens > tailTokens && leaves.length < limit) {
    const start = after;
    const within = (cut: Cut) => cut.seq > start && cut.seq <= last;
    const near = cuts.near.filter(within);
    // A unit longer than all known messages becomes one leaf, up to the next known cut.
    const stuck = near.length === 0 && !cuts.complete && leaves.length === 0;
    const places = stuck ? cuts.all.filter(within).slice(0, 1) : near;
    const end = leafEnd(places, tokens, { leafTokens, leastTokens, partial: partial || !cuts.complete });
    if (!end) break;
    leaves.push({ from: start + 1, to: end.seq, tokens: tokens - end.tailTokens });
    after = end.seq;
    tokens = end.tailTokens;
  }
  return leaves;
}

function leafEnd(
  places: readonly Cut[],
  tokens: number,
  options: { leafTokens: number; leastTokens: number; partial: boolean },
): Cut | undefined {
  const { leafTokens, leastTokens, partial } = options;
  const size = (cut: Cut) => tokens - cut.tailTokens;
  const fits = (cut: Cut) => size(cut) >= leastTokens && size(cut) <= leafTokens * largestLeaf;
  return (
    places.findLast((cut) => cut.endsExchange && fits(cut)) ??
    places.findLast(fits) ??
    places.find((cut) => size(cut) > leafTokens * largestLeaf) ??
    (partial ? places[places.length - 1] : undefined)
  );
}

export function leafStep(leaf: Leaf, options: { status: PlanStep['status']; maxTokens: number }): PlanStep {
  const { from, to, tokens } = leaf;
  const limits = limitsFor(leafTarget(tokens, options.maxTokens));
  return stepFromMessages({ from, to, level: 'leaf', shape: 'condensed', limits, status: options.status });
}

/**
 * Size of a leaf's summary: a fifth of its messages, and less of long ones, because a reader does not need more of a
 * longer leaf.
 */
export function leafTarget(sourceTokens: number, maxTokens: number): number {
  const targetTokens = Math.min(sourceTokens * 0.2, 240 + sourceTokens * 0.11);
  return clamp(targetTokens, Math.min(80, maxTokens), maxTokens);
}
