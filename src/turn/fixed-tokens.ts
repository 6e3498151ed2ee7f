/** The tokens around summaries and tail in a context. They are kept with the thread to know the room for the rest. */
import type { AssembledContext } from '../context/context.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** Changes smaller than this share of the budget are not stored. */
const leastChange = 0.01;
/** Tokens of headings and pointers around a shown summary, which its own count leaves out. */
const summaryFrameTokens = 35;

type Budget = { tokens: number; responseTokens: number };

/**
 * In reference tokens; undefined if they have hardly changed. `requestBudget` is the budget before tools and the like
 * are taken off, `budget` the one after.
 */
export function fixedTokensOf(
  state: Pick<ThreadState, 'fixedTokens' | 'liveSummaries'>,
  sent: { context: AssembledContext; ratio: number; requestBudget: Budget; budget: Budget },
): number | undefined {
  const { context, ratio, requestBudget, budget } = sent;
  const sections = (['system', 'profile', 'pinned', 'ledger'] as const).map(
    (section) => context.sections[section]?.tokens ?? 0,
  );
  const modelTokens = sections.reduce((sum, size) => sum + size, 0);
  const reservedTokens = Math.max(0, contextTokens(requestBudget) - contextTokens(budget));
  const tokens =
    Math.round((modelTokens + reservedTokens) / ratio) + state.liveSummaries * summaryFrameTokens;
  return Math.abs(tokens - state.fixedTokens) <= context.budget.tokens * leastChange ? undefined : tokens;
}

function contextTokens({ tokens, responseTokens }: Budget): number {
  return tokens - responseTokens;
}
