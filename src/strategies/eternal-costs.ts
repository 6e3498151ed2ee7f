/**
 * Whether a compaction pays for itself. Every request reads the whole context from the provider's cache; a
 * compaction makes it shorter, and has what stands behind the system prompt written anew. The longer one waits, the more
 * is read in vain; the more often one compacts, the more is written: between them lies the cheapest distance. And it
 * lays out little before it is saved, so that a conversation, wherever it ends, costs hardly more than its full history.
 */
import type { CheckInput } from '../strategy.ts';
import type { Measures } from './eternal-options.ts';
import { leafTarget } from './leaves.ts';

/** Rather a little later than at the cheapest moment: the curve is flat there, and words as they were said are worth something. */
const patience = 1.2;
/** Exact facts and frames that a compaction changes beside the summaries. */
const changedBeside = 600;
/** What may be laid out before it is saved, as a part of all that was paid: it is back after a request or two. */
const venture = 0.02;
/** Part of what is expected to be saved that a model's summaries may cost. */
const worthAsking = 0.5;
/** Where nothing is cached, waiting saves nothing: still, not every message is worth a compaction. */
const leastGrowth = 1_500;

/** `keptTail`: what the newest messages, which stay whatever happens, take at least. */
export function paysOff(input: CheckInput, measures: Measures, keptTail = 0): boolean {
  const { state, budget } = input;
  const { read, write, summarize } = budget.prices;
  const { sent } = state;
  if (sent === undefined || sent.requests === 0) return false;
  const tail = Math.max(measures.tailTarget, keptTail);
  const leaving = state.tailTokens - tail;
  const rewritten = tail + summariesAfter(input, measures) + changedBeside;
  const perRequest = state.tokens / sent.requests;
  const growth = patience * Math.sqrt((2 * perRequest * Math.max(0, write - read) * rewritten) / read);
  if (leaving < Math.max(growth, Math.min(leastGrowth, measures.tailTarget))) return false;
  const shorter = state.summaryTokens + state.tailTokens - rewritten;
  const atOnce = write * rewritten - read * (state.summaryTokens + state.tailTokens);
  if (atOnce > sent.full - sent.paid + sent.full * venture) return false;
  // As many requests are to be expected as there have been.
  return summarize * leaving <= worthAsking * sent.requests * read * shorter;
}

function summariesAfter({ state }: CheckInput, measures: Measures): number {
  const leaving = Math.max(0, state.tailTokens - measures.tailTarget);
  return Math.min(
    Math.max(state.summaryTokens, measures.summaryBound),
    state.summaryTokens + leafTarget(leaving, measures.summaryBound),
  );
}
