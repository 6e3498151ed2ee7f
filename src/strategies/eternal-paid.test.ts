import { describe, expect, it } from 'vitest';
import { createEternal } from './eternal.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

const eternal = createEternal({});

/** A thread in which a model writes the summaries, and one in which code does. */
function thread({ paid }: { paid: boolean }) {
  const free = budgetOf(16_000);
  return simulate({
    strategy: eternal,
    budget: { ...free, prices: { ...free.prices, summarize: paid ? 1 : 0 } },
    maxInputTokens: 24_000,
  });
}

describe('R-70 summaries by a model', () => {
  it('R-70 a full window of long results becomes one summary, not several', () => {
    const simulation = thread({ paid: true });
    simulation.append(plainChat(30).map((message) => ({ ...message, tokens: 600 })));
    const [plan] = simulation.run();
    expect(plan!.steps.filter(({ sources }) => sources.messages !== null)).toHaveLength(1);
    expect(simulation.state.tailTokens).toBeLessThan(5_000);
  });

  it('R-70 each has the size asked for, if one is asked for', () => {
    const free = budgetOf(16_000);
    const simulation = simulate({
      strategy: createEternal({ leafTokens: 2_000 }),
      budget: { ...free, prices: { ...free.prices, summarize: 1 } },
      maxInputTokens: 24_000,
    });
    simulation.append(plainChat(30).map((message) => ({ ...message, tokens: 600 })));
    expect(simulation.run()[0]!.steps.length).toBeGreaterThan(3);
  });

  it('R-70 none is asked for about a few words before a result that does not fit; code tells them', () => {
    for (const paid of [true, false]) {
      const simulation = thread({ paid });
      simulation.append([
        { tokens: 9, role: 'user' },
        { tokens: 100, role: 'assistant' },
        { tokens: 15_500, role: 'tool', answers: 1 },
      ]);
      const plans = simulation.run({ trigger: 'pressure', targetTailTokens: 7_000 });
      expect(plans.length > 0).toBe(!paid);
    }
  });

  it('R-70 are merged seldom: most compactions add a summary and merge nothing', () => {
    const simulation = thread({ paid: true });
    const steps = simulation
      .chat(plainChat(600).map((message) => ({ ...message, tokens: 300 })))
      .flatMap((plan) => plan.steps);
    const merges = steps.filter(({ sources }) => sources.summaries.length > 0);
    expect(merges.length).toBeGreaterThan(0);
    expect(merges.length).toBeLessThan(steps.length / 3);
  });
});
