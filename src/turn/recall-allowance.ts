/**
 * Limits what a conversation spends on passages of its past. They are paid from what compactions have saved
 * against sending the full history, so that passages never make a conversation cost more than that. A question about
 * the past may take the largest share, and gets a few passages even if nothing was saved yet.
 */
import { type ModelPrices, relativePrices } from '../cost/prices.ts';
import { nothingSent } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { mostPlaces } from './recalled-places.ts';

/**
 * Most tokens of passages for a message that only asks, for one that asks among other things, and for one that states
 * or orders something.
 */
export type RecallAllowance = { question: number; mixed: number; statement: number };
type Unasked = 'mixed' | 'statement';

/** The limits that hold even where any amount was saved. */
export const anyRecall: RecallAllowance = {
  question: Number.POSITIVE_INFINITY,
  mixed: 2_500,
  statement: 1_200,
};
/**
 * Tokens for a question before anything was saved: a share of the room, within bounds. Most answers stand in the first
 * few passages. Filling the window for each question would cost more than reading the whole history from the cache.
 */
const usualOfQuestion = { share: 0.09, least: 300, most: 1_000 };
/** The first question since a compaction may have these tokens, the second half of them, and so on down to the least. */
const firstQuestion = 600;
/** For that, a conversation may cost more than its full history by this share. */
const overdraft = 0.02;
/**
 * Largest share of what was saved, or is saved by reading less, that passages may take. What they cost so far counts.
 * With a share of what is left after earlier passages, many questions together would spend everything.
 */
const shareForRecall = 0.4;
/** Share of what is left of that for one question, with what its passages cost until the next compaction. */
const shareForQuestion = 0.6;
/**
 * Share of it for writing the passages of the first question since a compaction; for the second a quarter of that, and
 * so on. Reading them again is paid from what later requests save.
 */
const shareForFirstQuestion = 0.75;
/** Shares of all savings to spend on one message. The rest is for the next compaction and for later messages. */
const shareOfSavings: Record<Unasked, number> = { mixed: 0.1, statement: 0.03 };
/**
 * Shares of what this request saves. `leastOfSavings` are the tokens allowed even if it saves less; they are paid from
 * earlier savings. With a share of all savings alone, many requests together would spend everything.
 */
const shareOfRequest: Record<Unasked, number> = { mixed: 0.12, statement: 0.03 };
const leastOfSavings: Record<Unasked, number> = { mixed: 150, statement: 0 };
/**
 * The limit as a multiple of the tokens that a request adds. Otherwise passages would fill the window and make a
 * compaction necessary.
 */
const multipleOfGrowth: Record<Unasked, number> = { mixed: 4, statement: 1 };

/**
 * Messages that a request adds: an answer and the next message. Few requests of imported threads are recorded, so their
 * number is also estimated from the messages.
 */
const messagesOfRequest = 2;

/**
 * A recalled token costs more than writing it once: it is read with every request until the next compaction, and brings
 * that compaction nearer. With short messages, reading is most of its price.
 */
export function recallAllowance(
  state: ThreadState,
  { prices, available, lapsed = false }: { prices: ModelPrices; available: number; lapsed?: boolean },
): RecallAllowance {
  const { read, write } = relativePrices(prices);
  const { requests, revision, full, paid, passages = 0, recalled } = state.sent ?? nothingSent;
  const places = recalled.filter((place) => place.revision === state.revision && place.seqs.length > 0);
  // One more place would remove all of them and have everything behind them sent anew. Only an answer is worth that.
  const isCrowded = places.length >= mostPlaces;
  const placeTokens = places.reduce((sum, { tokens }) => sum + tokens, 0);
  const shown = state.summaryTokens + state.tailTokens + placeTokens;
  // If the cache has lapsed, both the whole history and the context would be written anew.
  const wholePrice = requests === 0 || lapsed ? write : read;
  const shownPrice = revision === state.revision && !lapsed ? read : write;
  const saved = full - paid + wholePrice * state.tokens - shownPrice * shown;
  const perRequest = state.tokens / Math.max(1, requests, Math.floor(state.messages / messagesOfRequest));
  const room = Math.max(1, available - state.fixedTokens);
  const requestsToCome = Math.max(0, room - shown) / Math.max(1, perRequest);
  const afterCompaction = Math.max(0, state.tokensAfterCompaction - state.fixedTokens);
  const earlierCompaction = (write * afterCompaction) / Math.max(1, room - afterCompaction);
  const price = write + read * requestsToCome + earlierCompaction;
  const savedNow = wholePrice * state.tokens - (lapsed ? write : read) * shown;
  const readLess = read * (state.tokens - shown);
  const readAgain = read * placeTokens;
  const left = shareForRecall * (saved + passages) - passages - readAgain * requestsToCome;
  const few = leastForQuestion({
    room,
    affordable: (saved + full * overdraft) / price,
    answeredQuestions: places.length,
  });
  const question = Math.floor(
    Math.max(
      Math.min(
        few,
        (saved + full * overdraft) / write,
        (shareForRecall * (readLess + readAgain) - readAgain) / read,
      ),
      // Whoever asks the first question since a compaction gets an answer, even if nothing pays for it.
      places.length === 0 ? usualOfQuestion.least : 0,
      (left / price) * shareForQuestion,
      ((left / write) * shareForFirstQuestion) / (1 + places.length) ** 2,
    ),
  );
  if (isCrowded) return { question, mixed: 0, statement: 0 };
  const allowed = (kind: Unasked) => {
    const ofRequest = Math.max(leastOfSavings[kind], (savedNow / price) * shareOfRequest[kind]);
    const ofSavings = (saved / price) * shareOfSavings[kind];
    return Math.floor(Math.min(anyRecall[kind], ofSavings, ofRequest, perRequest * multipleOfGrowth[kind]));
  };
  return { question, mixed: allowed('mixed'), statement: allowed('statement') };
}

/** Tokens for a question in a conversation that saved little. `answeredQuestions`: how many messages have passages. */
function leastForQuestion(options: { room: number; affordable: number; answeredQuestions: number }): number {
  const { room, affordable, answeredQuestions } = options;
  const least = Math.max(usualOfQuestion.least, firstQuestion / (1 + answeredQuestions));
  const usual = Math.min(usualOfQuestion.most, Math.max(least, room * usualOfQuestion.share));
  return Math.min(usual, Math.max(least, affordable));
}
