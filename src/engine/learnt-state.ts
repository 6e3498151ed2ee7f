/**
 * What contexts learn about their thread: tokens of the parts around summaries and tail, what was recalled where, what
 * requests cost. A context writes nothing, so these values wait here until the next append or commit stores them. Until
 * then reads include them. Only the most recently used threads are kept: a dropped value is learnt again by the next
 * context.
 */
import { newerSent } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { createLastUsed } from '../text/last-used.ts';

const rememberedThreads = 128;

export type Learnt = Partial<Pick<ThreadState, 'fixedTokens' | 'sent'>>;

export type LearntState = {
  learn(threadId: string, learnt: Learnt): void;
  /** Values not stored yet. */
  waiting(threadId: string): Learnt;
  /** The row with the waiting values applied. */
  over(state: ThreadState): ThreadState;
  /** A row was written, with the values that waited before. */
  stored(state: ThreadState): void;
};

export function createLearntState(): LearntState {
  const waiting = createLastUsed<string, Learnt>({ most: rememberedThreads });
  return {
    learn(threadId, learnt) {
      waiting.set(threadId, { ...waiting.get(threadId), ...learnt });
    },
    waiting: (threadId) => waiting.get(threadId) ?? {},
    over(state) {
      const { fixedTokens = state.fixedTokens, sent } = waiting.get(state.id) ?? {};
      const newest = newerSent(state.sent, sent);
      return { ...state, fixedTokens, ...(newest === undefined ? {} : { sent: newest }) };
    },
    stored(state) {
      const { fixedTokens, sent } = waiting.get(state.id) ?? {};
      const isStored =
        (fixedTokens === undefined || fixedTokens === state.fixedTokens) &&
        (sent === undefined || sent.requests <= (state.sent?.requests ?? 0));
      if (isStored) waiting.delete(state.id);
    },
  };
}
