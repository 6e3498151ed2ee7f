/**
 * What every part of a step receives: the thread, the plan, the step, the ids for its results, and a signal to stop.
 */
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { Plan, PlanStep } from '../strategy.ts';

export type StepTask = { state: ThreadState; plan: Plan; step: PlanStep; ids: StepIds; signal: AbortSignal };

/** Ids for the results of one step: its summary, and its partial results one after the other. */
export type StepIds = { summary: string; nextPart(): string };

/**
 * Drawn before any step of a plan begins, because parallel steps end in random order, and equal input must give equal
 * ids (I-12).
 */
export function drawStepIds(runtime: Pick<Runtime, 'newId'>): StepIds {
  const summary = runtime.newId('sum');
  let parts = 0;
  return {
    summary,
    nextPart: () => {
      parts += 1;
      return `part${parts}_${summary}`;
    },
  };
}
