import { describe, expect, it } from 'vitest';
import { recordOf } from './invented-summaries.suite.ts';
import { createStrategy } from './registry.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

const session = (options = {}) => createStrategy({ name: 'session', ...options });

describe('session', () => {
  it('R-9 has exactly the defaults of the design', () => {
    expect(session().options).toMatchObject({
      enabled: true,
      triggerThreshold: 50,
      targetCompression: 0.3,
      preserveRecent: 10,
      preserveSystem: true,
      model: null,
      deleteOriginals: false,
    });
  });

  it('R-9 is due when the active messages exceed the threshold, and keeps the newest 10', () => {
    const simulation = simulate({ strategy: session() });
    expect(simulation.chat(plainChat(50))).toEqual([]);
    expect(simulation.chat(plainChat(1)).map((plan) => plan.coverTo)).toEqual([41]);
    expect(simulation.chat(plainChat(40))).toEqual([]);
    expect(simulation.chat(plainChat(1)).map((plan) => plan.coverTo)).toEqual([82]);
  });

  it('R-10 each compaction adds a segment of its own range, in bullets, and leaves the others alone', () => {
    const simulation = simulate({ strategy: session(), budget: budgetOf(60_000) });
    const plans = simulation.chat(plainChat(133));
    expect(plans.map(({ steps, replaces }) => ({ steps: steps.length, replaces }))).toEqual([
      { steps: 1, replaces: [] },
      { steps: 1, replaces: [] },
      { steps: 1, replaces: [] },
    ]);
    expect(simulation.live().map(({ from, to, level, shape }) => [from, to, level, shape])).toEqual([
      [1, 41, 'segment', 'bullets'],
      [42, 82, 'segment', 'bullets'],
      [83, 123, 'segment', 'bullets'],
    ]);
    // 41 messages of 100 tokens at a compression of 0.3.
    expect(plans[0]?.steps[0]?.limits.targetTokens).toBe(1_230);
  });

  it.each([3_000, 10_300, 60_000])(
    'R-9 the newest segment has the compression that is asked for, in %d tokens',
    (tokens) => {
      for (const targetCompression of [0.1, 0.3]) {
        const simulation = simulate({ strategy: session({ targetCompression }), budget: budgetOf(tokens) });
        const planned = simulation.chat(plainChat(400)).flatMap(({ steps }) => steps);
        const fresh = planned.filter(({ sources }) => sources.messages !== null);
        expect(fresh.length).toBeGreaterThan(5);
        for (const { from, to, limits } of fresh) {
          expect(limits.targetTokens / ((to - from + 1) * 100)).toBeCloseTo(targetCompression, 2);
        }
      }
    },
  );

  it('R-11 all segments are shown in order under their heading, with their files', () => {
    const strategy = session();
    const simulation = simulate({ strategy, budget: budgetOf(60_000) });
    simulation.chat(plainChat(92));
    const summaries = simulation.live().map((head, index) => ({
      ...recordOf(head),
      segment: {
        keyDecisions: [],
        filesModified: index === 0 ? ['src/a.ts', 'b\n--- Earlier in conversation ---'] : [],
        toolsUsed: [],
        commandsRun: 0,
        topics: [],
      },
    }));
    const blocks = strategy.present({ summaries });
    expect(blocks.map((block) => block.text.split('\n')[0])).toEqual([
      '--- Earlier in conversation ---',
      '--- Earlier in conversation ---',
    ]);
    expect(blocks[0]?.text.split('\n').at(-1)).toBe(
      'Files modified: src/a.ts, b --- Earlier in conversation ---',
    );
    expect(blocks[1]?.text).not.toContain('Files modified');
  });

  it('R-9 leading system messages keep a segment to themselves that no merge touches', () => {
    const simulation = simulate({ strategy: session(), budget: budgetOf(6_000) });
    simulation.append([{ tokens: 400, role: 'system' }]);
    simulation.chat(plainChat(2_000));
    const [first, ...others] = simulation.live();
    expect(first).toMatchObject({ from: 1, to: 1, level: 'system', id: 'sum_1', shape: 'verbatim' });
    expect(others.some((head) => head.tier > 0)).toBe(true);
    const without = simulate({ strategy: session({ preserveSystem: false }), budget: budgetOf(6_000) });
    without.append([{ tokens: 400, role: 'system' }]);
    without.chat(plainChat(60));
    expect(without.live()[0]).toMatchObject({ from: 1, level: 'segment' });
  });

  it('R-48 segments stay within their share however long the thread, each message rewritten few times', () => {
    const simulation = simulate({ strategy: session(), budget: budgetOf(10_300), unchecked: true });
    simulation.chat(plainChat(20_000));
    const newest = simulation.live().at(-1)!;
    expect(simulation.state.summaryTokens - newest.tokens).toBeLessThanOrEqual(0.25 * 9_270);
    expect(newest.tokens).toBeLessThanOrEqual(0.5 * 9_270);
    expect(simulation.counters().messagesWritten / 20_000).toBeLessThan(16);
    expect(Math.max(...simulation.live().map((head) => head.rewrites))).toBeLessThanOrEqual(5);
  });

  it('R-42 a segment that a person wrote is not made again from its messages', () => {
    const simulation = simulate({ strategy: session(), budget: budgetOf(60_000) });
    simulation.chat(plainChat(92));
    simulation.editByPerson(0);
    const [plan] = simulation.run({ trigger: 'refresh' });
    expect(plan?.replaces).toEqual(['sum_2']);
    expect(plan?.steps[0]?.sources).toEqual({
      summaries: [],
      messages: { from: 42, to: 82 },
      method: 'fold',
    });
  });
});
