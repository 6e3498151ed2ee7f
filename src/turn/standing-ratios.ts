/**
 * The ratio of a model's tokens to ours that a context is laid out by. What is learnt of a model moves with its reports,
 * and with it the sizes of summaries, facts and work record: a request that is laid out by another ratio than the one
 * before shares nothing with it behind the system prompt. So what a compaction left is laid out by one ratio until
 * the next one; whether a request fits is told by the newest.
 */
import type { ThreadState } from '../records/thread-state.ts';

export type StandingRatios = {
  /** By which a context of the thread is laid out, where the newest is `learnt`. */
  ratioFor(state: Standing, model: string | null, learnt: number): number;
  /** By the newest from here on. */
  move(state: Standing, model: string | null, learnt: number): void;
};

type Standing = Pick<ThreadState, 'id' | 'createdAt' | 'revision' | 'coveredTo'>;

/** Of the ratio that stands: a window of which more would be left empty is worth being laid out anew. */
const farBelow = 0.9;
/** Those used last; what is forgotten is laid out by the newest. */
const mostHeld = 128;

export function createStandingRatios(): StandingRatios {
  const held = new Map<string, { revision: number; ratio: number }>();
  const move: StandingRatios['move'] = (state, model, learnt) => {
    const place = placeOf(state, model);
    held.delete(place);
    held.set(place, { revision: state.revision, ratio: learnt });
    if (held.size > mostHeld) held.delete(held.keys().next().value!);
  };
  return {
    move,
    ratioFor(state, model, learnt) {
      const before = held.get(placeOf(state, model));
      // Where nothing is summarized, messages are shown as they are, by whichever ratio.
      const stands = before !== undefined && before.revision === state.revision && state.coveredTo > 0;
      if (stands && learnt >= before.ratio * farBelow) return before.ratio;
      move(state, model, learnt);
      return learnt;
    },
  };
}

function placeOf({ id, createdAt }: Standing, model: string | null): string {
  return JSON.stringify([id, createdAt, model]);
}
