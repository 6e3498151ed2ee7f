/**
 * How long nothing can be prepared ahead, by the figures of the plan that found nothing: every append would plan again
 * otherwise, and find nothing again until a leaf is full.
 */
import type { PlanInput, Rest } from '../strategy.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';

export function restUntil(input: PlanInput, options: Options, measures: Measures): Rest {
  const { state, prepared, end } = input;
  const preparedTokens = prepared.reduce((sum, head) => sum + head.sourceTokens, 0);
  if (measures.ratio < options.prepareTokenRatio)
    return untilEarlyLeaf(input, options, measures, preparedTokens);
  const open = state.tailTokens - preparedTokens;
  const least = measures.leastAhead;
  const atTrigger = Math.max(state.tailTokens, measures.room * measures.trigger - state.summaryTokens);
  // All that will be swapped out is prepared: more is when the tail outgrows what the trigger was to find.
  const isEnough = preparedTokens >= atTrigger - measures.tailTarget;
  const further = isEnough ? preparedTokens + measures.tailTarget - state.tailTokens : least - open;
  // The newest messages are left out of leaves, and enter them one with each message that comes.
  let held = open - end.slice(-options.preserveRecent).reduce((sum, { tokens }) => sum + tokens, 0);
  let messages = 1;
  for (const { tokens } of end.slice(-options.preserveRecent)) {
    held += tokens;
    if (held >= least) break;
    messages += 1;
  }
  return {
    revision: state.revision,
    messages: state.messages + messages,
    tailTokens: state.tailTokens + Math.max(0, further),
  };
}

/** Of leaves for a pause that may come, each tells messages that a compaction would not leave to the tail. */
function untilEarlyLeaf(
  { state }: PlanInput,
  { prepareTokenRatio }: Options,
  { room, pauseTail, leastEarly }: Measures,
  preparedTokens: number,
): Rest {
  const { tailTokens, summaryTokens, messages, revision } = state;
  const isFull = preparedTokens + pauseTail + leastEarly;
  const atTrigger = room * prepareTokenRatio - summaryTokens;
  // Where a leaf would be full and is not worth it, a little more decides nothing else.
  const next = Math.max(isFull, tailTokens + leastEarly / 4);
  return { revision, messages: messages + 1, tailTokens: Math.min(next, Math.max(atTrigger, tailTokens)) };
}

/** Whether the plan's finding still holds. */
export function rests({ state, rest }: { state: PlanInput['state']; rest?: Rest | undefined }): boolean {
  if (rest === undefined || rest.revision !== state.revision) return false;
  return state.messages < rest.messages || state.tailTokens < rest.tailTokens;
}
