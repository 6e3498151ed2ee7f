/** How far a compaction of `eternal` covers, and why. */
import type { PlanInput } from '../strategy.ts';
import { type Cut, type Cuts, lastCut } from './cuts.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';
import { triggerReason, unfinished } from './eternal-triggers.ts';

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
    // As deep as any other: what is sent anew once should last.
    const tailTokens = Math.min(targetTailTokens, measures.tailTarget);
    const last = lastCovered(input, options, cuts, Math.min(targetTailTokens, measures.mostRecent));
    return { tailTokens, last, reason: 'The context did not fit' };
  }
  if (trigger === 'manual') {
    const outside = state.tailTokens - (lastCut(cuts.near, window)?.tailTokens ?? state.tailTokens);
    // A later pass goes on with a backlog; a few messages that came meanwhile are not worth a leaf.
    const worthwhile = pass === 0 || outside >= measures.leafTokens / 2;
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
    (pass > 0 ? unfinished(input, options, measures) : undefined);
  if (reason === undefined) return undefined;
  return { tailTokens: measures.tailTarget, last, reason };
}

/**
 * A long newest message that nobody has answered yet stays whatever happens. While everything fits, it is sent as it stands,
 * and once it is answered it can be told with the rest: compacted before that, the request behind it would have it written
 * anew, and it would fill what was made free.
 */
export function isBeingAnswered({ end }: PlanInput, { mostRecent, ratio }: Measures): boolean {
  const newest = end.at(-1);
  if (newest === undefined || newest.role === 'assistant') return false;
  return ratio < 1 && newest.tokens > mostRecent;
}

/**
 * The newest messages stay, and what is being answered with its question; where they take too much, only what belongs to
 * the newest message.
 */
export function lastCovered({ state }: PlanInput, options: Options, cuts: Cuts, most: number): number {
  const stays = (cut: Cut | undefined) => cut !== undefined && cut.tailTokens <= most;
  const window = state.messages - options.preserveRecent;
  const question = cuts.all.findLast(({ endsExchange }) => endsExchange);
  const last = stays(lastCut(cuts.all, window)) ? window : state.messages - 1;
  return stays(question) ? Math.min(last, question!.seq) : last;
}

/** What a compaction up to there would leave of the tail: messages are not cut, so it may be less than it could be, or more. */
function tailLeft({ all }: Cuts, last: number, { tailTarget }: Measures): number | undefined {
  const least = lastCut(all, last)?.tailTokens;
  if (least === undefined || least >= tailTarget) return least;
  return all.find(({ tailTokens }) => tailTokens <= tailTarget)?.tailTokens;
}
