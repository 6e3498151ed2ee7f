import { expect, it } from 'vitest';
import { breathe } from './runtime.ts';

const work = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('R-48 breathe lets timers run between pieces of work that never wait', async () => {
  let rang = 0;
  const timer = setInterval(() => {
    rang += 1;
  }, 1);
  for (let piece = 0; piece < 400; piece += 1) {
    work(1);
    await breathe();
  }
  clearInterval(timer);
  // 400 ms of work, interrupted every 15.
  expect(rang).toBeGreaterThan(5);
});

it('breathe does not pause if the event loop has just run', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(breathe()).toBeUndefined();
    work(20);
  }
});
