import { expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { createBackground } from './background.ts';

it('I-11 runs that leave work each time are repeated only so often, until the next message', async () => {
  const { engine, say, store } = await testEngine({ strategy: 'rolling' });
  await say(talk(60));
  let runs = 0;
  const acquireLease: typeof store.acquireLease = (options) => {
    runs += 1;
    if (runs > 500) throw new Error('It does not end.');
    return store.acquireLease(options);
  };
  const background = createBackground({
    // Without a pass, every run ends with its work left.
    ports: { ...engine, store: { ...store, acquireLease }, limits: { ...engine.limits, maxPasses: 0 } },
    signal: new AbortController().signal,
    threadsAtOnce: 1,
    automatic: false,
    stored: async () => undefined,
  });
  background.schedule('t', { trigger: 'append' });
  await background.idle();
  expect(runs).toBe(65);
  background.schedule('t', { trigger: 'append' });
  await background.idle();
  expect(runs).toBe(130);
});
