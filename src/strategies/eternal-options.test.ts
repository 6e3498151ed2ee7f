import { describe, expect, it } from 'vitest';
import { createEternal } from './eternal.ts';
import { eternalFields, measure } from './eternal-options.ts';
import { readOptions } from './options.ts';
import { type SimulatedMessage, simulate } from './simulation.suite.ts';

const prices = { read: 0.1, write: 1.25, summarize: 0 };
const budget = { total: 16_000, available: 15_000, recall: 0, prices, explicit: true };
const options = (rawOptions = {}) => readOptions({ strategy: 'eternal', fields: eternalFields, rawOptions });

/** A conversation of so many tokens, all of it sent in so many requests. */
function figures(tokens: number, sent?: { requests: number; full: number; paid: number }, given = {}) {
  const message: SimulatedMessage = { tokens, role: 'user' };
  const simulation = simulate({ strategy: createEternal({}), budget });
  simulation.append([message]);
  const state = { ...simulation.state, ...(sent && { sent: { recalled: [], ...sent } }) };
  return measure({ state, budget }, options(given));
}

describe('R-70 what a compaction may leave', () => {
  it('R-70 no more than can be written before the conversation costs more than its full history', () => {
    const { tailTarget, summaryBound } = figures(10_000, { requests: 20, full: 30_000, paid: 30_000 });
    const affordable = (prices.read * 10_000) / prices.write;
    // The record of the work takes four hundredths of the messages.
    const written = tailTarget + summaryBound + 0.04 * 10_000;
    expect(written).toBeLessThanOrEqual(affordable);
    expect(written).toBeGreaterThan(0.9 * affordable);
  });

  it('R-70 as much as usual if enough was saved, or nothing was sent yet', () => {
    const usual = figures(10_000);
    expect(usual).toMatchObject({ tailTarget: 1_000, summaryBound: 1_700 });
    expect(figures(10_000, { requests: 20, full: 30_000, paid: 20_000 })).toMatchObject({
      tailTarget: usual.tailTarget,
      summaryBound: usual.summaryBound,
    });
  });

  it('R-36 R-70 a leaf for a possible pause may be smaller than usual, but not tiny', () => {
    const { leafTokens, leastPrepared, leastForPause } = figures(10_000);
    expect(leastForPause).toBeLessThanOrEqual(leafTokens);
    expect(leastForPause).toBeGreaterThan(leafTokens / 20);
    expect(leastPrepared).toBeLessThanOrEqual(leafTokens);
  });

  it('R-70 as little in a large window if the last exchanges are steps of work', () => {
    const large = { ...budget, total: 200_000, available: 190_000 };
    const simulation = simulate({ strategy: createEternal({}), budget: large });
    simulation.append([{ tokens: 30_000, role: 'user' }]);
    const sent = { recalled: [], requests: 40, full: 90_000, paid: 90_000 };
    const input = { state: { ...simulation.state, sent }, budget: large };
    const ofWork = measure(input, options());
    expect(ofWork.summaryBound).toBeLessThan(1_000);
    expect(measure(input, options(), { lastExchanges: 10_000 })).toEqual(ofWork);
    const saved = { state: { ...input.state, sent: { ...sent, full: 120_000 } }, budget: large };
    const tailOf = (lastExchanges: number) => measure(saved, options(), { lastExchanges }).tailTarget;
    expect(tailOf(500)).toBeGreaterThan(tailOf(10_000));
    // From a talk to steps of work there is no step.
    expect(tailOf(3_000)).toBeGreaterThan(tailOf(3_500));
    expect(tailOf(2_500)).toBeGreaterThan(tailOf(3_000));
  });

  it('R-70 in a talk no more than can be paid at once if the window can wait for that, otherwise a little more', () => {
    const first = (available: number, tokens: number, cost = 50_000) => {
      const room = { ...budget, total: available + 1_000, available };
      const simulation = simulate({ strategy: createEternal({}), budget: room });
      simulation.append([{ tokens, role: 'user' }]);
      const sent = { recalled: [], requests: 100, full: cost, paid: cost };
      return measure({ state: { ...simulation.state, sent }, budget: room }, options(), {
        lastExchanges: 300,
      });
    };
    const { tailTarget, summaryBound, affordsFirst } = first(190_000, 25_000);
    expect(affordsFirst).toBe(true);
    expect([tailTarget, summaryBound]).toEqual([600, 800]);
    expect(first(190_000, 20_000).affordsFirst).toBe(false);
    // A fortieth of what was paid so far: nearly as much as usual after many requests, but not after few.
    expect(first(15_000, 14_000, 180_000)).toMatchObject({ tailTarget: 1_888, summaryBound: 1_700 });
    expect(first(15_000, 14_000)).toMatchObject({ tailTarget: 848, summaryBound: 848 });
    expect(first(15_000, 14_000, 20_000)).toMatchObject({ tailTarget: 608, summaryBound: 608 });
    expect(first(7_000, 6_500, 8_000)).toMatchObject({ tailTarget: 480, summaryBound: 480 });
  });

  it('R-70 not all of the newest messages of a talk, if they are long and little was saved', () => {
    const recent = (compactions: number, saved: number) => {
      const simulation = simulate({ strategy: createEternal({}), budget });
      simulation.append([{ tokens: 14_000, role: 'user' }]);
      const sent = { recalled: [], requests: 12, full: 28_000, paid: 28_000 - saved };
      const state = { ...simulation.state, compactions, sent };
      return measure({ state, budget }, options(), { lastExchanges: 1_500 }).mostRecent;
    };
    expect(recent(0, 0)).toBe(1.5 * 672);
    expect(recent(1, 0)).toBe(1.5 * 720);
    expect(recent(1, 6_000)).toBe(0.4 * 15_000);
  });

  it('R-70 less the first time, if the system prompt is too short to be cached by itself', () => {
    const simulation = simulate({ strategy: createEternal({}), budget });
    simulation.append([{ tokens: 14_000, role: 'user' }]);
    const sent = { recalled: [], requests: 100, full: 50_000, paid: 50_000 };
    const tailOf = (fixedTokens: number) => {
      const state = { ...simulation.state, fixedTokens, sent };
      const cached = { ...budget, prices: { ...budget.prices, leastCached: 1_024 } };
      return measure({ state, budget: cached }, options(), { lastExchanges: 300 }).tailTarget;
    };
    expect(tailOf(1_100)).toBe(tailOf(0));
    // 1,000 tokens written anew instead of read cost as much as writing 920 others.
    expect(tailOf(0) - tailOf(1_000)).toBeCloseTo(0.4 * 920, -1);
  });

  it('R-70 shorter summaries of steps of work, because the work record has them too', () => {
    const simulation = simulate({ strategy: createEternal({}), budget });
    simulation.append([{ tokens: 10_000, role: 'user' }]);
    const boundOf = (steps: number, tokens = 10_000) =>
      measure({ state: { ...simulation.state, tokens }, budget }, options(), { steps }).summaryBound;
    expect([boundOf(0), boundOf(0.1), boundOf(0.45)]).toEqual([1_700, 1_700, 900]);
    expect([boundOf(0, 200_000), boundOf(0.45, 200_000)]).toEqual([2_400, 1_200]);
  });

  it('R-70 waits for a full room while a request of the usual size still fits', () => {
    const paid = { full: 1, paid: 1 };
    expect(figures(10_000).trigger).toBe(0.9);
    expect(figures(10_000, { requests: 100, ...paid }).trigger).toBe(0.97);
    expect(figures(10_000, { requests: 2, ...paid }).trigger).toBe(0.9);
    expect(figures(10_000, { requests: 6, ...paid }).trigger).toBeCloseTo(1 - 10_000 / 12 / 15_000);
    expect(figures(10_000, { requests: 100, ...paid }, { triggerTokenRatio: 0.8 }).trigger).toBe(0.8);
  });
});
