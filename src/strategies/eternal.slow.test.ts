import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soak } from '../../test/soak.ts';
import type { PlanInput, Trigger } from '../strategy.ts';
import { createStrategy } from './registry.ts';
import { budgetOf, plainChat, type SimulatedMessage, simulate } from './simulation.suite.ts';

const eternal = (options = {}) => createStrategy({ name: 'eternal', ...options });
/** 10,000 tokens of room. */
const budget = {
  total: 10_000,
  available: 10_000,
  recall: 0,
  prices: { read: 0.1, write: 1.25, summarize: 0 },
  explicit: true,
};
/** The same where a model writes the summaries. */
const byModel = { ...budget, prices: { ...budget.prices, summarize: 1 } };

describe('eternal', () => {
  it('R-70 summaries are merged together with a compaction, and alone only above their whole share', () => {
    const simulation = simulate({ strategy: eternal(), budget });
    simulation.chat(plainChat(600));
    const { state } = simulation;
    Object.assign(state, { tailTokens: 2_000 });
    const check = (summaryTokens: number) =>
      eternal().check({ state: { ...state, summaryTokens, liveSummaries: 6 }, budget });
    expect(check(2_400)).toBeUndefined();
    expect(check(2_600)).toContain('more than their share');
  });

  it('R-36 prepares ahead from 75 % and swaps in at 90 % without a model call', () => {
    const simulation = simulate({ strategy: eternal(), budget: byModel });
    expect(simulation.chat(plainChat(74))).toEqual([]);
    const ahead = simulation.chat(plainChat(1));
    expect(ahead.every((plan) => !plan.counts)).toBe(true);
    expect(simulation.prepared().length).toBeGreaterThan(0);
    expect(simulation.state).toMatchObject({ coveredTo: 0, checkpoint: 0, compactions: 0 });
    expect(simulation.blocks()).toEqual([]);

    expect(simulation.chat(plainChat(14)).every((plan) => !plan.counts)).toBe(true);
    const [swap] = simulation.chat(plainChat(1));
    expect(swap).toMatchObject({ steps: [], counts: true, reason: 'Context at 90 % of its room' });
    expect(swap?.activates.length).toBeGreaterThan(0);
    const { tailTokens, summaryTokens } = simulation.state;
    expect(tailTokens).toBeLessThanOrEqual(2_000);
    expect(tailTokens + summaryTokens).toBeLessThan(5_000);
  });

  it('R-36 a long chat never leaves the budget and nearly always swaps without a model call', () => {
    const simulation = simulate({ strategy: eternal(), budget: byModel });
    let highest = 0;
    for (const message of plainChat(3_000)) {
      simulation.append([message]);
      highest = Math.max(highest, simulation.state.tailTokens + simulation.state.summaryTokens);
      simulation.settle();
    }
    const covering = simulation.plans.filter(
      (plan) => plan.activates.length > 0 || plan.steps[0]?.level === 'leaf',
    );
    const counted = covering.filter((plan) => plan.counts);
    expect(highest).toBeLessThan(9_300);
    expect(counted.filter((plan) => plan.steps.length === 0).length / counted.length).toBeGreaterThan(0.95);
  });

  it('R-70 waits for the answer to a long newest message while everything fits, and then summarizes it with the rest', () => {
    const steps = (count: number, tokens: number): SimulatedMessage[] =>
      Array.from({ length: count }, () => [
        { tokens: 50, role: 'assistant' as const },
        { tokens, role: 'tool' as const, answers: 1 },
      ]).flat();
    const simulation = simulate({ strategy: eternal(), budget });
    simulation.chat([{ tokens: 100, role: 'user' }, ...steps(14, 350)]);
    expect(simulation.state.compactions).toBe(0);
    simulation.chat(steps(1, 3_600));
    expect(simulation.state.tailTokens).toBeGreaterThan(9_000);
    expect(simulation.state.compactions).toBe(0);
    simulation.chat([{ tokens: 50, role: 'assistant' }]);
    expect(simulation.state.compactions).toBeGreaterThan(0);
    expect(simulation.state.tailTokens).toBe(50);
    // What does not fit is not waited for, nor is what is short.
    const full = simulate({ strategy: eternal(), budget });
    full.chat([{ tokens: 100, role: 'user' }, ...steps(15, 350), ...steps(1, 3_950)]);
    expect(full.state.compactions).toBeGreaterThan(0);
    const short = simulate({ strategy: eternal(), budget });
    short.chat([{ tokens: 100, role: 'user' }, ...steps(24, 350)]);
    expect(short.state.compactions).toBeGreaterThan(0);
  });

  it('R-70 summaries of work are short, except in a compaction on demand', () => {
    const work: SimulatedMessage[] = Array.from({ length: 100 }, () => [
      { tokens: 60, role: 'assistant' as const },
      { tokens: 400, role: 'tool' as const, answers: 1 },
    ]).flat();
    const inputOf = (messages: readonly SimulatedMessage[], trigger: Trigger) => {
      const simulation = simulate({ strategy: eternal(), budget });
      simulation.append(messages);
      return simulation.planInput(trigger, 0);
    };
    const boundOf = (messages: readonly SimulatedMessage[], trigger: Trigger, found?: PlanInput['found']) => {
      const plan = eternal().plan({ ...inputOf(messages, trigger), ...(found && { found }) });
      return 'steps' in plan ? Math.max(...plan.steps.map(({ limits }) => limits.targetTokens)) : 0;
    };
    expect(boundOf(work, 'append')).toBe(900 / 4);
    expect(boundOf(work, 'manual')).toBeGreaterThan(250);
    expect(boundOf(plainChat(400), 'append')).toBeGreaterThan(250);
    // A later pass of a run sees little of what the run is about.
    expect(boundOf(plainChat(400), 'append', inputOf(work, 'append'))).toBe(900 / 4);
  });

  it('R-36 a burst of messages is summarized at once, with new leaves where none were prepared', () => {
    const simulation = simulate({ strategy: eternal(), budget });
    simulation.append(plainChat(150));
    const [plan] = simulation.settle();
    expect(plan?.steps.length).toBeGreaterThan(3);
    expect(plan?.steps.every((step) => step.status === 'live' && step.level === 'leaf')).toBe(true);
    expect(simulation.state.tailTokens).toBeLessThanOrEqual(2_000);
  });

  it('R-22 R-36 hysteresis: no compaction before the reset ratio or the cooldown, but at 1.0 at once', () => {
    const strategy = eternal();
    const simulation = simulate({ strategy, budget });
    simulation.append(plainChat(40));
    const { state } = simulation;
    const reason = () => strategy.check(simulation.planInput('append', 0));
    Object.assign(state, { compactions: 1, checkpoint: 37, tokensAfterCompaction: 7_500, tailTokens: 9_500 });
    expect(reason()).toBe('Preparing ahead at 95 % of its room');
    state.tailTokens = 10_000;
    expect(reason()).toBe('Context at 100 % of its room');
    Object.assign(state, { tailTokens: 9_500, checkpoint: 36 });
    expect(reason()).toBe('Context at 95 % of its room');
    Object.assign(state, { checkpoint: 39, tokensAfterCompaction: 6_999 });
    expect(reason()).toBe('Context at 95 % of its room');
  });

  it('R-36 leaves end where an exchange ends, or else between units', () => {
    const simulation = simulate({ strategy: eternal(), budget });
    const exchange: SimulatedMessage[] = [
      { tokens: 40, role: 'user' },
      { tokens: 30, role: 'assistant' },
      { tokens: 200, role: 'tool', answers: 1 },
      { tokens: 60, role: 'assistant' },
    ];
    for (let round = 0; round < 400; round += 1) simulation.chat(exchange);
    for (const step of simulation.plans.flatMap((plan) => plan.steps)) expect(step.to % 4).toBe(0);

    const agent = simulate({ strategy: eternal(), budget });
    agent.chat([{ tokens: 40, role: 'user' }]);
    for (let round = 0; round < 400; round += 1) {
      agent.chat([
        { tokens: 30, role: 'assistant' },
        { tokens: 200, role: 'tool', answers: 1 },
      ]);
    }
    expect(agent.state.coveredTo).toBeGreaterThan(600);
    for (const step of agent.plans.flatMap((plan) => plan.steps)) expect(step.to % 2).toBe(1);
  });

  it('R-36 a prepared leaf that a late tool result would part is not swapped in', () => {
    const strategy = eternal({ preserveRecent: 1, leafTokens: 1_000 });
    const simulation = simulate({ strategy, budget });
    simulation.chat(plainChat(77));
    const last = simulation.prepared().at(-1)!;
    // A result arrives for a call in the last prepared message.
    simulation.append([{ tokens: 2_500, role: 'tool', answers: 78 - last.to }]);
    simulation.run();
    expect(simulation.state.coveredTo).not.toBe(last.to);
    expect(simulation.state.coveredTo).toBeGreaterThan(0);
  });

  it('R-37 k neighbours of one tier merge into one of the next; nothing before them changes', () => {
    const large = {
      total: 100_000,
      available: 100_000,
      recall: 0,
      prices: { read: 0.1, write: 1.25, summarize: 0 },
      explicit: true,
    };
    const simulation = simulate({
      strategy: eternal({ leafTokens: 1_000, summaryShare: 0.25 }),
      budget: large,
    });
    simulation.append(plainChat(1_200));
    simulation.settle();
    const merges = simulation.plans.filter((plan) => plan.steps[0]?.level.startsWith('merge-'));
    expect(merges.length).toBeGreaterThan(0);
    for (const step of merges.flatMap((plan) => plan.steps)) {
      expect(step.sources.summaries).toHaveLength(4);
      expect(step).toMatchObject({ status: 'live', sources: { method: 'rederive', messages: null } });
    }
    const tiers = simulation.live().map((head) => head.tier);
    expect(tiers).toEqual(tiers.toSorted((a, b) => b - a));
    for (const tier of new Set(tiers)) expect(tiers.filter((one) => one === tier).length).toBeLessThan(6);
  });

  it.each([
    { total: 10_300, tokens: 100, mostLive: 10, mostWrites: 16 },
    { total: 200_000, tokens: 100, mostLive: 30, mostWrites: 11 },
  ])(
    'R-37 R-48 100,000 messages of $tokens tokens in $total: O(log n) summaries, O(log n) rewrites',
    ({ total, tokens, mostLive, mostWrites }) => {
      const messages = 100_000;
      const simulation = simulate({ strategy: eternal(), budget: budgetOf(total), unchecked: true });
      let live = 0;
      let rewrites = 0;
      for (const message of plainChat(messages, tokens)) {
        simulation.append([message]);
        if (simulation.settle().length === 0) continue;
        live = Math.max(live, simulation.live().length);
        rewrites = Math.max(rewrites, ...simulation.live().map((head) => head.rewrites));
      }
      const { messagesWritten, mostSteps } = simulation.counters();
      expect(live).toBeLessThanOrEqual(mostLive);
      expect(messagesWritten / messages).toBeLessThanOrEqual(mostWrites);
      expect(rewrites).toBeLessThanOrEqual(5);
      expect(mostSteps).toBeLessThanOrEqual(16);
      expect(simulation.state.summaryTokens).toBeLessThanOrEqual(0.25 * 0.9 * total);
      expect(simulation.state.tailTokens + simulation.state.summaryTokens).toBeLessThan(0.9 * total);
    },
  );

  it('R-37 from 1,000 to 64,000 messages, rewrites per message grow no faster than the logarithm', () => {
    const writes = [1_000, 8_000, 64_000].map((messages) => {
      const simulation = simulate({ strategy: eternal(), budget: budgetOf(10_300), unchecked: true });
      simulation.chat(plainChat(messages));
      return simulation.counters().messagesWritten / messages;
    });
    // Three doublings each time: a constant number more, not a multiple.
    expect(writes[1]! - writes[0]!).toBeLessThan(6);
    expect(writes[2]! - writes[1]!).toBeLessThan(6);
  });

  it.each([
    { total: 8_000, tokens: 100 },
    { total: 200_000, tokens: 100 },
  ])(
    'R-37 hundreds of thousands of appends at $total: what is read grows with the thread, and rewrites stay bounded',
    ({ total, tokens }) => {
      const marks =
        soak || total < 100_000 ? [37_500, 75_000, 150_000, 300_000] : [12_500, 25_000, 50_000, 100_000];
      const simulation = simulate({ strategy: eternal(), budget: budgetOf(total), unchecked: true });
      let rewrites = 0;
      const reads = marks.map((mark) => {
        for (const message of plainChat(mark - simulation.state.messages, tokens)) {
          simulation.append([message]);
          if (simulation.settle().length === 0) continue;
          rewrites = Math.max(rewrites, ...simulation.live().map((head) => head.rewrites));
        }
        const { messagesRead, summariesRead } = simulation.counters();
        return { messages: messagesRead / mark, summaries: summariesRead / mark };
      });
      const [, , , last] = reads;
      // Each message once for its leaf, and again in the few merges small enough to be made from originals.
      expect(last!.messages).toBeLessThan(6);
      for (const [index, read] of reads.entries()) {
        if (index === 0) continue;
        expect(read.messages / reads[index - 1]!.messages).toBeLessThan(1.05);
        expect(read.summaries / reads[index - 1]!.summaries).toBeLessThan(1.2);
      }
      expect(rewrites).toBeLessThanOrEqual(5);
    },
  );

  it('R-37 once rewritten often enough, a merge is made from the originals, each message a few times in all', () => {
    const read = (maxRewrites: number) => {
      const simulation = simulate({ strategy: eternal({ maxRewrites }), budget: budgetOf(10_300) });
      simulation.chat(plainChat(6_000));
      return simulation.counters().messagesRead / 6_000;
    };
    expect(read(1)).toBeGreaterThan(read(5));
    expect(read(1)).toBeLessThan(12);
  });

  it('R-42 a merge with a summary that a person wrote folds in its text', () => {
    const simulation = simulate({ strategy: eternal(), budget: budgetOf(10_300) });
    simulation.chat(plainChat(300));
    simulation.live().forEach((_, index) => {
      simulation.editByPerson(index);
    });
    const edited = simulation.live().map((head) => head.id);
    const before = simulation.plans.length;
    simulation.chat(plainChat(200));
    const touching = simulation.plans
      .slice(before)
      .flatMap((plan) => plan.steps)
      .filter((step) => step.sources.summaries.some((id) => edited.includes(id)));
    expect(touching.length).toBeGreaterThan(0);
    for (const step of touching) expect(step.sources.method).toBe('fold');
  });

  it('R-36 a smaller budget brings summaries back under their share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2_000, max: 60_000 }), (total) => {
        const simulation = simulate({ strategy: eternal(), budget: budgetOf(200_000) });
        simulation.append(plainChat(4_000));
        simulation.settle();
        simulation.useBudget(budgetOf(total));
        simulation.settle();
        expect(simulation.state.summaryTokens).toBeLessThanOrEqual(Math.max(200, 0.25 * 0.9 * total));
      }),
      { numRuns: 20 },
    );
  });

  it('I-3 fixed parts that leave no room start nothing', () => {
    const strategy = eternal();
    const simulation = simulate({ strategy, budget, fixedTokens: 10_000 });
    expect(simulation.chat(plainChat(300))).toEqual([]);
    expect(strategy.plan(simulation.planInput('append', 0))).toEqual({
      nothing: 'The fixed parts alone have 10,000 tokens and fill the budget.',
    });
  });

  it('R-47 summaries are system messages only if an option says so', () => {
    const simulation = simulate({ strategy: eternal(), budget });
    simulation.append(plainChat(150));
    simulation.settle();
    expect(new Set(simulation.blocks().map((block) => block.role))).toEqual(new Set(['user']));
    expect(eternal({ summaryRole: 'assistant' }).options.summaryRole).toBe('assistant');
  });
});
