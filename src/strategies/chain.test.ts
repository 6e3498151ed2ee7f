import { describe, expect, it } from 'vitest';
import type { Plan } from '../strategy.ts';
import { createStrategy } from './registry.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

const chain = (options = {}) => createStrategy({ name: 'chain', ...options });
const thread = (options = {}, total = 10_000) => {
  const strategy = chain(options);
  return { strategy, simulation: simulate({ strategy, budget: budgetOf(total) }) };
};

describe('chain', () => {
  it('R-21 has exactly the defaults of the design', () => {
    expect(chain().options).toEqual({
      enabled: true,
      mode: 'background',
      model: null,
      onFailure: 'fallback',
      triggerTokenRatio: 0.8,
      resetTokenRatio: 0.7,
      minMessages: 12,
      preserveRecent: 6,
      maxSummaryChainDepth: 3,
      forceRefreshAfterMessages: null,
      summarizerModelPreference: [],
      cooldownMessages: 4,
      abortOnFailure: false,
      summaryRole: 'system',
      overrides: {},
    });
  });

  it('R-22 is due when context tokens / context length reach the trigger, not before', () => {
    const { simulation } = thread();
    expect(simulation.chat(plainChat(79))).toEqual([]);
    const [plan] = simulation.chat(plainChat(1));
    expect(plan).toMatchObject({ coverTo: 74, ratio: 0.8, reason: 'Context at 80 % of 10,000 tokens' });
  });

  it('R-22 counts the fixed parts', () => {
    const { simulation } = thread();
    simulation.state.fixedTokens = 3_000;
    expect(simulation.chat(plainChat(49))).toEqual([]);
    expect(simulation.chat(plainChat(1))).not.toEqual([]);
  });

  it('R-22 after a compaction that stayed high, not again before the cooldown, but at 1.0 at once', () => {
    const { simulation, strategy } = thread();
    simulation.append(plainChat(40));
    const { state } = simulation;
    const due = () => strategy.check(simulation.planInput('append', 0)) !== undefined;
    Object.assign(state, { compactions: 1, checkpoint: 37, tokensAfterCompaction: 7_500, tailTokens: 8_500 });
    expect(due()).toBe(false);
    expect(strategy.plan(simulation.planInput('append', 0))).toEqual({
      nothing: 'The context is at 85 %, but the last compaction is fewer than 4 messages ago.',
    });
    state.tailTokens = 10_000;
    expect(due()).toBe(true);
    state.tailTokens = 8_500;
    state.checkpoint = 36;
    expect(due()).toBe(true);
    Object.assign(state, { checkpoint: 39, tokensAfterCompaction: 6_999 });
    expect(due()).toBe(true);
  });

  it('R-22 a burst across the threshold starts one compaction', () => {
    const { simulation } = thread();
    simulation.append(plainChat(79));
    simulation.append(plainChat(15));
    expect(simulation.settle()).toHaveLength(1);
    expect(simulation.settle()).toEqual([]);
  });

  it('R-21 a thread shorter than minMessages is left alone until it overflows', () => {
    const { simulation } = thread();
    simulation.append(plainChat(11, 800));
    expect(simulation.settle()).toEqual([]);
    simulation.append(plainChat(1, 1_300));
    expect(simulation.settle()[0]?.coverTo).toBe(6);
    const { simulation: few } = thread();
    few.append(plainChat(5, 2_500));
    expect(few.settle()[0]?.coverTo).toBeGreaterThan(0);
    expect(few.state.messages - few.state.coveredTo).toBeGreaterThanOrEqual(2);
  });

  it('R-24 one summary tagged with its depth; the next folds it in and names it as parent', () => {
    const { simulation } = thread();
    simulation.chat(plainChat(160));
    const [first, second] = simulation.plans as [Plan, Plan];
    expect(first.steps[0]).toMatchObject({ depth: 0, parentId: null, shape: 'record' });
    expect(second.steps[0]).toMatchObject({
      depth: 1,
      parentId: 'sum_1',
      sources: { summaries: ['sum_1'], messages: { from: 75 }, method: 'fold' },
    });
    expect(simulation.live()).toHaveLength(1);
    expect(simulation.blocks()[0]?.text).toMatch(/^\[summary-depth:1\] /u);
  });

  it('R-25 R-28 at the depth cap the chain is re-rooted from the originals, for ever', () => {
    const { simulation } = thread();
    simulation.chat(plainChat(5_000));
    const steps = simulation.plans.map((plan) => plan.steps[0]!);
    expect(steps.length).toBeGreaterThan(50);
    expect(steps.map((step) => step.depth)).toEqual(steps.map((_, index) => index % 4));
    for (const step of steps.filter(({ depth }, index) => depth === 0 && index > 0)) {
      expect(step).toMatchObject({
        parentId: null,
        sources: { summaries: [], messages: { from: 1, to: step.to }, method: 'reroot' },
      });
    }
  });

  it('R-25 still over the threshold: first a shorter summary while depth allows, then a smaller tail, once', () => {
    const strategy = chain();
    const simulation = simulate({
      strategy,
      budget: budgetOf(10_000),
      summaryTokens: (step) => (step.sources.messages ? 4_000 : step.limits.targetTokens),
    });
    simulation.append([...plainChat(20), ...plainChat(6, 1_100)]);
    const reasons = simulation.settle().map((plan) => plan.reason);
    expect(reasons).toEqual(['Context at 86 % of 10,000 tokens', 'Still at 85 %: a shorter summary']);
    expect(simulation.live()[0]?.depth).toBe(1);

    const wordy = simulate({ strategy, budget: budgetOf(10_000), summaryTokens: () => 1_000 });
    wordy.append([...plainChat(20), ...plainChat(6, 1_600)]);
    const plans = wordy.settle();
    expect(plans.map((plan) => plan.reason)).toEqual([
      'Context at 115 % of 10,000 tokens',
      'Still at 106 %: a smaller tail',
    ]);
    expect(wordy.state.messages - wordy.state.coveredTo).toBe(4);
  });

  it('R-25 the tail never gets below 2 messages', () => {
    const { simulation } = thread();
    simulation.append([...plainChat(20), ...plainChat(6, 6_000)]);
    simulation.settle();
    expect(simulation.state.messages - simulation.state.coveredTo).toBe(2);
  });

  it('R-25 a smaller tail at the depth cap re-roots instead of growing deeper', () => {
    const { simulation } = thread({ maxSummaryChainDepth: 1 });
    simulation.chat(plainChat(1_000));
    expect(Math.max(...simulation.plans.flatMap((plan) => plan.steps.map((step) => step.depth)))).toBe(1);
    simulation.append(plainChat(8, 4_000));
    simulation.settle();
    expect(Math.max(...simulation.live().map((head) => head.depth))).toBeLessThanOrEqual(1);
  });

  it('R-21 forceRefreshAfterMessages re-roots after that many messages, whatever the ratio', () => {
    const { simulation } = thread({ forceRefreshAfterMessages: 30 }, 1_000_000);
    expect(simulation.chat(plainChat(29))).toEqual([]);
    expect(simulation.chat(plainChat(1)).map((plan) => plan.steps[0]?.sources.method)).toEqual(['fold']);
    const [again] = simulation.chat(plainChat(30));
    expect(again?.steps[0]).toMatchObject({ depth: 0, to: 54, sources: { method: 'reroot' } });
  });

  it('R-30 a refresh re-roots at once, and only once', () => {
    const { simulation } = thread();
    simulation.chat(plainChat(90));
    const plans = simulation.run({ trigger: 'refresh' });
    expect(plans).toHaveLength(1);
    expect(plans[0]?.steps[0]).toMatchObject({
      from: 1,
      to: 84,
      depth: 0,
      sources: { method: 'reroot', messages: { from: 1, to: 84 } },
    });
  });

  it('R-30 R-42 a refresh keeps what a person wrote', () => {
    const { simulation } = thread();
    simulation.chat(plainChat(90));
    simulation.editByPerson(0);
    const [plan] = simulation.run({ trigger: 'refresh' });
    expect(plan?.steps[0]?.sources.summaries).toEqual(['sum_1']);
  });
});
