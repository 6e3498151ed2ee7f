import { describe, expect, it } from 'vitest';
import type { SentState } from '../records/sent-state.ts';
import type { Plan, StrategyBudget } from '../strategy.ts';
import { createEternal } from './eternal.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

const large = budgetOf(64_000);
const eternal = createEternal({});
const sentOf = (more: Partial<SentState> = {}): SentState => ({
  ...{ recalled: [], requests: 30, paid: 40_000, full: 40_000 },
  ...more,
});

/** A talk of so many messages that was sent whole, far below any trigger. */
function talk(count: number, { budget = large, sent }: { budget?: StrategyBudget; sent?: SentState } = {}) {
  const simulation = simulate({ strategy: eternal, budget });
  simulation.state.sent = sent ?? sentOf();
  simulation.chat(plainChat(count));
  return simulation;
}

/** What a request that comes after a pause would be shown by. */
function afterPause(simulation: ReturnType<typeof talk>) {
  return eternal.plan({ ...simulation.planInput('append', 0), lapsed: true });
}

describe('R-70 a pause that may come', () => {
  it('R-36 R-70 is prepared for, and nothing is shown before the pause', () => {
    const simulation = talk(160);
    expect(simulation.prepared().length).toBeGreaterThan(0);
    expect(simulation.plans.every(({ counts }) => !counts)).toBe(true);
    expect(simulation.state.coveredTo).toBe(0);
    const { tailTokens } = simulation.state;
    const told = simulation.prepared().reduce((sum, { sourceTokens }) => sum + sourceTokens, 0);
    expect(tailTokens - told, 'the newest messages are left alone').toBeGreaterThanOrEqual(4_000);
  });

  it('R-70 is not prepared for before anything was sent, nor where nothing is cached', () => {
    const unsent = simulate({ strategy: eternal, budget: large });
    expect(unsent.chat(plainChat(160))).toEqual([]);
    const uncached = { ...large, prices: { read: 1, write: 1, summarize: 0 } };
    expect(talk(100, { budget: uncached }).prepared()).toEqual([]);
  });

  it('R-70 is paid for if there were pauses before, and not if there were none', () => {
    const paid = { ...large, prices: { read: 0.1, write: 1.25, summarize: 1 } };
    const few = { requests: 6, paid: 9_000, full: 9_000 };
    expect(talk(300, { budget: paid, sent: sentOf(few) }).prepared()).toEqual([]);
    const returning = talk(300, { budget: paid, sent: sentOf({ ...few, lapses: 3 }) });
    expect(returning.prepared().length).toBeGreaterThan(0);
  });
});

describe('R-70 the request after a pause', () => {
  it('R-36 R-70 shows the prepared summaries, and has no new one written', () => {
    const simulation = talk(160);
    simulation.append(plainChat(1));
    const { state } = simulation;
    expect(eternal.check({ state, budget: large, lapsed: true })).toMatch(/pause/u);
    const plan = afterPause(simulation) as Plan;
    expect(plan.steps).toEqual([]);
    expect(plan.activates).toEqual(simulation.prepared().map(({ id }) => id));
    expect(plan.coverTo).toBe(simulation.prepared().at(-1)!.to);
    const left = state.tailTokens - simulation.prepared().reduce((sum, one) => sum + one.sourceTokens, 0);
    expect(left).toBeGreaterThanOrEqual(4_000);
  });

  it('R-70 leaves everything as it is while a tool loop goes on', () => {
    const simulation = talk(160);
    simulation.append([
      { tokens: 50, role: 'user' },
      { tokens: 20, role: 'assistant' },
      { tokens: 200, role: 'tool', answers: 1 },
    ]);
    expect(afterPause(simulation)).toHaveProperty('nothing');
  });

  it('R-70 keeps the verbatim messages if a swap would save little', () => {
    const simulation = talk(160);
    simulation.append(plainChat(901));
    expect(afterPause(simulation)).toHaveProperty('nothing');
  });

  it('R-70 has nothing to show if nothing was prepared', () => {
    const simulation = simulate({ strategy: eternal, budget: large });
    simulation.append(plainChat(161));
    simulation.state.sent = sentOf();
    expect(afterPause(simulation)).toHaveProperty('nothing');
  });
});
