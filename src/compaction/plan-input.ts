/** Reads from the store what a strategy plans on: a row, the heads of summaries, and a bounded window of metas. */

import type { Engine } from '../engine/engine.ts';
import { EverthreadError } from '../errors.ts';
import { type PlanInput, planWindow, type Trigger } from '../strategy.ts';

export async function readPlanInput(options: {
  engine: Engine;
  threadId: string;
  trigger: Trigger;
  pass: number;
  targetTailTokens?: number;
}): Promise<PlanInput> {
  const { engine, threadId, trigger, pass, targetTailTokens } = options;
  const { store } = engine;
  const stored = await store.readThread(threadId);
  if (!stored) throw unknownThread(threadId);
  const state = engine.fixedTokens.over(stored);
  const from = state.coveredTo + 1;
  const [live, prepared, head] = await Promise.all([
    store.readSummaryHeads({ threadId, statuses: ['live'] }),
    store.readSummaryHeads({ threadId, statuses: ['prepared'] }),
    store.readMetas({ threadId, from, to: state.messages, limit: planWindow }),
  ]);
  // One read serves both ends while the uncovered part is short, which is nearly always.
  const whole = state.messages - state.coveredTo <= planWindow;
  const newest = whole
    ? head
    : await store.readMetas({ threadId, from, to: state.messages, limit: planWindow, newestFirst: true });
  return {
    state,
    budget: engine.budgetFor(state),
    trigger,
    live,
    prepared,
    head,
    end: whole ? head : newest.toReversed(),
    pass,
    maxInputTokens: engine.limits.maxInputTokens,
    ...(targetTailTokens === undefined ? {} : { targetTailTokens }),
  };
}

export function unknownThread(threadId: string): EverthreadError {
  return new EverthreadError({
    code: 'unknown_thread',
    field: 'threadId',
    message: `There is no thread ${JSON.stringify(threadId)} in this store.`,
  });
}
