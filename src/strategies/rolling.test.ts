import { describe, expect, it } from 'vitest';
import { recordOf } from './invented-summaries.suite.ts';
import { createStrategy } from './registry.ts';
import { plainChat, simulate } from './simulation.suite.ts';

const rolling = (options = {}) => createStrategy({ name: 'rolling', ...options });

describe('rolling', () => {
  it.each([
    { messages: 15, covered: 0 },
    { messages: 20, covered: 0 },
    { messages: 25, covered: 5 },
  ])('R-1 $messages messages at once: the first $covered are covered', ({ messages, covered }) => {
    const simulation = simulate({ strategy: rolling() });
    simulation.append(plainChat(messages));
    expect(simulation.settle()).toHaveLength(covered === 0 ? 0 : 1);
    expect(simulation.state.coveredTo).toBe(covered);
  });

  it('R-1 after 25 messages nothing at 35, then one at 50 that covers the first 30', () => {
    const simulation = simulate({ strategy: rolling() });
    simulation.append(plainChat(25));
    expect(simulation.settle().map((plan) => plan.coverTo)).toEqual([5]);
    expect(simulation.state.checkpoint).toBe(25);
    simulation.append(plainChat(10));
    expect(simulation.settle()).toEqual([]);
    simulation.append(plainChat(15));
    const [plan] = simulation.settle();
    expect(plan).toMatchObject({ coverTo: 30, plannedAt: 50, reason: '25 messages since the last summary' });
  });

  it('R-1 message by message it is due with the 21st, the first that has something to cover, then every 20', () => {
    const simulation = simulate({ strategy: rolling() });
    expect(simulation.chat(plainChat(20))).toEqual([]);
    expect(simulation.chat(plainChat(1)).map(({ coverTo }) => coverTo)).toEqual([1]);
    expect(simulation.chat(plainChat(19))).toEqual([]);
    expect(simulation.chat(plainChat(1)).map(({ coverTo }) => coverTo)).toEqual([21]);
  });

  it.each([
    { messages: 25, due: false },
    { messages: 45, due: true },
  ])('R-1 checkpoint 20 and $messages messages: due is $due', ({ messages, due }) => {
    const strategy = rolling();
    const simulation = simulate({ strategy });
    simulation.append(plainChat(messages));
    simulation.state.checkpoint = 20;
    expect(strategy.check(simulation.planInput('append', 0)) !== undefined).toBe(due);
    expect('steps' in strategy.plan(simulation.planInput('append', 0))).toBe(due);
  });

  it('R-2 the window is widened only where a tool call would be parted from its result', () => {
    const withCallAcross = simulate({ strategy: rolling() });
    // Message 5 calls, 6 and 7 answer: the cut that would fall after 5 moves before the call.
    withCallAcross.append([
      ...plainChat(4),
      { tokens: 50, role: 'assistant' },
      { tokens: 80, role: 'tool', answers: 1 },
      { tokens: 80, role: 'tool', answers: 2 },
      ...plainChat(18),
    ]);
    withCallAcross.settle();
    expect(withCallAcross.state.coveredTo).toBe(4);

    const withCallBefore = simulate({ strategy: rolling() });
    withCallBefore.append([
      ...plainChat(3),
      { tokens: 50, role: 'assistant' },
      { tokens: 80, role: 'tool', answers: 1 },
      ...plainChat(20),
    ]);
    withCallBefore.settle();
    expect(withCallBefore.state.coveredTo).toBe(5);
  });

  it('R-3 the covered messages are those of the plan, without messages that arrived meanwhile', () => {
    const strategy = rolling();
    const simulation = simulate({ strategy });
    simulation.append(plainChat(25));
    const plan = strategy.plan(simulation.planInput('append', 0));
    simulation.append(plainChat(7));
    expect(plan).toMatchObject({ plannedAt: 25, coverTo: 5, steps: [{ from: 1, to: 5 }] });
  });

  it('R-4 the next summary is made from the previous one and every message after it', () => {
    const simulation = simulate({ strategy: rolling() });
    simulation.append(plainChat(25));
    simulation.settle();
    simulation.append(plainChat(25));
    const [plan] = simulation.settle();
    expect(plan?.steps[0]).toMatchObject({
      from: 1,
      to: 30,
      sources: { summaries: ['sum_1'], messages: { from: 6, to: 30 }, method: 'fold' },
      parentId: 'sum_1',
      depth: 1,
      shape: 'plain',
    });
    expect(plan?.replaces).toEqual(['sum_1']);
    expect(simulation.live()).toHaveLength(1);
  });

  it('R-5 asks for 300 words, stores at most 500, and lets the model write 500 tokens', () => {
    const simulation = simulate({ strategy: rolling() });
    simulation.append(plainChat(25));
    const [plan] = simulation.settle();
    expect(plan?.steps[0]?.limits).toEqual({ targetTokens: 429, maxWords: 500, maxOutputTokens: 500 });
    expect(Math.round(429 * 0.7)).toBe(300);
  });

  it('R-7 the summary is shown once under its heading, and an empty thread says that it is empty', () => {
    const strategy = rolling();
    const simulation = simulate({ strategy });
    expect(strategy.emptyText).toBe('(No prior messages in this conversation)');
    expect(simulation.blocks()).toEqual([]);
    simulation.append(plainChat(25));
    simulation.settle();
    const [block, ...more] = simulation.blocks();
    expect(more).toEqual([]);
    expect(block?.role).toBe('system');
    expect(block?.text.split('\n')[0]).toBe('## Earlier in this conversation');
    expect(strategy.present({ summaries: simulation.live().map(recordOf) })).toEqual([block]);
  });

  it('R-8 rapid messages start one compaction only', () => {
    const simulation = simulate({ strategy: rolling() });
    simulation.append(plainChat(25));
    simulation.settle();
    expect(simulation.chat(plainChat(19))).toEqual([]);
    expect(simulation.chat(plainChat(1))).toHaveLength(1);
  });

  it('R-2 a compaction on demand says why there is nothing to do if all messages are in the window', () => {
    const strategy = rolling();
    const simulation = simulate({ strategy });
    simulation.append(plainChat(12));
    expect(strategy.plan(simulation.planInput('manual', 0))).toEqual({
      nothing: 'The verbatim window of 20 holds all there is: 12 messages.',
    });
    simulation.append(plainChat(14));
    simulation.run({ trigger: 'manual' });
    expect(simulation.state.coveredTo).toBe(6);
  });

  it('R-4 several summaries of another strategy become one', () => {
    const simulation = simulate({ strategy: createStrategy('session') });
    simulation.chat(plainChat(150));
    expect(simulation.live().length).toBeGreaterThan(1);
    simulation.useStrategy(rolling());
    simulation.append(plainChat(25));
    simulation.settle();
    expect(simulation.live()).toHaveLength(1);
  });
});
