/** What every part of a step is told: which thread, which plan, which step of it, what to call it, and when to stop. */
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { Plan, PlanStep } from '../strategy.ts';

export type StepTask = { state: ThreadState; plan: Plan; step: PlanStep; ids: StepIds; signal: AbortSignal };

/** Ids of what one step makes: its summary, and one partial result after the other. */
export type StepIds = { summary: string; nextPart(): string };

/** Drawn before any step of a plan begins, because steps run side by side and the first to end is chance (I-12). */
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
