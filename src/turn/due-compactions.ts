/** Decides when a turn has its thread compacted, and whether it waits for that. */
import { reportUnexpected } from '../compaction/automatic.ts';
import type { Background } from '../compaction/background.ts';
import type { BudgetFor } from '../engine/budgets.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { Rest } from '../strategy.ts';
import type { ContextOptions } from './context-options.ts';

export type DuePorts = {
  store: Pick<Store, 'readThread'>;
  emitter: Emitter;
  redaction: Pick<Redaction, 'redact'>;
  strategyFor: StrategyFor;
  budgetFor: BudgetFor;
  learnt: LearntState;
  background: Background;
  expectsModel: boolean;
  limits: { blockingMs: number };
};

/** The longest tail that is compacted while a request waits, as a multiple of the budget. A longer one is a backlog. */
const longestTail = 4;

export function dueCompactions(options: {
  ports: DuePorts;
  /** False if threads are only compacted on demand. */
  automatic: boolean;
  signal: AbortSignal;
}) {
  const { ports, automatic, signal } = options;
  const { store, emitter, redaction, strategyFor, budgetFor, learnt, background } = ports;

  const isDue = (state: ThreadState, rest?: Rest): boolean =>
    automatic && strategyFor(state).check({ state, budget: budgetFor(state), rest }) !== undefined;

  const isBacklog = (state: ThreadState): boolean =>
    state.tailTokens > budgetFor(state).available * longestTail;

  const compactFirst = (state: ThreadState): Promise<ThreadState> =>
    compacted(state, async () => {
      await background.perform(
        state.id,
        () =>
          background.run({
            threadId: state.id,
            trigger: 'append',
            modelTimeMs: ports.limits.blockingMs,
            signal,
          }),
        { isWaitedFor: true },
      );
      background.notice(state.id, { again: true });
      return true;
    });

  /**
   * Runs a compaction and returns the thread's row after it. A failure is reported as an event, and the context is made
   * from what there is (I-4). If nothing was done, the given row is returned.
   */
  const compacted = async (state: ThreadState, run: () => Promise<boolean>): Promise<ThreadState> => {
    try {
      if (!(await run())) return state;
    } catch (error) {
      signal.throwIfAborted();
      reportUnexpected({ emitter, redact: redaction.redact, threadId: state.id, error, signal });
    }
    const after = await store.readThread(state.id);
    return after ? learnt.over(after) : state;
  };

  /** Whether a compaction in the background is to follow an append. */
  const isWanted = (state: ThreadState): boolean =>
    isDue(state, background.restOf(state.id)) &&
    strategyFor(state).mode === 'background' &&
    !background.isLeftAlone(state, budgetFor(state));

  /**
   * Whether a context that would not fit may wait for a compaction, because code writes its summaries. A stand-in for
   * this request and a compaction after it would write the prompt into the provider's cache twice.
   */
  const mayWaitForCompaction = (state: ThreadState, { budget, preview }: ContextOptions): boolean =>
    strategyFor(state).relieves === true &&
    !ports.expectsModel &&
    budget === undefined &&
    preview !== true &&
    automatic &&
    !isBacklog(state);

  return { isDue, isWanted, isBacklog, compactFirst, compacted, mayWaitForCompaction };
}
