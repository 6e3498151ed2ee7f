import { describe, expect, it } from 'vitest';
import { summary } from '../stores/suite/samples.suite.ts';
import type { PlanInput } from '../strategy.ts';
import { createEternal } from './eternal.ts';
import { mergeForRoom } from './eternal-merges.ts';
import type { EternalOptions, Measures } from './eternal-options.ts';
import { plainChat, simulate } from './simulation.suite.ts';

const options = { fanout: 4, maxRewrites: 5 } as EternalOptions;
const measures = { paid: false, summaryBound: 500, room: 8_000, leafTokens: 4_000 } as Measures;

/** A thread whose live summaries are these. */
function inputOf(...live: ReturnType<typeof summary>[]): PlanInput {
  const simulation = simulate({ strategy: createEternal({}) });
  simulation.append(plainChat(40));
  const input = simulation.planInput('append', 0);
  const summaryTokens = live.reduce((sum, { tokens }) => sum + tokens, 0);
  return { ...input, live, state: { ...input.state, coveredTo: live.at(-1)!.to, summaryTokens } };
}

describe('summaries that take more than their share', () => {
  it('R-37 are merged, each with its neighbours, into fewer tokens', () => {
    const live = [1, 11, 21].map((from) => summary(`s${from}`, from, from + 9, { tokens: 300 }));
    const plan = mergeForRoom(inputOf(...live), options, measures)!;
    expect(plan.replaces.length).toBeGreaterThan(1);
    expect(plan.steps[0]!.sources.summaries.length).toBeGreaterThan(1);
    expect(plan.steps[0]!.limits.targetTokens).toBeLessThan(600);
  });

  it('I-11 a single one is shortened a few times, and then stays as it is', () => {
    const single = summary('s', 1, 30, { tokens: 900 });
    const plan = mergeForRoom(inputOf(single), options, measures)!;
    expect(plan).toMatchObject({ replaces: ['s'], steps: [{ from: 1, to: 30, parentId: 's', depth: 1 }] });
    expect(plan.steps[0]!.limits.targetTokens).toBeLessThan(500);
    expect(mergeForRoom(inputOf({ ...single, depth: 9 }), options, measures)).toBeUndefined();
  });

  it('R-37 are left alone while they are within it', () => {
    const live = [summary('a', 1, 10, { tokens: 250 }), summary('b', 11, 20, { tokens: 250 })];
    expect(mergeForRoom(inputOf(...live), options, measures)).toBeUndefined();
  });
});
