/** What stands around summaries and tail, as a context shows it: the room for the rest is measured by it. */
import type { AssembledContext } from '../context/context.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** A change of the fixed parts smaller than this share of the budget is not worth remembering. */
const slack = 0.01;
/** Headings and pointers around a shown summary, which its own count leaves out. */
const summaryFrameTokens = 35;

type Budget = { tokens: number; responseTokens: number };

/** In the counter's tokens; undefined where it is about what was known. `asked`: the budget before tools and the like. */
export function fixedTokensOf(
  state: Pick<ThreadState, 'fixedTokens' | 'liveSummaries'>,
  sent: { context: AssembledContext; ratio: number; asked: Budget; budget: Budget },
): number | undefined {
  const { context, ratio, asked, budget } = sent;
  const sections = (['system', 'profile', 'pinned', 'ledger'] as const).map(
    (section) => context.sections[section]?.tokens ?? 0,
  );
  const modelTokens = sections.reduce((sum, size) => sum + size, 0);
  const reservedTokens = Math.max(0, spareTokens(asked) - spareTokens(budget));
  const tokens =
    Math.round((modelTokens + reservedTokens) / ratio) + state.liveSummaries * summaryFrameTokens;
  return Math.abs(tokens - state.fixedTokens) <= context.budget.tokens * slack ? undefined : tokens;
}

function spareTokens({ tokens, responseTokens }: Budget): number {
  return tokens - responseTokens;
}
