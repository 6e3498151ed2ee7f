/**
 * Where the tail of a thread can be cut: after which messages a summary may end and the verbatim part begin without
 * parting a tool call from its result (I-8), and what would be left of the tail there.
 */
import type { MessageMeta } from '../message/message.ts';
import { unitReach } from '../message/units.ts';
import type { PlanInput } from '../strategy.ts';

export type Cut = {
  /** Messages up to this one may be covered. */
  seq: number;
  /** Tokens of the messages after it. */
  tailTokens: number;
  /** The next message is a user's: an exchange ends here. */
  endsExchange: boolean;
};

export type Cuts = {
  /** All known places, in order. The newest message always stays in the tail. */
  all: readonly Cut[];
  /** Those reached from the old end without a gap in what is known: where work goes on step by step. */
  near: readonly Cut[];
  /** True when every message of the tail was seen. */
  complete: boolean;
};

export function findCuts({ state, head, end }: Pick<PlanInput, 'state' | 'head' | 'end'>): Cuts {
  const whole = joined(head, end);
  if (whole && (whole[0]?.seq ?? state.coveredTo + 1) === state.coveredTo + 1) {
    const all = cutsWithin(whole, { first: state.coveredTo + 1, last: state.messages - 1 });
    return { all, near: all, complete: true };
  }
  // Units reach no further than this past a cut, so nothing unseen can be parted by a cut that far from the edge.
  const lastKnown = (head[head.length - 1]?.seq ?? 0) - unitReach;
  const unseen = state.tailTokens - head.reduce((sum, meta) => sum + meta.tokens, 0);
  const near = cutsWithin(head, { first: state.coveredTo + 1, last: lastKnown }).map((cut) => ({
    ...cut,
    tailTokens: cut.tailTokens + unseen,
  }));
  const far = cutsWithin(end, { first: Math.max(lastKnown, state.coveredTo) + 1, last: state.messages - 1 });
  return { all: [...near, ...far], near, complete: false };
}

/** The last place at or before `wanted`. */
export function lastCut(cuts: readonly Cut[], wanted: number): Cut | undefined {
  return cuts.findLast((cut) => cut.seq <= wanted);
}

/** The first place that leaves at most `tailTokens`, or else the one that leaves the least. */
export function cutToFit(cuts: readonly Cut[], tailTokens: number): Cut | undefined {
  return cuts.find((cut) => cut.tailTokens <= tailTokens) ?? cuts[cuts.length - 1];
}

function joined(
  head: readonly MessageMeta[],
  end: readonly MessageMeta[],
): readonly MessageMeta[] | undefined {
  const last = head[head.length - 1];
  const first = end[0];
  if (!last || !first) return head.length === 0 ? end : head;
  if (first.seq > last.seq + 1) return undefined;
  return [...head, ...end.filter((meta) => meta.seq > last.seq)];
}

function cutsWithin(metas: readonly MessageMeta[], bounds: { first: number; last: number }): Cut[] {
  const cuts: Cut[] = [];
  let tailTokens = 0;
  let lowestUnitStart = Number.POSITIVE_INFINITY;
  for (let index = metas.length - 1; index >= 0; index -= 1) {
    const meta = metas[index]!;
    const inside = meta.seq >= bounds.first && meta.seq <= bounds.last;
    if (inside && lowestUnitStart > meta.seq) {
      cuts.push({ seq: meta.seq, tailTokens, endsExchange: metas[index + 1]?.role === 'user' });
    }
    tailTokens += meta.tokens;
    lowestUnitStart = Math.min(lowestUnitStart, meta.unitStart);
  }
  return cuts.reverse();
}
