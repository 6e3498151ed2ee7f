import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { resultOf } from '../engine/test-engine.suite.ts';
import { contextTokens, type ThreadState } from '../records/thread-state.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { Plan, PlanInput } from '../strategy.ts';
import { createReceipt } from './receipt.ts';

/** Thirty messages of ten tokens: 1–10 under `old`, 11–20 under `ahead`, which is prepared, the rest verbatim. */
const old = summary('old', 1, 10, { tokens: 30, sourceTokens: 100 });
const segment = {
  ...{
    topics: ['moorings'],
    filesModified: ['quay.ts'],
    keyDecisions: ['Cents.'],
    toolsUsed: [],
    commandsRun: 0,
  },
};
const ahead = summary('ahead', 11, 20, {
  ...{ status: 'prepared', tokens: 20, sourceTokens: 100, survival: 0.9, segment },
});
const state = {
  id: 't',
  messages: 30,
  coveredTo: 10,
  liveSummaries: 1,
  fixedTokens: 50,
  summaryTokens: 30,
  tailTokens: 200,
} as ThreadState;
const input = { state, live: [old], prepared: [ahead] } as unknown as PlanInput;
const plan = (other: Partial<Plan>): Plan => ({
  strategy: 'eternal',
  trigger: 'append',
  reason: 'due',
  revision: 3,
  plannedAt: 30,
  ratio: 0.9,
  steps: [],
  replaces: [],
  activates: [],
  coverTo: 10,
  counts: true,
  ...other,
});

function receiptOf(
  given: Plan,
  records: Parameters<typeof createReceipt>[0]['records'],
  span = { from: 1, to: given.coverTo },
) {
  const runtime = testRuntime();
  const started = runtime.now();
  runtime.advance(250);
  const calls = [...resultOf('').calls, ...resultOf('').calls];
  const activated = [ahead].filter(({ id }) => given.activates.includes(id));
  return createReceipt({ runtime, plan: given, input, records, activated, calls, started, span });
}

describe('the receipt of a compaction', () => {
  it('R-27 for prepared summaries that are shown now: their messages leave the tail, and their tokens are added', () => {
    const receipt = receiptOf(plan({ activates: ['ahead'], coverTo: 20 }), []);
    expect(receipt).toMatchObject({
      tokensBefore: contextTokens(state),
      tokensAfter: 50 + 30 + 20 + 100,
      messagesCompressed: 10,
      messagesBefore: 21,
      messagesAfter: 12,
      summaryIds: ['ahead'],
    });
    expect(receipt).toMatchObject({ factsKept: ahead.facts.length, survival: 0.9, segment, models: [] });
    expect(ahead.facts.length).toBeGreaterThan(0);
  });

  it('R-41 its range includes activated summaries, so that its details are erased with any of their messages', () => {
    const leaf = summary('leaf', 21, 24, { tokens: 12, sourceTokens: 40, segment: null });
    const given = plan({ activates: ['ahead'], coverTo: 24 });
    expect(receiptOf(given, [leaf], { from: 21, to: 24 })).toMatchObject({ from: 11, to: 24, segment });
  });

  it('R-27 for a merge: replaced summaries no longer count, and the tail is unchanged', () => {
    const merged = summary('new', 1, 10, { tokens: 12, sourceTokens: 100, rung: 'model', model: 'm' });
    const receipt = receiptOf(plan({ replaces: ['old'] }), [merged]);
    expect(receipt).toMatchObject({
      tokensAfter: 50 + 12 + 200,
      messagesCompressed: 0,
      messagesAfter: 21,
      replacedIds: ['old'],
    });
  });

  it('R-27 for summaries made ahead: nothing that is shown changes', () => {
    const receipt = receiptOf(plan({}), [summary('next', 21, 25, { status: 'prepared', tokens: 9 })]);
    expect(receipt.tokensAfter).toBe(receipt.tokensBefore);
    expect(receipt.messagesAfter).toBe(receipt.messagesBefore);
  });

  it('R-27 adds up calls, cost and time, and names the worst of survival and fidelity', () => {
    const made = [
      summary('x', 11, 15, { survival: 0.8, fidelity: 1, depth: 2, rung: 'model', model: 'a' }),
      summary('y', 16, 20, { survival: 1, fidelity: 0.7, depth: 1, rung: 'extractive', model: 'b' }),
    ];
    expect(receiptOf(plan({ coverTo: 20 }), made)).toMatchObject({
      calls: 2,
      inputTokens: 200,
      outputTokens: 20,
      costUsd: 0.02,
      milliseconds: 250,
      survival: 0.8,
      fidelity: 0.7,
      depth: 2,
      factsKept: 2,
      models: ['a', 'b'],
      rungs: ['model', 'extractive'],
    });
  });
});
