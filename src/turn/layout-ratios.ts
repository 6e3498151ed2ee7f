/**
 * Keeps the ratio of model tokens to reference tokens that the contexts of a thread are laid out with. The learned
 * ratio of a model changes with its reports, and the sizes of summaries, facts and work record change with it. A
 * request with another ratio than the one before would share nothing with it behind the system prompt. So one
 * ratio is used until the next compaction. Whether a request fits is decided by the newest ratio.
 */
import type { ThreadState } from '../records/thread-state.ts';
import { createLastUsed } from '../text/last-used.ts';

export type LayoutRatios = {
  /** The ratio to lay out a context with; `learnt` is the newest one. */
  ratioFor(state: ThreadAtRevision, model: string | null, learnt: number): number;
  /** Uses the newest ratio from now on. */
  move(state: ThreadAtRevision, model: string | null, learnt: number): void;
};

type ThreadAtRevision = Pick<ThreadState, 'id' | 'createdAt' | 'revision' | 'coveredTo'>;

/**
 * If the newest ratio falls below this share of the one in use, too much of the window is empty, and it is used
 * instead.
 */
const farBelow = 0.9;
/** Only the ratios used last are kept. A thread without one uses the newest. */
const mostRatios = 128;

export function createLayoutRatios(): LayoutRatios {
  const ratiosInUse = createLastUsed<string, { revision: number; ratio: number }>({ most: mostRatios });
  const move: LayoutRatios['move'] = (state, model, learnt) => {
    ratiosInUse.set(keyOf(state, model), { revision: state.revision, ratio: learnt });
  };
  return {
    move,
    ratioFor(state, model, learnt) {
      const before = ratiosInUse.get(keyOf(state, model));
      // Without summaries the ratio changes nothing, because messages are shown unchanged.
      const isCurrent = before !== undefined && before.revision === state.revision && state.coveredTo > 0;
      if (isCurrent && learnt >= before.ratio * farBelow) return before.ratio;
      move(state, model, learnt);
      return learnt;
    },
  };
}

function keyOf({ id, createdAt }: ThreadAtRevision, model: string | null): string {
  return JSON.stringify([id, createdAt, model]);
}
