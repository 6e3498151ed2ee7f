/** A strategy of your own: one summary, made anew whenever messages without a summary fill half of the budget. */
import type { CheckInput, PlanInput, Strategy } from 'everthread';
import {
  type Cut,
  cutToFit,
  explainNothing,
  findCuts,
  foldAll,
  lastCut,
  limitsFor,
  presentSummaries,
  rerootAll,
  stableFirst,
  withinBudget,
} from 'everthread/strategies';

export type HalfwayOptions = {
  /** Number of newest messages that stay verbatim. */
  keep?: number;
};

export function halfway({ keep = 8 }: HalfwayOptions = {}): Strategy {
  /** Uses the thread's row alone, because it is called after every append. */
  const due = ({ state, budget }: CheckInput) =>
    state.tailTokens > budget.available / 2 && state.messages - state.coveredTo > keep
      ? 'What is not summarized fills half of the budget'
      : undefined;

  const one = (input: PlanInput, to: number, reason: string) => ({
    strategy: 'halfway',
    level: 'halfway',
    shape: 'plain' as const,
    limits: limitsFor(withinBudget(400, input)),
    reason,
    to,
  });

  return {
    name: 'halfway',
    options: { keep },
    sectionOrder: stableFirst,
    mode: 'background',
    onFailure: 'fallback',
    check: due,
    plan(input) {
      const { state, trigger, pass, targetTailTokens = 0 } = input;
      // Places where a cut separates no tool call from its result.
      const cuts = findCuts(input);
      const cut = lastCut(cuts.all, state.messages - keep);
      const nothing = explainNothing(input, { window: keep, cuts });
      const fold = (at: Cut | undefined, reason: string) =>
        at ? foldAll(input, one(input, at.seq, reason)) : nothing;

      switch (trigger) {
        case 'pressure':
          if (state.tailTokens <= targetTailTokens) return { nothing: 'The tail fits what was asked for.' };
          return fold(cutToFit(cuts.all, targetTailTokens), 'The context did not fit');
        case 'refresh': {
          const to = cut?.seq ?? state.coveredTo;
          if (pass > 0 || to === 0) return nothing;
          return rerootAll(input, one(input, to, 'Asked to summarize afresh'));
        }
        case 'append': {
          const reason = due(input);
          return reason === undefined || pass > 0 ? { nothing: 'Not due.' } : fold(cut, reason);
        }
        case 'manual':
          return pass > 0 ? nothing : fold(cut, 'Asked to summarize');
      }
    },
    present: ({ summaries }) =>
      presentSummaries(summaries, { role: () => 'system', heading: () => '## What was said before\n' }),
  };
}
