/** What stands around summaries and tail, as the last context had it: strategies reckon with it. */
import type { AssembledContext } from '../context/context.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** A change of the fixed parts smaller than this share of the budget is not worth remembering. */
const fixedTokensSlack = 0.01;
/** Headings and pointers around a shown summary, which its own count leaves out. */
const summaryFrameTokens = 35;

export function fixedTokensMemory(learnt: LearntState) {
  return (state: ThreadState, context: AssembledContext, ratio: number, reservedTokens: number): void => {
    const sections = (['system', 'profile', 'pinned', 'ledger'] as const).map(
      (section) => context.sections[section]?.tokens ?? 0,
    );
    const modelTokens = sections.reduce((sum, size) => sum + size, 0);
    const tokens =
      Math.round((modelTokens + reservedTokens) / ratio) + state.liveSummaries * summaryFrameTokens;
    if (Math.abs(tokens - state.fixedTokens) <= context.budget.tokens * fixedTokensSlack) return;
    learnt.learn(state.id, { fixedTokens: tokens });
  };
}
