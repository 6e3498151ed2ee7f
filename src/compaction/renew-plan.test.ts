import { describe, expect, it } from 'vitest';
import { summary } from '../stores/suite/samples.suite.ts';
import { createStrategy } from '../strategies/registry.ts';
import { plainChat, simulate } from '../strategies/simulation.suite.ts';
import { makeshiftSummaries, planRebuild, planRefresh, staleSummary } from './renew-plan.ts';

const live = [
  summary('model', 1, 4, { rung: 'model' }),
  summary('code', 5, 8, { rung: 'extractive', tokens: 30 }),
  summary('cut', 9, 12, { rung: 'truncation' }),
  summary('stale', 13, 16, { rung: 'extractive', stale: true }),
];
const strategy = createStrategy('rolling');
const input = () => {
  const simulation = simulate({ strategy });
  simulation.append(plainChat(30));
  return simulation.planInput('append', 0);
};

describe('summaries that are made again', () => {
  it('R-26 are those that code wrote, newest first; stale ones are rebuilt differently', () => {
    expect(makeshiftSummaries(live).map(({ id }) => id)).toEqual(['cut', 'code']);
    expect(staleSummary({ live })?.id).toBe('stale');
    expect(staleSummary({ live: live.slice(0, 3) })).toBeUndefined();
  });

  it('R-41 are rebuilt from the originals with the same range and size, and keep texts that a person wrote', () => {
    const limits = { targetTokens: 77, maxWords: null, maxOutputTokens: 99 };
    const plan = planRebuild(input(), { ...live[3]!, limits }, strategy);
    expect(plan).toMatchObject({
      ...{ replaces: ['stale'], counts: false, coverTo: 0 },
      steps: [
        {
          from: 13,
          to: 16,
          limits,
          sources: { summaries: [], messages: { from: 13, to: 16 }, keeps: ['stale'] },
        },
      ],
    });
  });

  it('R-26 are redone from exactly their own sources', () => {
    const [step] = planRefresh(input(), live[1]!, strategy).steps;
    expect(step!.sources).toEqual({ summaries: ['code'], messages: null, method: 'renew' });
    // Records of older versions have no limits: the strategy's own apply, and at least a few sentences.
    expect(step!.limits.targetTokens).toBeGreaterThanOrEqual(100);
    expect(step!.limits.maxWords).toBe(strategy.options.maxWords ?? null);
    const large = planRefresh(input(), { ...live[1]!, tokens: 700 }, strategy).steps[0]!;
    expect(large.limits.targetTokens).toBe(700);
  });
});
