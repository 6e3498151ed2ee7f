/**
 * How long preparing summaries may rest after a plan found nothing to prepare. Without this, every append would plan
 * again and find nothing until a leaf is full.
 */
import type { PlanInput, Rest } from '../strategy.ts';
import { leastNearTrigger } from './eternal-ahead.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';

export function restUntil(input: PlanInput, options: Options, measures: Measures): Rest {
  const { state, prepared, end } = input;
  const preparedTokens = prepared.reduce((sum, head) => sum + head.sourceTokens, 0);
  if (measures.ratio < options.prepareTokenRatio)
    return untilEarlyLeaf(input, options, measures, preparedTokens);
  const unprepared = state.tailTokens - preparedTokens;
  const least = leastNearTrigger(state, measures);
  const atTrigger = Math.max(state.tailTokens, measures.room * measures.trigger - state.summaryTokens);
  // All leaves for the coming compaction are prepared. More are needed only if the tail grows beyond its expected size
  // at the trigger.
  const allPrepared = preparedTokens >= atTrigger - measures.tailTarget;
  const growth = allPrepared ? preparedTokens + measures.tailTarget - state.tailTokens : least - unprepared;
  // The newest messages are left out of leaves. Each new message lets one more of them into a leaf.
  let available =
    unprepared - end.slice(-options.preserveRecent).reduce((sum, { tokens }) => sum + tokens, 0);
  let messages = 1;
  for (const { tokens } of end.slice(-options.preserveRecent)) {
    available += tokens;
    if (available >= least) break;
    messages += 1;
  }
  return {
    revision: state.revision,
    messages: state.messages + messages,
    tailTokens: state.tailTokens + Math.max(0, growth),
  };
}

/** Leaves for a possible pause contain only messages that a compaction would not leave in the tail. */
function untilEarlyLeaf(
  { state }: PlanInput,
  { prepareTokenRatio }: Options,
  { room, trigger, pauseTail, leastForPause }: Measures,
  preparedTokens: number,
): Rest {
  const { tailTokens, summaryTokens, messages, revision } = state;
  const fullLeafAt = preparedTokens + pauseTail + leastForPause;
  const atTrigger = room * prepareTokenRatio - summaryTokens;
  // A full leaf that does not pay yet is judged again only after the tail has grown by a quarter of a leaf.
  const next = Math.max(fullLeafAt, tailTokens + leastForPause / 4);
  return {
    revision,
    messages: messages + 1,
    tailTokens: Math.min(next, Math.max(atTrigger, tailTokens)),
    // Passages may fill the room with a short tail, of which no leaf as large as that of the compaction can be made yet.
    ratio: (prepareTokenRatio + trigger) / 2,
  };
}

/** Whether the plan that found nothing to prepare still holds. */
export function isResting(
  { state, rest }: { state: PlanInput['state']; rest?: Rest | undefined },
  { ratio }: Pick<Measures, 'ratio'>,
): boolean {
  if (rest === undefined || rest.revision !== state.revision) return false;
  if (rest.ratio !== undefined && ratio >= rest.ratio) return false;
  return state.messages < rest.messages || state.tailTokens < rest.tailTokens;
}
