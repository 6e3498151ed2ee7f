import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { message, summary } from '../stores/suite/samples.suite.ts';
import type { Plan, PlanInput, Strategy } from '../strategy.ts';
import { choosePlan } from './choose-plan.ts';
import { readPlanInput } from './plan-input.ts';

async function setup(ownPlan: (input: PlanInput) => Plan | { nothing: string } = () => ({ nothing: 'own' })) {
  const test = await testEngine();
  const { engine, sayMany, keep } = test;
  await sayMany(20);
  await keep(
    summary('a', 1, 4),
    summary('b', 5, 8, { rung: 'extractive' }),
    summary('p1', 9, 11, { status: 'prepared' }),
    summary('p2', 12, 14, { status: 'prepared' }),
  );
  const strategyFor = (state: Parameters<typeof engine.strategyFor>[0]): Strategy => ({
    ...engine.strategyFor(state),
    plan: ownPlan,
  });
  const read = (pass = 0) => readPlanInput({ ports: engine, threadId: 't', trigger: 'append', pass });
  const choose = async (choice: Parameters<typeof choosePlan>[2] = {}, pass = 0) =>
    choosePlan({ store: engine.store, strategyFor }, await read(pass), choice);
  return { ...test, choose };
}

const covering =
  (coverTo: number, other: Partial<Plan> = {}) =>
  (input: PlanInput): Plan => ({
    strategy: 'own',
    trigger: 'append',
    reason: 'due',
    revision: input.state.revision,
    plannedAt: input.state.messages,
    ratio: 1,
    steps: [],
    replaces: [],
    activates: [],
    coverTo,
    counts: true,
    ...other,
  });

describe('the plan of a pass', () => {
  it('follows the strategy', async () => {
    const { choose } = await setup();
    expect(await choose()).toEqual({ nothing: 'own' });
  });

  it('R-41 rebuilds a stale summary before anything else, from the originals', async () => {
    const { choose, store, runtime, engine } = await setup();
    const { tokens, hash, ...content } = message('changed');
    await store.rewrite({
      threadId: 't',
      changes: [{ kind: 'edit', seq: 6, content: { role: 'user', parts: content.parts }, tokens, hash }],
      audit: {
        id: 'aud',
        at: content.createdAt,
        threadId: 't',
        action: 'edit-message',
        from: 6,
        to: 6,
        summaryId: null,
        note: '',
        before: null,
      },
      now: runtime.now(),
    });
    const plan = (await choose()) as Plan;
    expect(plan).toMatchObject({ replaces: ['b'], coverTo: 8, counts: false });
    expect(plan.steps[0]).toMatchObject({
      from: 5,
      to: 8,
      sources: { summaries: [], messages: { from: 5, to: 8 }, method: 'fold', keeps: ['b'] },
    });
    expect(plan.revision).toBe((await engine.store.readThread('t'))!.revision);
  });

  it('R-38 redoes one summary, once, from its own sources', async () => {
    const { choose } = await setup();
    expect(await choose({ renew: 'b' })).toMatchObject({
      replaces: ['b'],
      reason: expect.stringContaining('extractive'),
      steps: [{ from: 5, to: 8, sources: { summaries: ['b'], messages: null, method: 'renew' } }],
    });
    expect(await choose({ renew: 'b' }, 1)).toEqual({ nothing: 'The summary is no longer shown.' });
    expect(await choose({ renew: 'gone' })).toEqual({ nothing: 'The summary is no longer shown.' });
  });

  it('R-65 prepares summaries if a smaller context was requested', async () => {
    const { choose } = await setup();
    expect(await choose({ ahead: true, targetTailTokens: 20 })).toMatchObject({
      strategy: 'ahead',
      steps: [{ from: 15, status: 'prepared' }],
      counts: false,
    });
  });

  it('R-36 retires prepared summaries that a plan skips, and keeps those that still follow', async () => {
    const replaced = async (plan: (input: PlanInput) => Plan) => {
      const { choose } = await setup(plan);
      return ((await choose()) as Plan).replaces;
    };
    expect(await replaced(covering(8))).toEqual([]);
    expect(await replaced(covering(11, { activates: ['p1'] }))).toEqual([]);
    // Covers half of the first summary, so neither begins where the live ones will end.
    expect(await replaced(covering(10))).toEqual(['p1', 'p2']);
    expect(await replaced(covering(11))).toEqual(['p1']);
  });
});
