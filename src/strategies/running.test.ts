import { describe, expect, it } from 'vitest';
import { createStrategy } from './registry.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

const running = (options = {}) => createStrategy({ name: 'running', ...options });
const defaultBudget = budgetOf(10_300, false);

describe('running', () => {
  it('R-31 fifty messages of about 100 tokens end as a summary of the first 40 and the last 10 raw', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append(plainChat(50));
    const plans = simulation.settle();
    expect(plans.map((plan) => plan.coverTo)).toEqual([10, 20, 30, 40]);
    expect(simulation.live()).toHaveLength(1);
    expect(plans[1]?.steps[0]).toMatchObject({
      from: 1,
      to: 20,
      sources: { summaries: ['sum_1'], messages: { from: 11, to: 20 }, method: 'fold' },
      limits: { maxWords: 200 },
    });
  });

  it('R-31 twenty-five messages end with the last 10 raw', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append(plainChat(25));
    expect(simulation.settle().map((plan) => plan.coverTo)).toEqual([10, 15]);
  });

  it('R-27 says why it compacts: which limit was passed, or that it was asked to', () => {
    const asked = simulate({ strategy: running(), budget: defaultBudget });
    asked.append(plainChat(15, 20));
    expect(asked.run({ trigger: 'manual' })[0]!.reason).toContain('Asked to summarize');
    const over = simulate({ strategy: running(), budget: defaultBudget });
    over.append(plainChat(50));
    for (const { reason } of over.settle()) expect(reason).not.toContain('Asked');
    for (const { reason } of over.plans.slice(0, 1)) expect(reason).toMatch(/tokens/u);
  });

  it('R-31 while it fits, everything is sent', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    expect(simulation.chat(plainChat(20))).toEqual([]);
    expect(simulation.chat(plainChat(1))).toHaveLength(1);
    expect(simulation.state.summaryTokens + simulation.state.tailTokens).toBeLessThanOrEqual(2_000);
  });

  it('R-31 with large messages fewer stay raw, but always the last 5', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append(plainChat(30, 300));
    simulation.settle();
    expect(simulation.state.messages - simulation.state.coveredTo).toBe(5);
    const large = simulate({ strategy: running(), budget: defaultBudget });
    large.append(plainChat(30, 3_000));
    large.settle();
    expect(large.state.messages - large.state.coveredTo).toBe(5);
    expect(large.settle()).toEqual([]);
  });

  it('R-31 the budget is the option, else the one set for the thread, else 2,000', () => {
    const due = (options: object, explicit: boolean, messages: number) => {
      const strategy = running(options);
      const simulation = simulate({ strategy, budget: budgetOf(10_000, explicit) });
      simulation.append(plainChat(messages));
      return strategy.check(simulation.planInput('append', 0)) !== undefined;
    };
    expect([due({}, false, 20), due({}, false, 21)]).toEqual([false, true]);
    expect([due({}, true, 90), due({}, true, 91)]).toEqual([false, true]);
    expect([due({ budgetTokens: 3_000 }, true, 30), due({ budgetTokens: 3_000 }, true, 31)]).toEqual([
      false,
      true,
    ]);
  });

  it('R-31 a long import is summarized in a bounded number of passes', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append(plainChat(8_000));
    expect(simulation.settle().length).toBeLessThanOrEqual(30);
    expect(simulation.state.messages - simulation.state.coveredTo).toBe(10);
  });

  it('R-32 a soft limit of raw messages starts a compaction early', () => {
    const simulation = simulate({ strategy: running({ softLimit: 10 }), budget: defaultBudget });
    expect(simulation.chat(plainChat(10, 5))).toEqual([]);
    const [plan, ...more] = simulation.chat(plainChat(1, 5));
    expect(more).toEqual([]);
    expect(plan).toMatchObject({ coverTo: 6, reason: '11 raw messages, over the soft limit of 10' });
    expect(simulation.chat(plainChat(5, 5))).toEqual([]);
  });

  it('R-32 runs in the background unless told to block', () => {
    expect(running().mode).toBe('background');
    expect(running({ mode: 'blocking' }).mode).toBe('blocking');
  });

  it('R-33 shown as a system message that begins with its marker', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append(plainChat(50));
    simulation.settle();
    const [block] = simulation.blocks();
    expect(block?.role).toBe('system');
    expect(block?.text.startsWith('PREVIOUS CONVERSATION SUMMARY: ')).toBe(true);
  });

  it('R-34 system prompt, fresh resources, summary, recent history, in this order', () => {
    const wanted = ['system', 'resources', 'summaries', 'tail'];
    expect(running().sectionOrder.filter((section) => wanted.includes(section))).toEqual(wanted);
  });

  it('R-31 a unit longer than a chunk is merged as a whole', () => {
    const simulation = simulate({ strategy: running(), budget: defaultBudget });
    simulation.append([
      { tokens: 50, role: 'assistant' },
      ...Array.from({ length: 14 }, (_, index) => ({
        tokens: 150,
        role: 'tool' as const,
        answers: index + 1,
      })),
      ...plainChat(12),
    ]);
    expect(simulation.settle()[0]?.coverTo).toBe(15);
  });
});
