/**
 * How much the first compaction may leave. Nothing was saved before it, so writing the shorter context must cost
 * no more than reading the whole history in that request. In a large window, the first compaction waits until a usable
 * context costs no more than that, and leaves no more. A smaller window can never pay for a usable context. A
 * talk there may cost a little more than it has saved.
 */
import type { CheckInput } from '../strategy.ts';

/**
 * Shares of the tokens that may be written anew; exact facts get the rest. In work that is half: the record of the work
 * takes four hundredths of the messages, and eight hundredths can be paid for.
 */
const shares = { work: { tail: 0.2, summaries: 0.25 }, talk: { tail: 0.3, summaries: 0.4 } };
/**
 * The shares for a talk in a window that can never pay for a usable context. Its tail gets more, because nothing else
 * has the newest messages of a talk.
 */
const sharesOfTalk = { tail: 0.4, summaries: 0.4 };
/** Least tokens for work in a window that can never pay for a usable context. */
const leastOfWork = { tail: 100, summaries: 150 };
/** Tokens of a usable context, without the system prompt. A smaller one is worth less than verbatim messages of its price. */
const usable = { work: 1_500, talk: 1_800 };
/**
 * How much the first compaction of a talk may cost beyond its savings, as a share of what the full history has cost so
 * far.
 */
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

export type FirstCompaction = {
  /** The window is large enough for a first compaction that costs nothing and leaves what is usable. */
  windowCanPay: boolean;
  /** A usable context can be paid for now. */
  paysNow: boolean;
  /** The tokens one part may have, at most its usual size. */
  limited(part: keyof typeof shares.talk, usual: number): number;
  /** Nothing was compacted yet, so what the compaction leaves has to be paid for. */
  isAhead: boolean;
};

export function firstCompaction(
  input: CheckInput,
  { room, talk }: { room: number; talk: number },
): FirstCompaction {
  const { read, write } = input.budget.prices;
  const tokens = affordable(input);
  const needed = usable.work + (usable.talk - usable.work) * talk;
  const windowCanPay = read * room * nearlyFull >= write * needed;
  // Summaries are prepared early, so they get the size that can be paid for when they are shown.
  const least = windowCanPay && talk > 0 ? needed : 0;
  const { sent } = input.state;
  const ofTalk = Math.max(usable.talk, tokens + (overdraft * (sent?.full ?? 0)) / write);
  return {
    isAhead: Number.isFinite(tokens),
    windowCanPay,
    paysNow: tokens >= needed,
    limited: (part, usual) => {
      const share = shares.work[part] + (shares.talk[part] - shares.work[part]) * talk;
      const payable = Math.max(tokens, least) * share;
      if (windowCanPay || payable >= usual) return Math.min(usual, payable);
      return Math.min(usual, Math.max(payable, leastOfWork[part], talk * ofTalk * sharesOfTalk[part]));
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
