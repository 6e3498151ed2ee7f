/**
 * How much a compaction may leave. Nothing was saved before the first one, so writing the shorter context must
 * cost no more than reading the whole history in that request. In a large window, the first compaction waits until a
 * usable context costs no more than that, and leaves no more. A smaller window can never pay for a usable context. A
 * talk there may cost a little more than it has saved, and the next compactions leave less while little is saved.
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
/** Least tokens that the first compaction of a talk leaves in a window that can never pay for a usable context. */
const leastOfTalk = 1_200;
/**
 * How much a compaction of a talk in such a window may cost beyond its savings, as a share of what the full history has
 * cost so far.
 */
const overdraft = 0.025;
/** Least share of the usual sizes that a later compaction of work leaves. */
const leastOfLaterWork = 0.5;
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
  windowCanPay: boolean;
  /** A usable context can be paid for now. */
  paysNow: boolean;
  /** The tokens one part may have, at most its usual size. */
  limited(part: keyof typeof shares.talk, usual: number): number;
  /** Nothing was compacted yet. */
  isFirst: boolean;
};

export function affordedCompaction(
  input: CheckInput,
  { room, talk }: { room: number; talk: number },
): Afforded {
  const { read, write } = input.budget.prices;
  const { sent, compactions } = input.state;
  const needed = usable.work + (usable.talk - usable.work) * talk;
  const windowCanPay = read * room * nearlyFull >= write * needed;
  const isFirst = compactions === 0;
  // In a large window only the first compaction has to wait for savings. Later ones always have some to spend.
  const ofLargeWindow = isFirst ? affordable(input) : Number.POSITIVE_INFINITY;
  const tokens = windowCanPay ? ofLargeWindow : affordable(input) - uncachedHead(input);
  // Summaries are prepared early, so they get the size that can be paid for when they are shown.
  const least = windowCanPay && talk > 0 ? needed : 0;
  const leastLeft = isFirst ? leastOfTalk : usable.talk;
  const ofTalk = Math.max(leastLeft, tokens + (overdraft * (sent?.full ?? 0)) / write);
  return {
    isFirst: isFirst && Number.isFinite(tokens),
    windowCanPay,
    paysNow: !isFirst || tokens >= needed,
    limited: (part, usual) => {
      const share = shares.work[part] + (shares.talk[part] - shares.work[part]) * talk;
      const payable = Math.max(tokens, least) * share;
      if (windowCanPay || payable >= usual) return Math.min(usual, payable);
      const leastForWork = isFirst ? leastOfWork[part] : usual * leastOfLaterWork;
      return Math.min(
        usual,
        Math.max(payable, leastForWork * (1 - talk), talk * ofTalk * sharesOfTalk[part]),
      );
    },
  };
}

/** Savings so far plus the cost of reading everything in this request, as a number of tokens that may be written anew. */
function affordable({ state, budget }: CheckInput): number {
  const { sent } = state;
  if (sent === undefined || sent.requests === 0) return Number.POSITIVE_INFINITY;
  return (sent.full - sent.paid + budget.prices.read * state.tokens) / budget.prices.write;
}

/**
 * What a system prompt that is too short to be cached by itself costs in a request that writes the rest anew, as a
 * number of tokens. The first compaction in a small window pays for it; later ones find it in the savings. In a large
 * window it is little beside the rest, and waiting for it would cost more.
 */
function uncachedHead({ state, budget }: CheckInput): number {
  const { read, write, leastCached = 0 } = budget.prices;
  const isCached = state.compactions > 0 || state.fixedTokens >= leastCached;
  return isCached ? 0 : (Math.max(0, write - read) * state.fixedTokens) / write;
}

/**
 * What the first compaction of a talk can pay for, as a share of its messages. They were written once, and read with
 * every second message, on average half of them.
 */
export function payableShare(
  { read, write }: Pick<CheckInput['budget']['prices'], 'read' | 'write'>,
  messages: number,
): number {
  const full = write + (read * messages) / 4;
  return (read + overdraft * full) / write;
}
