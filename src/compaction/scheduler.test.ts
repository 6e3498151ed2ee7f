import { describe, expect, it } from 'vitest';
import { createScheduler, type Job } from './scheduler.ts';

/** Runs that end when the test says so. */
function gated(threadsAtOnce: number) {
  const runs: { threadId: string; job: Job; end: () => void }[] = [];
  const scheduler = createScheduler({
    threadsAtOnce,
    run: (threadId, job) => new Promise((resolve) => runs.push({ threadId, job, end: resolve })),
  });
  return { scheduler, runs };
}
const soon = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('background work', () => {
  it('R-8 begins after the turn that asked for it', async () => {
    const { scheduler, runs } = gated(2);
    scheduler.schedule('a', { trigger: 'append' });
    await Promise.resolve();
    expect(runs).toHaveLength(0);
    expect(scheduler.isIdle()).toBe(false);
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a']);
  });

  it('R-8 works on so many threads at once and no more, each alone', async () => {
    const { scheduler, runs } = gated(2);
    for (const thread of ['a', 'b', 'c', 'a']) scheduler.schedule(thread, { trigger: 'append' });
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b']);
    scheduler.schedule('a', { trigger: 'append' });
    await soon();
    expect(runs).toHaveLength(2);
    runs[0]!.end();
    await soon();
    // Three requests while it waited and ran cause one more run.
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b', 'c']);
    for (const run of runs.slice(1)) run.end();
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b', 'c', 'a']);
    runs[3]!.end();
    await scheduler.idle();
    expect(scheduler.isIdle()).toBe(true);
  });

  it('R-65 does not forget a pressing request for a common one', async () => {
    const { scheduler, runs } = gated(1);
    scheduler.schedule('a', { trigger: 'pressure', availableTokens: 5 });
    scheduler.schedule('a', { trigger: 'append' });
    await soon();
    expect(runs[0]!.job).toEqual({ trigger: 'pressure', availableTokens: 5 });
    scheduler.schedule('a', { trigger: 'append' });
    scheduler.schedule('a', { trigger: 'pressure', availableTokens: 7 });
    runs[0]!.end();
    await soon();
    expect(runs[1]!.job).toEqual({ trigger: 'pressure', availableTokens: 7 });
    runs[1]!.end();
    await scheduler.idle();
  });

  it('I-5 lets work that was asked for wait for what runs on the thread, also where that fails', async () => {
    const { scheduler } = gated(1);
    const order: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const first = scheduler.perform('a', () => new Promise((_, reject) => (fail = reject)));
    const second = scheduler.perform('a', async () => order.push('second'));
    await scheduler.perform('b', async () => order.push('other thread'));
    expect(order).toEqual(['other thread']);
    fail(new Error('first failed'));
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(order).toEqual(['other thread', 'second']);
  });

  it('takes nothing more once it is closed, and ends when what runs has ended', async () => {
    const { scheduler, runs } = gated(1);
    scheduler.schedule('a', { trigger: 'append' });
    scheduler.schedule('b', { trigger: 'append' });
    await soon();
    let closed = false;
    const closing = scheduler.close().then(() => (closed = true));
    scheduler.schedule('c', { trigger: 'append' });
    await soon();
    expect(closed).toBe(false);
    runs[0]!.end();
    await closing;
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a']);
  });
});
