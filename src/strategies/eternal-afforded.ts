/**
 * How much the first compaction may leave. Nothing was saved before it, so writing the shorter context must cost
 * no more than reading the whole history in that request. A large window waits until a usable context costs no more than
 * that, and leaves no more. A smaller window can never pay for one, so a talk there is summarized as usual.
 */
import type { CheckInput } from '../strategy.ts';

/** Shares of the tokens that may be written anew; exact facts get the rest. */
const parts = { tail: 0.3, summaries: 0.4 };
/** The same for a talk in a window that can never pay for a usable context: what was said last is told nowhere else. */
const partsOfTalk = { tail: 0.4, summaries: 0.4 };
/** Least tokens for work in a window that can never pay for a usable context. */
const leastOfWork = { tail: 100, summaries: 150 };
/** Tokens of a usable context, without the system prompt. A smaller one is worth less than verbatim messages of its price. */
const usable = { work: 1_500, talk: 1_800 };
/** What the first compaction of a talk may cost more than was saved, as a share of what the full history has cost so far. */
const overdraft = 0.03;
/** Share of the room that is filled when a compaction can no longer wait. */
const nearlyFull = 0.95;
/**
 * If the last two exchanges take up to `short` tokens, the conversation is a talk; if they take more than `longest`, or
 * that share of the room, it is work. In between, the one passes gradually into the other.
 */
const talkExchanges = { short: 2_000, longest: 4_000, longestShare: 0.3 };

/** A number from 0 (steps of work) to 1 (a talk), by the size of the last two exchanges. */
export function talkOf(lastExchanges: number, room: number): number {
  const longest = Math.min(room * talkExchanges.longestShare, talkExchanges.longest);
  if (lastExchanges > longest) return 0;
  return Math.min(1, (longest - lastExchanges) / Math.max(1, longest - talkExchanges.short));
}

export type Afforded = {
  /** The window is large enough for a first compaction that costs nothing and leaves what is usable. */
  inTime: boolean;
  /** A usable context can be paid for now. */
  enough: boolean;
  /** The tokens one part may have, at most its usual size. */
  bounded(part: keyof typeof parts, usual: number): number;
  /** Nothing was compacted yet, so that what is left has to be paid for. */
  first: boolean;
};

export function affordedBy(input: CheckInput, { room, talk }: { room: number; talk: number }): Afforded {
  const { read, write } = input.budget.prices;
  const tokens = affordable(input);
  const needed = usable.work + (usable.talk - usable.work) * talk;
  const inTime = read * room * nearlyFull >= write * needed;
  // Summaries are prepared early, so they get the size that can be paid for when they are shown.
  const least = inTime && talk > 0 ? needed : 0;
  const ofTalk = Math.max(usable.talk, tokens + (overdraft * (input.state.sent?.full ?? 0)) / write);
  return {
    first: Number.isFinite(tokens),
    inTime,
    enough: tokens >= needed,
    bounded: (part, usual) => {
      const own = Math.max(tokens, least) * parts[part];
      if (inTime || own >= usual) return Math.min(usual, own);
      return Math.min(usual, Math.max(own, leastOfWork[part], talk * ofTalk * partsOfTalk[part]));
    },
  };
}

/**
 * Savings so far plus the cost of reading everything in this request, as a number of tokens that may be written anew.
 * Later compactions have no limit, because they have savings to spend. If recall used those up, shorter and shorter
 * summaries would not pay them back either.
 */
function affordable({ state, budget }: CheckInput): number {
  const { sent } = state;
  if (sent === undefined || sent.requests === 0 || state.compactions > 0) return Number.POSITIVE_INFINITY;
  return (sent.full - sent.paid + budget.prices.read * state.tokens) / budget.prices.write;
}
