/**
 * What a conversation can spend on passages of its past. All of them are paid from what compactions have saved
 * against sending the full history, so that a conversation does not cost more than that because it was reminded, or
 * because much was asked in it. A question about the past may take the largest part, and a few passages are looked for
 * even where nothing was saved yet.
 */
import { type ModelPrices, relativePrices } from '../cost/prices.ts';
import { nothingSent } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { mostPlaces } from './recalled-places.ts';

/**
 * Tokens at most for a message that only asks, for one that asks among other things, and for one that tells or orders
 * something.
 */
export type RecallAllowance = { question: number; mixed: number; statement: number };
type Unasked = 'mixed' | 'statement';

export const anyRecall: RecallAllowance = {
  question: Number.POSITIVE_INFINITY,
  mixed: 2_500,
  statement: 1_200,
};
/**
 * What a question may have before anything was saved: a share of the room, within bounds. Most answers stand in the first
 * few passages; all that a window holds, for each question, would cost more than the whole history read from the cache.
 */
const usualOfQuestion = { share: 0.09, least: 300, most: 1_000 };
/** For that a conversation may cost more than its full history by this share; beyond it a question has the least. */
const overdraft = 0.03;
/** Beyond that, of what could be spent. */
const spentOnQuestion = 0.3;
/** Of what could be spent: the rest is for the next compaction, and for what is said later. */
const spentOn: Record<Unasked, number> = { mixed: 0.1, statement: 0.03 };
/**
 * Of what one request saves, and what may be taken of earlier savings where that is less: a share of all that was saved
 * alone would, request by request, spend all of it.
 */
const ofOneRequest: Record<Unasked, number> = { mixed: 0.12, statement: 0.03 };
const leastOfSaved: Record<Unasked, number> = { mixed: 150, statement: 0 };
/** Times what a request adds: a window that fills with reminders is compacted for them. */
const besideGrowth: Record<Unasked, number> = { mixed: 4, statement: 1 };

/**
 * An answer and what is said next. Of a thread that was imported few requests are known, and all of its tokens would
 * seem to have come with those.
 */
const messagesOfRequest = 2;

/**
 * What is recalled now is written once, read with every request until the next compaction, in a talk of short lines most
 * of its price, and brings that one nearer.
 */
export function recallAllowance(
  state: ThreadState,
  { prices, available, lapsed = false }: { prices: ModelPrices; available: number; lapsed?: boolean },
): RecallAllowance {
  const { read, write } = relativePrices(prices);
  const { requests, revision, full, paid, recalled } = state.sent ?? nothingSent;
  const places = recalled.filter((place) => place.revision === state.revision && place.seqs.length > 0);
  // One more would have all of them give way, and what stands behind them written anew: only an answer is worth that.
  const crowded = places.length >= mostPlaces;
  const standing = places.reduce((sum, { tokens }) => sum + tokens, 0);
  const shown = state.summaryTokens + state.tailTokens + standing;
  // Of a cache that has lapsed neither is read.
  const wholePrice = requests === 0 || lapsed ? write : read;
  const shownPrice = revision === state.revision && !lapsed ? read : write;
  const saved = full - paid + wholePrice * state.tokens - shownPrice * shown;
  const perRequest = state.tokens / Math.max(1, requests, Math.floor(state.messages / messagesOfRequest));
  const room = Math.max(1, available - state.fixedTokens);
  const readAgain = Math.max(0, room - shown) / Math.max(1, perRequest);
  const left = Math.max(0, state.tokensAfterCompaction - state.fixedTokens);
  const nearer = (write * left) / Math.max(1, room - left);
  const price = write + read * readAgain + nearer;
  const savedNow = wholePrice * state.tokens - (lapsed ? write : read) * shown;
  const { share, least, most } = usualOfQuestion;
  const usual = Math.min(most, Math.max(least, room * share));
  const always = Math.min(usual, Math.max(least, (saved + full * overdraft) / price));
  const question = Math.floor(Math.max(always, (saved / price) * spentOnQuestion));
  if (crowded) return { question, mixed: 0, statement: 0 };
  const allowed = (kind: Unasked) => {
    const ofSavings = Math.max(leastOfSaved[kind], (savedNow / price) * ofOneRequest[kind]);
    const spared = (saved / price) * spentOn[kind];
    return Math.floor(Math.min(anyRecall[kind], spared, ofSavings, perRequest * besideGrowth[kind]));
  };
  return { question, mixed: allowed('mixed'), statement: allowed('statement') };
}
