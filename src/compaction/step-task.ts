/** What every part of a step is told: which thread, which plan, which step of it, and when to stop. */
import type { ThreadState } from '../records/thread-state.ts';
import type { Plan, PlanStep } from '../strategy.ts';

export type StepTask = { state: ThreadState; plan: Plan; step: PlanStep; signal: AbortSignal };
