/**
 * What a conversation can spend on passages that nobody asked for. A question about the past is worth what its
 * answer costs. What tells something, or asks among other things, is helped by reminders: they are paid from what
 * compactions have saved against sending the full history, so that a conversation does not cost more than that because it
 * was reminded.
 */
import { type ModelPrices, relativePrices } from '../cost/prices.ts';
import { nothingSent } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { mostPlaces } from './recalled-places.ts';

/** Tokens at most for a message that asks among other things, and for one that tells or orders something. */
export type RecallAllowance = { mixed: number; statement: number };

export const anyRecall: RecallAllowance = { mixed: 2_500, statement: 1_200 };
/** Of what could be spent: the rest is for the next compaction, and for what is said later. */
const spentOn: RecallAllowance = { mixed: 0.1, statement: 0.03 };
/**
 * Of what one request saves, and what may be taken of earlier savings where that is less: a share of all that was saved
 * alone would, request by request, spend all of it.
 */
const ofOneRequest: RecallAllowance = { mixed: 0.12, statement: 0.03 };
const leastOfSaved: RecallAllowance = { mixed: 150, statement: 0 };
/** Times what a request adds: a window that fills with reminders is compacted for them. */
const besideGrowth: RecallAllowance = { mixed: 4, statement: 1 };

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
  if (places.length >= mostPlaces) return { mixed: 0, statement: 0 };
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
  const allowed = (kind: keyof RecallAllowance) => {
    const ofSavings = Math.max(leastOfSaved[kind], (savedNow / price) * ofOneRequest[kind]);
    const spared = (saved / price) * spentOn[kind];
    return Math.floor(Math.min(anyRecall[kind], spared, ofSavings, perRequest * besideGrowth[kind]));
  };
  return { mixed: allowed('mixed'), statement: allowed('statement') };
}
