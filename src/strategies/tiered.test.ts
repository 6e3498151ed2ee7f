import { describe, expect, it } from 'vitest';
import { createStrategy } from './registry.ts';
import { plainChat, simulate } from './simulation.suite.ts';
import { fromYamlSection } from './tiered.ts';

const tiered = (options = {}) => createStrategy({ name: 'tiered', ...options });
const ranges = (simulation: ReturnType<typeof simulate>) =>
  simulation.live().map(({ from, to, level }) => [from, to, level]);

describe('tiered', () => {
  it('R-16 the last 20 in full, the next 50 condensed, everything older compressed', () => {
    const simulation = simulate({ strategy: tiered() });
    expect(simulation.chat(plainChat(100))).toEqual([]);
    const plans = simulation.chat(plainChat(1));
    expect(plans).toHaveLength(1);
    expect(plans[0]?.steps).toHaveLength(2);
    expect(ranges(simulation)).toEqual([
      [1, 31, 'compressed'],
      [32, 81, 'condensed'],
    ]);
  });

  it('R-76 tiers measured in tokens: the newest 1,000 in full, the next 2,000 condensed, the rest compressed', () => {
    const simulation = simulate({ strategy: tiered({ recentTokens: 1_000, condensedTokens: 2_000 }) });
    expect(simulation.chat(plainChat(19))).toEqual([]);
    expect(simulation.chat(plainChat(1))).toHaveLength(1);
    expect(ranges(simulation)).toEqual([[1, 10, 'condensed']]);
    simulation.chat(plainChat(20));
    expect(ranges(simulation)).toEqual([
      [1, 10, 'compressed'],
      [11, 30, 'condensed'],
    ]);
    // A few large messages fill a tier as many small ones do; what was condensed before is parted by its average size.
    simulation.chat(plainChat(4, 900));
    expect(ranges(simulation)).toEqual([
      [1, 40, 'compressed'],
      [41, 43, 'condensed'],
    ]);
  });

  it('R-16 automatic compactions can be turned off; those on demand still work', () => {
    const simulation = simulate({ strategy: tiered({ autoSummarize: false }) });
    expect(simulation.chat(plainChat(150))).toEqual([]);
    expect(simulation.run()).toEqual([]);
    expect(simulation.run({ trigger: 'manual' })).toHaveLength(1);
    expect(ranges(simulation)).toEqual([
      [1, 80, 'compressed'],
      [81, 130, 'condensed'],
    ]);
  });

  it('R-16 a short thread that is summarized on demand has no compressed tier yet', () => {
    const simulation = simulate({ strategy: tiered() });
    simulation.append(plainChat(60));
    simulation.run({ trigger: 'manual' });
    expect(ranges(simulation)).toEqual([[1, 40, 'condensed']]);
  });

  it('R-17 messages that leave the condensed tier move into the compressed one, and both summaries are replaced together', () => {
    const simulation = simulate({ strategy: tiered() });
    simulation.chat(plainChat(101));
    expect(simulation.chat(plainChat(19))).toEqual([]);
    const [plan] = simulation.chat(plainChat(1));
    expect(plan?.steps.map((step) => step.sources)).toEqual([
      { summaries: ['sum_1'], messages: { from: 32, to: 51 }, method: 'fold' },
      { summaries: [], messages: { from: 52, to: 101 }, method: 'fold' },
    ]);
    expect(plan?.replaces).toEqual(['sum_1', 'sum_2']);
    expect(ranges(simulation)).toEqual([
      [1, 51, 'compressed'],
      [52, 101, 'condensed'],
    ]);
  });

  it('R-17 R-18 each tier shows one summary with its level and count, in its role', () => {
    const simulation = simulate({ strategy: tiered() });
    simulation.chat(plainChat(101));
    expect(simulation.blocks().map(({ role, text }) => [role, text.split('\n')[0]])).toEqual([
      ['system', '## Earlier in this conversation (compressed, 31 messages)'],
      ['assistant', '## Earlier in this conversation (condensed, 50 messages)'],
    ]);
  });

  it('R-17 R-19 with a larger condensed tier the compressed summary stays as it is, and only newer messages are read', () => {
    const simulation = simulate({ strategy: tiered() });
    simulation.chat(plainChat(121));
    const [compressed] = simulation.live();
    expect(ranges(simulation)).toEqual([
      [1, 51, 'compressed'],
      [52, 101, 'condensed'],
    ]);
    simulation.useStrategy(tiered({ condensedCount: 100 }));
    const [plan] = simulation.chat(plainChat(20));
    expect(plan?.steps.map(({ sources }) => sources.messages)).toEqual([{ from: 52, to: 121 }]);
    expect(simulation.live()[0]).toEqual(compressed);
  });

  it('R-19 a second compaction on demand only works on messages that have left the newest tier since', () => {
    const strategy = tiered();
    const simulation = simulate({ strategy });
    simulation.append(plainChat(60));
    simulation.run({ trigger: 'manual' });
    expect(strategy.plan(simulation.planInput('manual', 0))).toEqual({
      nothing:
        'Everything older is summarized already; the verbatim window of 20 holds the other 20 messages.',
    });
    simulation.append(plainChat(5));
    const [plan] = simulation.run({ trigger: 'manual' });
    expect(plan?.coverTo).toBe(45);
    expect(ranges(simulation)).toEqual([[1, 45, 'condensed']]);
  });

  it('R-17 summaries of another strategy are folded in whole', () => {
    const simulation = simulate({ strategy: createStrategy('rolling') });
    simulation.append(plainChat(120));
    simulation.settle();
    expect(ranges(simulation)).toEqual([[1, 100, 'rolling']]);
    simulation.useStrategy(tiered());
    simulation.append(plainChat(30));
    const [plan] = simulation.settle();
    expect(plan?.coverTo).toBe(130);
    expect(simulation.live().map(({ from, to }) => [from, to])).toEqual([
      [1, 100],
      [101, 130],
    ]);
    expect(simulation.live()[0]?.id).toBe('sum_1');
  });

  it('R-42 a condensed summary a person wrote goes into the compressed tier with its text', () => {
    const simulation = simulate({ strategy: tiered() });
    simulation.chat(plainChat(101));
    simulation.editByPerson(1);
    simulation.append(plainChat(20));
    const [plan] = simulation.settle();
    expect(plan?.steps[0]?.sources).toEqual({
      summaries: ['sum_1', 'sum_2'],
      messages: null,
      method: 'fold',
    });
    expect(ranges(simulation)).toEqual([
      [1, 81, 'compressed'],
      [82, 101, 'condensed'],
    ]);
  });

  it('R-20 the keys of a YAML section become options, others are refused by name', () => {
    const section = {
      enabled: true,
      recent_count: 10,
      condensed_count: 30,
      auto_summarize: false,
      auto_threshold: 60,
    };
    expect(fromYamlSection(section)).toEqual({
      name: 'tiered',
      enabled: true,
      recentCount: 10,
      condensedCount: 30,
      autoSummarize: false,
      autoThreshold: 60,
    });
    expect(createStrategy(fromYamlSection({})).options).toMatchObject({
      recentCount: 20,
      condensedCount: 50,
    });
    expect(() => fromYamlSection({ recent: 10 })).toThrow(
      'summarization.recent is not an option of the section. Accepted: enabled, recent_count, condensed_count, auto_summarize, auto_threshold.',
    );
    expect(() => fromYamlSection({ recent_count: 0 })).toThrow(
      /^summarization\.recent_count must be a whole number/u,
    );
    expect(() => fromYamlSection({ auto_threshold: 5 })).toThrow(
      /^summarization\.recent_count must be at most/u,
    );
    expect(() => fromYamlSection(['enabled'])).toThrow(/^summarization must be a section/u);
  });
});
