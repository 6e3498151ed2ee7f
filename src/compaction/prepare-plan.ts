/**
 * The plan for contexts requested with less than the thread's own budget: the oldest verbatim messages are
 * summarized ahead. Contexts that small use these summaries, while the thread itself keeps the messages verbatim.
 */
import { safeCut } from '../message/units.ts';
import { contextRatio, stepFromMessages } from '../strategies/plans.ts';
import type { Plan, PlanInput } from '../strategy.ts';

export function planAhead(input: PlanInput & { targetTailTokens: number }): Plan | { nothing: string } {
  const { state, prepared, head, end, targetTailTokens } = input;
  const last = prepared[prepared.length - 1]?.to ?? state.coveredTo;
  const fresh = head.filter((meta) => meta.seq > last);
  const first = fresh[0];
  if (!first) return { nothing: 'Nothing is left to prepare.' };
  const preparedTokens = first.tokensBefore - (head[0]?.tokensBefore ?? first.tokensBefore);
  const excess = state.tailTokens - preparedTokens - targetTailTokens;
  if (excess <= 0) return { nothing: 'What is prepared already fits.' };

  const newestUnit = end[end.length - 1]?.unitStart ?? state.messages;
  let wanted = last;
  for (const meta of fresh) {
    if (meta.seq >= newestUnit || meta.tokensBefore - first.tokensBefore >= input.maxInputTokens) break;
    wanted = meta.seq;
    if (meta.tokensBefore + meta.tokens - first.tokensBefore >= excess) break;
  }
  const cut = safeCut({ metas: head, wanted, floor: last });
  if (cut <= last) return { nothing: 'The oldest messages belong to the newest unit.' };
  const sourceTokens = fresh.filter((meta) => meta.seq <= cut).reduce((sum, meta) => sum + meta.tokens, 0);
  const targetTokens = Math.max(32, Math.min(600, Math.round(sourceTokens * 0.15)));
  return {
    strategy: 'ahead',
    trigger: 'pressure',
    reason: 'A context smaller than the thread’s budget was asked for',
    revision: state.revision,
    plannedAt: state.messages,
    ratio: contextRatio(input),
    steps: [
      stepFromMessages({
        from: last + 1,
        to: cut,
        level: 'leaf',
        shape: 'plain',
        limits: { targetTokens, maxWords: null, maxOutputTokens: targetTokens * 2 },
        status: 'prepared',
      }),
    ],
    replaces: [],
    activates: [],
    coverTo: state.coveredTo,
    counts: false,
  };
}
