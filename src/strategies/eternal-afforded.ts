/**
 * What the first compaction may leave. Before it nothing is saved, so what it has written anew must cost no more than
 * reading the whole history would have cost in that request. In a window that can pay for a usable context it waits until
 * it can, and leaves no more than that; in a smaller one a talk is told as well as by any other compaction.
 */
import type { CheckInput } from '../strategy.ts';

/** Of what may be written anew; exact facts have the rest. */
const parts = { tail: 0.3, summaries: 0.4 };
/** Where the window can never pay for a usable context, work has at least so many. */
const leastOfWork = { tail: 100, summaries: 150 };
/** Behind the system prompt: where less could be afforded, the words as they were said tell more for their price. */
const usable = { work: 1_500, talk: 1_800 };
/** Part of the room that is filled when a compaction can be put off no longer. */
const nearlyFull = 0.95;
/** Two exchanges that take more are work, in however large a window; those that take half as much are a talk. */
const longestTalk = { tokens: 4_000, share: 0.3 };

/** From 0, steps of work, to 1, a talk, by what the last two exchanges take. */
export function talkOf(lastExchanges: number, room: number): number {
  const longest = Math.min(room * longestTalk.share, longestTalk.tokens);
  const part = (2 * (longest - lastExchanges)) / Math.max(1, longest);
  return Math.max(0, Math.min(1, part));
}

export type Afforded = {
  /** The window is large enough for a first compaction that costs nothing and leaves what is usable. */
  inTime: boolean;
  /** What is usable can be paid for now. */
  enough: boolean;
  /** What one part may have of it, where it would usually have so many tokens. */
  bounded(part: keyof typeof parts, usual: number): number;
};

export function affordedBy(input: CheckInput, { room, talk }: { room: number; talk: number }): Afforded {
  const { read, write } = input.budget.prices;
  const tokens = affordable(input);
  const needed = usable.work + (usable.talk - usable.work) * talk;
  const inTime = read * room * nearlyFull >= write * needed;
  // Summaries are made ahead: of a size that can be paid for when they are shown.
  const least = inTime && talk > 0 ? needed : 0;
  return {
    inTime,
    enough: tokens >= needed,
    bounded: (part, usual) => {
      const own = Math.max(tokens, least) * parts[part];
      return Math.min(usual, inTime ? own : Math.max(own, leastOfWork[part], talk * usual));
    },
  };
}

/**
 * What was saved so far, and what reading everything would cost in the request that is compacted for, in tokens that are
 * written anew. Later compactions have savings to spend; where recall used them up, a conversation that is told in fewer
 * words each time would not pay them back either.
 */
function affordable({ state, budget }: CheckInput): number {
  const { sent } = state;
  if (sent === undefined || sent.requests === 0 || state.compactions > 0) return Number.POSITIVE_INFINITY;
  return (sent.full - sent.paid + budget.prices.read * state.tokens) / budget.prices.write;
}
