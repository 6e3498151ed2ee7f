/**
 * How many tokens stand around summaries and tail, as the last context of each thread had it. A context only reads, so
 * what it learns waits here and is stored with the next write that comes by anyway; until then it counts as if it
 * were. Holds the threads used last and no more: what is dropped is learnt again by the next context.
 */
import type { ThreadState } from '../records/thread-state.ts';

const rememberedThreads = 1_000;

export type FixedTokens = {
  learn(threadId: string, tokens: number): void;
  /** What is not stored yet. */
  waiting(threadId: string): { fixedTokens?: number };
  /** The row as it would be if it were. */
  over(state: ThreadState): ThreadState;
  stored(state: ThreadState): void;
};

export function createFixedTokens(): FixedTokens {
  const waiting = new Map<string, number>();
  return {
    learn(threadId, tokens) {
      waiting.delete(threadId);
      waiting.set(threadId, tokens);
      if (waiting.size > rememberedThreads) waiting.delete(waiting.keys().next().value!);
    },
    waiting(threadId) {
      const fixedTokens = waiting.get(threadId);
      return fixedTokens === undefined ? {} : { fixedTokens };
    },
    over: (state) => ({ ...state, fixedTokens: waiting.get(state.id) ?? state.fixedTokens }),
    stored({ id, fixedTokens }) {
      if (waiting.get(id) === fixedTokens) waiting.delete(id);
    },
  };
}
