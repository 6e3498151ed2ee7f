import { expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { createBackground } from './background.ts';

const backgroundOf = (ports: Parameters<typeof createBackground>[0]['ports']) =>
  createBackground({
    ports,
    signal: new AbortController().signal,
    threadsAtOnce: 1,
    automatic: false,
    stored: async () => undefined,
  });

it('I-11 runs that leave work are repeated up to a limit, until the next message', async () => {
  const { engine, say, store } = await testEngine({ strategy: 'rolling' });
  await say(talk(60));
  let runs = 0;
  const acquireLease: typeof store.acquireLease = (options) => {
    runs += 1;
    if (runs > 500) throw new Error('It does not end.');
    return store.acquireLease(options);
  };
  const background = backgroundOf({
    ...engine,
    store: { ...store, acquireLease },
    // Without a pass, every run ends with its work left.
    limits: { ...engine.limits, maxPasses: 0 },
  });
  background.schedule('t', { trigger: 'append' });
  await background.idle();
  expect(runs).toBe(65);
  background.schedule('t', { trigger: 'append' });
  await background.idle();
  expect(runs).toBe(130);
});

it('R-65 a request that does not fit gets a run that leaves room for passages and growth', async () => {
  const budget = { tokens: 4_000, responseTokens: 400 };
  const { engine, say, store } = await testEngine({ strategy: 'rolling', budget });
  await say(talk(150));
  const before = (await store.readThread('t'))!;
  const background = backgroundOf(engine);
  expect(before.tailTokens).toBeGreaterThan(2_000);
  expect(await background.relieve(before)).toBe('own');
  const after = (await store.readThread('t'))!;
  const { available } = engine.budgetFor(after);
  expect(after.summaryTokens + after.tailTokens).toBeLessThan(available * 0.75);
  // No more is given up than that takes.
  expect(after.tailTokens).toBeGreaterThan(available * 0.1);
});

it('I-4 a request that waited for other work is made with what that has changed, before more is done for it', async () => {
  const { engine, say, store } = await testEngine({ strategy: 'rolling' });
  await say(talk(60));
  const planned: string[] = [];
  const background = backgroundOf({
    ...engine,
    strategyFor(state) {
      const strategy = engine.strategyFor(state);
      const plan: typeof strategy.plan = (input) => {
        planned.push(input.trigger);
        return strategy.plan(input);
      };
      return { ...strategy, plan };
    },
  });
  const seen = (await store.readThread('t'))!;
  background.schedule('t', { trigger: 'append' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(background.isRunning('t')).toBe(true);
  expect(await background.relieve(seen)).toBe('others');
  expect(planned).not.toContain('pressure');
  // If that was too little, the next attempt does what it can.
  await background.relieve((await store.readThread('t'))!);
  expect(planned).toContain('pressure');
});

it('R-65 a request learns that nothing changed if nothing could be done for it', async () => {
  const { engine, say, store } = await testEngine();
  await say(talk(2));
  const background = backgroundOf(engine);
  expect(await background.relieve((await store.readThread('t'))!)).toBe('none');
});

it('R-48 what a run found about the next one is remembered until a run finds something to do', async () => {
  const { engine, say } = await testEngine({ strategy: 'eternal' });
  await say(talk(60));
  const background = backgroundOf(engine);
  expect(background.restOf('t')).toBeUndefined();
  background.schedule('t', { trigger: 'append' });
  await background.idle();
  expect(background.restOf('t')).toMatchObject({ messages: expect.any(Number) });
});
