import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { planWindow } from '../strategy.ts';
import { readPlanInput } from './plan-input.ts';

describe('the input of a plan', () => {
  it('is the row, the summaries, and the messages that no live summary covers', async () => {
    const { engine, sayMany, keep } = await testEngine({ compaction: { maxInputTokens: 777 } });
    await sayMany(12);
    await keep(summary('a', 1, 3), summary('b', 4, 5), summary('ahead', 6, 8, { status: 'prepared' }));
    const input = await readPlanInput({ ports: engine, threadId: 't', trigger: 'append', pass: 2 });
    expect(input.live.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(input.prepared.map(({ id }) => id)).toEqual(['ahead']);
    expect(input.head.map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect(input.end).toEqual(input.head);
    expect(input).toMatchObject({
      pass: 2,
      trigger: 'append',
      maxInputTokens: 777,
      budget: { total: 4_000 },
    });
    expect(input.state).toMatchObject({ messages: 12, coveredTo: 5 });
    expect(input).not.toHaveProperty('targetTailTokens');
  });

  it('is bounded: both ends of a long tail, in order', async () => {
    const { engine, sayMany, keep } = await testEngine();
    await sayMany(planWindow + 60);
    await keep(summary('a', 1, 10));
    const { head, end } = await readPlanInput({ ports: engine, threadId: 't', trigger: 'append', pass: 0 });
    expect([head.length, head[0]!.seq, head.at(-1)!.seq]).toEqual([planWindow, 11, planWindow + 10]);
    expect([end.length, end[0]!.seq, end.at(-1)!.seq]).toEqual([planWindow, 61, planWindow + 60]);
  });

  it('includes fixed tokens that a context learnt and nothing stored yet', async () => {
    const { engine, sayMany } = await testEngine();
    await sayMany(2);
    engine.learnt.learn('t', { fixedTokens: 321 });
    const { state } = await readPlanInput({
      ports: engine,
      threadId: 't',
      trigger: 'pressure',
      pass: 0,
      targetTailTokens: 50,
    });
    expect(state.fixedTokens).toBe(321);
  });

  it('fails for an unknown thread', async () => {
    const { engine } = await testEngine();
    const reading = readPlanInput({ ports: engine, threadId: 'nowhere', trigger: 'append', pass: 0 });
    await expect(reading).rejects.toMatchObject({ code: 'unknown_thread', field: 'threadId' });
  });
});
