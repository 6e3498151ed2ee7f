import { describe, expect, it } from 'vitest';
import type { Background } from '../compaction/background.ts';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { dueCompactions } from './due-compactions.ts';

async function setup({ automatic = true, mode = 'blocking', expectsModel = false, relieves = false } = {}) {
  const rolling = { name: 'rolling', messages: 10, verbatimExchanges: 2, mode } as const;
  const strategy = relieves ? 'eternal' : rolling;
  const { engine, store, say, named } = await testEngine({ strategy: strategy as never });
  await say(talk(40));
  const state = (await store.readThread('t'))!;
  const runs: unknown[] = [];
  let failure: Error | undefined;
  const background = {
    perform: async (_id: string, work: () => Promise<unknown>) => work(),
    run: async (options: unknown) => {
      runs.push(options);
      if (failure) throw failure;
    },
    notice: () => undefined,
    restOf: () => undefined,
    isLeftAlone: () => false,
  } as unknown as Background;
  const { signal } = new AbortController();
  const due = dueCompactions({ ports: { ...engine, background, expectsModel }, automatic, signal });
  const fail = () => {
    failure = new Error('disk I/O error');
  };
  return { due, state, store, engine, runs, named, fail };
}

describe('a compaction that a turn asks for', () => {
  it('R-32 runs before the request if the strategy blocks, and after it otherwise', async () => {
    const blocking = await setup();
    expect(blocking.due.isDue(blocking.state)).toBe(true);
    expect(blocking.due.isWanted(blocking.state)).toBe(false);
    await blocking.due.compactFirst(blocking.state);
    expect(blocking.runs).toMatchObject([
      { threadId: 't', trigger: 'append', modelTimeMs: expect.any(Number) },
    ]);
    const later = await setup({ mode: 'background' });
    expect(later.due.isWanted(later.state)).toBe(true);
  });

  it('R-15 never runs if nothing is to be compacted unless asked for', async () => {
    const { due, state } = await setup({ automatic: false });
    expect([due.isDue(state), due.isWanted(state), due.mayWaitForCompaction(state, {})]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('I-4 that fails is reported, and the turn goes on without it', async () => {
    const { due, state, fail, named } = await setup();
    fail();
    expect(await due.compactFirst(state)).toMatchObject({ id: 't', revision: state.revision });
    expect(named('diagnostic')).toMatchObject([{ threadId: 't', message: 'disk I/O error' }]);
  });

  it('R-8 is work on a backlog where the tail is longer than a request would wait for', async () => {
    const { due, state, engine } = await setup({ relieves: true });
    const { available } = engine.budgetFor(state);
    expect(due.isBacklog({ ...state, tailTokens: 4 * available })).toBe(false);
    expect(due.isBacklog({ ...state, tailTokens: 4 * available + 1 })).toBe(true);
  });

  it('R-36 has a request wait only if code writes, for the thread’s own budget, and not for a very long tail', async () => {
    const { due, state } = await setup({ relieves: true });
    expect(due.mayWaitForCompaction(state, {})).toBe(true);
    expect(due.mayWaitForCompaction(state, { budget: { tokens: 2_000 } })).toBe(false);
    expect(due.mayWaitForCompaction(state, { preview: true })).toBe(false);
    expect(due.mayWaitForCompaction({ ...state, tailTokens: 1e9 }, {})).toBe(false);
    const byModel = await setup({ relieves: true, expectsModel: true });
    expect(byModel.due.mayWaitForCompaction(byModel.state, {})).toBe(false);
    const rolling = await setup();
    expect(rolling.due.mayWaitForCompaction(rolling.state, {})).toBe(false);
  });
});
