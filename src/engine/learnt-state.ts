/**
 * What contexts learn about their thread: how many tokens stand around summaries and tail, what was recalled where, what
 * requests cost. A context only reads, so what it learns waits here and is stored with the next write that comes by
 * anyway; until then it counts as if it were. Holds the threads used last and no more: what is dropped is learnt again
 * by the next context.
 */
import { newerSent } from '../records/sent-state.ts';
import type { ThreadState } from '../records/thread-state.ts';

const rememberedThreads = 128;

export type Learnt = Partial<Pick<ThreadState, 'fixedTokens' | 'sent'>>;

export type LearntState = {
  learn(threadId: string, learnt: Learnt): void;
  /** What is not stored yet. */
  waiting(threadId: string): Learnt;
  /** The row as it would be if it were. */
  over(state: ThreadState): ThreadState;
  /** A row was written with what was waiting before. */
  stored(state: ThreadState): void;
};

export function createLearntState(): LearntState {
  const waiting = new Map<string, Learnt>();
  return {
    learn(threadId, learnt) {
      const before = waiting.get(threadId);
      waiting.delete(threadId);
      waiting.set(threadId, { ...before, ...learnt });
      if (waiting.size > rememberedThreads) waiting.delete(waiting.keys().next().value!);
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
