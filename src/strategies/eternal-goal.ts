/** How far a compaction of `eternal` reaches, and why. */
import type { PlanInput } from '../strategy.ts';
import { type Cut, type Cuts, lastCut } from './cuts.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';
import { continuationReason, triggerReason } from './eternal-triggers.ts';

export type Goal = { tailTokens: number; last: number; reason: string };

export function coverGoal(
  input: PlanInput,
  options: Options,
  measures: Measures,
  cuts: Cuts,
): Goal | undefined {
  const { state, trigger, pass, targetTailTokens = 0 } = input;
  const window = state.messages - options.preserveRecent;
  if (trigger === 'pressure') {
    // A compaction under pressure is as deep as any other, so that the newly written context lasts.
    const tailTokens = Math.min(targetTailTokens, measures.tailTarget);
    const last = lastCovered(input, options, cuts, Math.min(targetTailTokens, measures.mostRecent));
    return { tailTokens, last, reason: 'The context did not fit' };
  }
  if (trigger === 'manual') {
    const tokensOutsideWindow =
      state.tailTokens - (lastCut(cuts.near, window)?.tailTokens ?? state.tailTokens);
    // Later passes continue with a backlog, but a few messages that arrived meanwhile are not worth a leaf.
    const worthwhile = pass === 0 || tokensOutsideWindow >= measures.leafTokens / 2;
    return worthwhile ? { tailTokens: 0, last: window, reason: 'Asked to summarize' } : undefined;
  }
  const overflows = measures.ratio >= 1;
  const last =
    lastCut(cuts.all, window) === undefined && !overflows
      ? window
      : lastCovered(input, options, cuts, measures.mostRecent);
  const reason =
    (isBeingAnswered(input, measures)
      ? undefined
      : triggerReason(input, options, measures, tailLeft(cuts, last, measures))) ??
    (pass > 0 ? continuationReason(input, options, measures) : undefined);
  if (reason === undefined) return undefined;
  return { tailTokens: measures.tailTarget, last, reason };
}

/**
 * Whether the newest message is long and not answered yet. While everything fits, it is sent whole. If it were
 * summarized now, the next request would have to be written anew with that message filling the freed room; after the
 * answer it can be summarized with the rest.
 */
export function isBeingAnswered({ end }: PlanInput, { mostRecent, ratio }: Measures): boolean {
  const newest = end.at(-1);
  if (newest === undefined || newest.role === 'assistant') return false;
  return ratio < 1 && newest.tokens > mostRecent;
}

/**
 * The last message a compaction may summarize. The newest messages stay, and so does the question that is being
 * answered. If these take too many tokens, only the unit of the newest message stays.
 */
export function lastCovered({ state }: PlanInput, options: Options, cuts: Cuts, most: number): number {
  const fitsTail = (cut: Cut | undefined) => cut !== undefined && cut.tailTokens <= most;
  const window = state.messages - options.preserveRecent;
  const question = cuts.all.findLast(({ endsExchange }) => endsExchange);
  const last = fitsTail(lastCut(cuts.all, window)) ? window : state.messages - 1;
  return fitsTail(question) ? Math.min(last, question!.seq) : last;
}

/** Tokens of the tail after a compaction up to `last`. They may differ from the target, because messages are not cut. */
function tailLeft({ all }: Cuts, last: number, { tailTarget }: Measures): number | undefined {
  const least = lastCut(all, last)?.tailTokens;
  if (least === undefined || least >= tailTarget) return least;
  return all.find(({ tailTokens }) => tailTokens <= tailTarget)?.tailTokens;
}
