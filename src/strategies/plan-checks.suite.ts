/** Checks that a store would accept a plan. Every plan of every strategy must pass. */
import { expect } from 'vitest';
import type { MessageMeta } from '../message/message.ts';
import type { Plan, PlanInput, PlanStep } from '../strategy.ts';

export function checkPlan(plan: Plan, input: PlanInput, metas: readonly MessageMeta[]): void {
  const { state, live, prepared } = input;
  expect(plan.revision).toBe(state.revision);
  expect(plan.plannedAt).toBe(state.messages);
  expect(plan.trigger).toBe(input.trigger);
  expect(plan.reason).toMatch(/\S/u);
  expect(plan.ratio).toBeCloseTo(
    (state.fixedTokens + state.summaryTokens + state.tailTokens) / input.budget.total,
    9,
  );
  expect(plan.steps.length + plan.activates.length).toBeGreaterThan(0);
  expect(plan.coverTo).toBeGreaterThanOrEqual(state.coveredTo);
  expect(plan.coverTo).toBeLessThan(Math.max(1, state.messages));
  if (plan.coverTo > state.coveredTo) expectNoUnitParted(metas, plan.coverTo);
  const shown = new Set([...live, ...prepared].map((head) => head.id));
  expect(new Set(plan.replaces).size).toBe(plan.replaces.length);
  for (const id of [...plan.replaces, ...plan.activates]) expect(shown).toContain(id);
  if (!plan.counts) {
    expect(plan.coverTo).toBe(state.coveredTo);
    expect(plan.activates).toEqual([]);
    expect(plan.steps.every((step) => step.status === 'prepared')).toBe(true);
  }
  for (const [index, step] of plan.steps.entries()) checkStep(step, index, plan, input, metas);
}

function checkStep(
  step: PlanStep,
  index: number,
  plan: Plan,
  { state, live, prepared }: PlanInput,
  metas: readonly MessageMeta[],
): void {
  const { summaries, messages, method } = step.sources;
  expect(step.from).toBeGreaterThanOrEqual(1);
  expect(step.to).toBeGreaterThanOrEqual(step.from);
  expect(step.to).toBeLessThan(state.messages);
  if (step.to > state.coveredTo) expectNoUnitParted(metas, step.to);
  expect(summaries.length > 0 || messages !== null).toBe(true);
  for (const limit of [step.limits.targetTokens, step.limits.maxOutputTokens, step.limits.maxWords ?? 1]) {
    expect(Number.isSafeInteger(limit) && limit > 0).toBe(true);
  }
  const ranges = summaries.map((id) => {
    if (id.startsWith('#')) {
      expect(Number(id.slice(1))).toBeLessThan(index);
      return plan.steps[Number(id.slice(1))]!;
    }
    const head = [...live, ...prepared].find((known) => known.id === id);
    if (!head) throw new Error(`step ${index} folds in ${id}, which is not shown`);
    return head;
  });
  if (method === 'reroot') {
    expect(messages).toEqual({ from: step.from, to: step.to });
    return;
  }
  // The sources must cover the whole range without overlap.
  expectTiles(messages ? [...ranges, messages] : ranges, step.from, step.to);
}

function expectNoUnitParted(metas: readonly MessageMeta[], cut: number): void {
  for (let index = cut; index < metas.length; index += 1) {
    const { seq, unitStart } = metas[index]!;
    if (unitStart <= cut) throw new Error(`a cut after ${cut} parts the unit ${unitStart} … ${seq}`);
  }
}

export function expectTiles(
  ranges: readonly { from: number; to: number }[],
  from: number,
  to?: number,
): void {
  let next = from;
  for (const range of ranges) {
    if (range.from !== next || range.to < range.from) {
      throw new Error(`a range begins at ${range.from} and ends at ${range.to}, expected it at ${next}`);
    }
    next = range.to + 1;
  }
  if (to !== undefined && next !== to + 1) throw new Error(`the ranges end at ${next - 1}, expected ${to}`);
}
