/** Leaf segments of `eternal`: runs of messages of about equal size that end where an exchange ends, if they can. */
import type { PlanStep } from '../strategy.ts';
import type { Cut, Cuts } from './cuts.ts';
import { clamp, limitsFor } from './plans.ts';

export type Leaf = { from: number; to: number; tokens: number };

/** A leaf has at least this part of the size it should have. */
const smallestLeaf = 0.5;
const largest = 1.25;

/**
 * Leaves for the messages after `after`, until the tail is at most `tailTokens`, nothing past `last` is needed, or
 * `limit` leaves are made.
 */
export function planLeaves(options: {
  cuts: Cuts;
  after: number;
  /** Tokens of the messages after `after`. */
  tokens: number;
  tailTokens: number;
  last: number;
  leafTokens: number;
  /** A leaf has at least so many, unless the rest may become one. Default: half of `leafTokens`. */
  leastTokens?: number;
  limit: number;
  /** Whether a rest that fills no leaf becomes one. */
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
    // A unit longer than all that is known here: it goes as a whole, up to the first place that is known again.
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
  const fits = (cut: Cut) => size(cut) >= leastTokens && size(cut) <= leafTokens * largest;
  return (
    places.findLast((cut) => cut.endsExchange && fits(cut)) ??
    places.findLast(fits) ??
    places.find((cut) => size(cut) > leafTokens * largest) ??
    (partial ? places[places.length - 1] : undefined)
  );
}

export function leafStep(leaf: Leaf, options: { status: PlanStep['status']; maxTokens: number }): PlanStep {
  const { from, to, tokens } = leaf;
  return {
    from,
    to,
    sources: { summaries: [], messages: { from, to }, method: 'fold' },
    level: 'leaf',
    tier: 0,
    depth: 0,
    parentId: null,
    shape: 'condensed',
    limits: limitsFor(leafTarget(tokens, options.maxTokens)),
    status: options.status,
  };
}

/** A fifth of the source, less of long ones: what a reader needs of a leaf does not grow with its length. */
export function leafTarget(sourceTokens: number, maxTokens: number): number {
  const wanted = Math.min(sourceTokens * 0.2, 240 + sourceTokens * 0.11);
  return clamp(wanted, Math.min(80, maxTokens), maxTokens);
}
