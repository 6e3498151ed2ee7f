/**
 * Where the tail of a thread can be cut. A summary may end and the verbatim part begin after a message if no tool call
 * is parted from its result there (I-8). Each cut also says how many tokens would remain in the tail.
 */
import type { MessageMeta } from '../message/message.ts';
import { unitReach } from '../message/units.ts';
import type { PlanInput } from '../strategy.ts';

export type Cut = {
  /** Messages up to this one may be summarized. */
  seq: number;
  /** Tokens of the messages after it. */
  tailTokens: number;
  /** Whether the next message is a user's, so that an exchange ends here. */
  endsExchange: boolean;
};

export type Cuts = {
  /** All known cuts, in order. The newest message always stays in the tail. */
  all: readonly Cut[];
  /** The cuts before the first gap in the known messages. Work that goes on step by step uses only these. */
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
  // No unit is longer than `unitReach`, so a cut that far from the edge parts nothing beyond the edge.
  const lastKnown = (head[head.length - 1]?.seq ?? 0) - unitReach;
  const unseen = state.tailTokens - head.reduce((sum, meta) => sum + meta.tokens, 0);
  const near = cutsWithin(head, { first: state.coveredTo + 1, last: lastKnown }).map((cut) => ({
    ...cut,
    tailTokens: cut.tailTokens + unseen,
  }));
  const far = cutsWithin(end, { first: Math.max(lastKnown, state.coveredTo) + 1, last: state.messages - 1 });
  return { all: [...near, ...far], near, complete: false };
}

/** The last cut at or before the message `lastSeq`. */
export function lastCut(cuts: readonly Cut[], lastSeq: number): Cut | undefined {
  return cuts.findLast((cut) => cut.seq <= lastSeq);
}

/** The first cut that leaves at most `tailTokens`, or else the one that leaves the least. */
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
