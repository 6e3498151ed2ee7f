import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { Plan } from '../strategy.ts';
import { readPlanInput } from './plan-input.ts';
import { planAhead } from './prepare-plan.ts';

/** Forty messages of ten tokens, and the plan that shrinks them to `targetTailTokens`. */
async function setup(limits: { maxInputTokens?: number } = {}) {
  const test = await testEngine({ compaction: limits });
  await test.sayMany(40);
  const plan = async (targetTailTokens: number) => {
    const input = await readPlanInput({ ports: test.engine, threadId: 't', trigger: 'pressure', pass: 0 });
    return planAhead({ ...input, targetTailTokens });
  };
  return { ...test, plan };
}

describe('summaries for contexts smaller than the thread’s budget', () => {
  it('R-65 cover as many of the oldest messages as necessary, and are not shown in the thread itself', async () => {
    const { plan } = await setup();
    const planned = (await plan(250)) as Plan;
    expect(planned).toMatchObject({ coverTo: 0, counts: false, activates: [], replaces: [] });
    expect(planned.steps).toMatchObject([{ from: 1, to: 15, status: 'prepared' }]);
    // I-11: a summary is much smaller than what it stands for.
    expect(planned.steps[0]!.limits.targetTokens).toBeLessThan(15 * 10 * 0.5);
  });

  it('R-65 continue after those already prepared, and count what these save', async () => {
    const { plan, keep } = await setup();
    await keep(summary('p', 1, 12, { status: 'prepared' }));
    expect((await plan(250)) as Plan).toMatchObject({ steps: [{ from: 13, to: 15 }] });
    expect(await plan(280)).toEqual({ nothing: expect.stringContaining('fits') });
  });

  it('R-65 read at most what fits one call, and the next pass continues', async () => {
    const { plan } = await setup({ maxInputTokens: 100 });
    expect((await plan(100)) as Plan).toMatchObject({ steps: [{ from: 1, to: 10 }] });
  });

  it('R-65 I-8 never cover the newest unit: a tool call stays beside its result', async () => {
    const { plan, say, keep } = await setup();
    const called = { id: 'c', type: 'function' as const, function: { name: 'look', arguments: '{}' } };
    await say([
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'c', content: 'found' },
    ]);
    expect((await plan(0)) as Plan).toMatchObject({ steps: [{ from: 1, to: 40 }] });
    await keep(summary('p', 1, 40, { status: 'prepared' }));
    expect(await plan(0)).toEqual({ nothing: expect.stringContaining('newest') });
  });

  it('R-65 end when nothing is left', async () => {
    const { plan, keep } = await setup();
    await keep(summary('p', 1, 40, { status: 'prepared' }));
    expect(await plan(0)).toEqual({ nothing: expect.stringContaining('left') });
  });
});
