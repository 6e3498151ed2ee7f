/**
 * Whether a compaction pays for itself. Every request reads the whole context from the provider's cache; a
 * compaction makes it shorter, and has what stands behind the system prompt written anew. The longer one waits, the more
 * is read in vain; the more often one compacts, the more is written: between them lies the cheapest distance. And it
 * lays out no more than was saved, so that a conversation, wherever it ends, costs no more than its full history.
 */
import type { CheckInput } from '../strategy.ts';
import type { Measures } from './eternal-options.ts';
import { leafTarget } from './leaves.ts';
import { clamp } from './plans.ts';

/** Exact facts and frames that a compaction changes beside the summaries: of all that was said, within bounds. */
const changedBeside = { share: 0.025, least: 300, most: 2_000 };
/** Part of what is expected to be saved that a model's summaries may cost. */
const worthAsking = 0.5;
/** Of what stands behind the system prompt: for less, words as they were said are not given up, although it would be cheaper. */
const worthShortening = 0.15;
/** Where nothing is cached, waiting saves nothing: still, not every message is worth a compaction. */
const leastGrowth = 1_500;

/** `tail`: what the newest messages that would be left take, where the messages were looked at. */
export function paysOff(input: CheckInput, measures: Measures, tail = measures.tailTarget): boolean {
  const { state, budget } = input;
  const { read, write, summarize } = budget.prices;
  const { sent } = state;
  if (sent === undefined || sent.requests === 0 || !measures.affordsFirst) return false;
  const leaving = state.tailTokens - tail;
  const perRequest = state.tokens / sent.requests;
  // What the next request brings is written whether or not anything is compacted.
  const rewritten = Math.max(0, tail - perRequest) + summariesAfter(input, measures) + besideAfter(input);
  const growth =
    measures.patience * Math.sqrt((2 * perRequest * Math.max(0, write - read) * rewritten) / read);
  if (leaving < Math.max(growth, Math.min(leastGrowth, measures.tailTarget))) return false;
  const shorter = state.summaryTokens + state.tailTokens - rewritten;
  const atOnce = write * rewritten - read * (state.summaryTokens + state.tailTokens);
  if (atOnce > sent.full - sent.paid) return false;
  return summarize * leaving <= worthAsking * expectedSavings(input, shorter);
}

/** As many requests are to be expected as there have been, and as many pauses after which all is written anew. */
function expectedSavings({ state, budget }: CheckInput, shorter: number): number {
  const { read, write } = budget.prices;
  const { requests = 0, lapses = 0 } = state.sent ?? {};
  return shorter * (requests * read + lapses * Math.max(0, write - read));
}

/** What a compaction leaves of the context behind the system prompt. */
export type Left = { summaryTokens: number; tailTokens: number };

/**
 * Where the provider's cache has lapsed, what is shown is written anew whatever it is: a shorter context saves at once, and
 * all that is lost are words as they were said.
 */
export function isWorthSwapping(input: CheckInput, left: Left): boolean {
  const { summaryTokens, tailTokens } = input.state;
  const stands = summaryTokens + tailTokens;
  return shorterBy(input, left) >= worthShortening * stands;
}

/** Whether summaries made ahead, for a pause that may come, are expected to pay for themselves. */
export function isWorthPreparing(input: CheckInput, measures: Measures): boolean {
  const { state, budget } = input;
  if (state.sent === undefined || budget.prices.write <= budget.prices.read) return false;
  const left = { summaryTokens: summariesAfter(input, measures), tailTokens: measures.pauseTail };
  if (!isWorthSwapping(input, left)) return false;
  const leaving = state.tailTokens - measures.pauseTail;
  const savings = expectedSavings(input, shorterBy(input, left));
  return budget.prices.summarize * leaving <= worthAsking * savings;
}

/** Facts are shown from the first compaction on; before, they come with it. */
function shorterBy(input: CheckInput, { summaryTokens, tailTokens }: Left): number {
  const { state } = input;
  const beside = state.compactions === 0 ? besideAfter(input) : 0;
  return state.summaryTokens + state.tailTokens - summaryTokens - tailTokens - beside;
}

function summariesAfter({ state }: CheckInput, measures: Measures): number {
  const leaving = Math.max(0, state.tailTokens - measures.tailTarget);
  return Math.min(
    Math.max(state.summaryTokens, measures.summaryBound),
    state.summaryTokens + leafTarget(leaving, measures.summaryBound),
  );
}

function besideAfter({ state }: CheckInput): number {
  const { share, least, most } = changedBeside;
  return clamp(state.tokens * share, least, most);
}
