/**
 * Whether a compaction pays for itself. Every request reads the whole context from the provider's cache. A
 * compaction makes the context shorter, but everything behind the system prompt has to be written to the cache anew.
 * Waiting longer means more reading, compacting more often means more writing, so there is a cheapest distance between
 * two compactions. A compaction also never costs more than was saved so far, so that a conversation costs no more than
 * its full history wherever it ends.
 */
import type { CheckInput } from '../strategy.ts';
import type { Measures } from './eternal-options.ts';
import { leafTarget } from './leaves.ts';
import { clamp } from './plans.ts';

/** Tokens of exact facts and section headings that a compaction changes, as a share of all messages, within bounds. */
const changedFacts = { share: 0.025, least: 300, most: 2_000 };
/** Largest share of the expected savings that may be spent on a model's summaries. */
const mostSpentOnSummaries = 0.5;
/**
 * Least share by which a swap must shorten the context behind the system prompt. A smaller saving is not worth giving
 * up verbatim messages.
 */
const leastShortening = 0.15;
/** Tokens that must arrive before a compaction even if nothing is cached and waiting therefore saves nothing. */
const leastGrowth = 1_500;

/** Whether a compaction pays now. `tail` is the size of the tail it would leave, if the messages are known. */
export function paysOff(input: CheckInput, measures: Measures, tail = measures.tailTarget): boolean {
  const { state, budget } = input;
  const { read, write, summarize } = budget.prices;
  const { sent } = state;
  if (sent === undefined || sent.requests === 0 || !measures.affordsFirst) return false;
  const leaving = state.tailTokens - tail;
  const perRequest = state.tokens / sent.requests;
  // The messages of the next request are written in any case, so they do not count.
  const rewritten = Math.max(0, tail - perRequest) + summariesAfter(input, measures) + factTokensAfter(input);
  const growth =
    measures.patience * Math.sqrt((2 * perRequest * Math.max(0, write - read) * rewritten) / read);
  if (leaving < Math.max(growth, Math.min(leastGrowth, measures.tailTarget))) return false;
  const shorter = state.summaryTokens + state.tailTokens - rewritten;
  const costAtOnce = write * rewritten - read * (state.summaryTokens + state.tailTokens);
  if (costAtOnce > sent.full - sent.paid) return false;
  return summarize * leaving <= mostSpentOnSummaries * expectedSavings(input, shorter);
}

/** Expects as many requests as there were so far, and as many pauses after which everything is written anew. */
function expectedSavings({ state, budget }: CheckInput, shorter: number): number {
  const { read, write } = budget.prices;
  const { requests = 0, lapses = 0 } = state.sent ?? {};
  return shorter * (requests * read + lapses * Math.max(0, write - read));
}

/** Sizes behind the system prompt after a compaction. */
export type SizesAfter = { summaryTokens: number; tailTokens: number };

/**
 * After the provider's cache has lapsed, the context is written anew in any case. A shorter one therefore saves at
 * once, and costs nothing but the exact words of the messages.
 */
export function isWorthSwapping(input: CheckInput, left: SizesAfter): boolean {
  const { summaryTokens, tailTokens } = input.state;
  const current = summaryTokens + tailTokens;
  return tokensSaved(input, left) >= leastShortening * current;
}

/** Whether summaries for a possible pause are expected to pay for themselves. */
export function isWorthPreparing(input: CheckInput, measures: Measures): boolean {
  const { state, budget } = input;
  if (state.sent === undefined || budget.prices.write <= budget.prices.read) return false;
  const left = { summaryTokens: summariesAfter(input, measures), tailTokens: measures.pauseTail };
  if (!isWorthSwapping(input, left)) return false;
  const leaving = state.tailTokens - measures.pauseTail;
  const savings = expectedSavings(input, tokensSaved(input, left));
  return budget.prices.summarize * leaving <= mostSpentOnSummaries * savings;
}

/** Tokens by which the context gets shorter. The first compaction also adds the facts, which are shown from then on. */
function tokensSaved(input: CheckInput, { summaryTokens, tailTokens }: SizesAfter): number {
  const { state } = input;
  const addedFactTokens = state.compactions === 0 ? factTokensAfter(input) : 0;
  return state.summaryTokens + state.tailTokens - summaryTokens - tailTokens - addedFactTokens;
}

function summariesAfter({ state }: CheckInput, measures: Measures): number {
  const leaving = Math.max(0, state.tailTokens - measures.tailTarget);
  return Math.min(
    Math.max(state.summaryTokens, measures.summaryBound),
    state.summaryTokens + leafTarget(leaving, measures.summaryBound),
  );
}

function factTokensAfter({ state }: CheckInput): number {
  const { share, least, most } = changedFacts;
  return clamp(state.tokens * share, least, most);
}
