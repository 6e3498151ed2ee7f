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
  it('R-8 begins after the turn that requested it', async () => {
    const { scheduler, runs } = gated(2);
    scheduler.schedule('a', { trigger: 'append' });
    await Promise.resolve();
    expect(runs).toHaveLength(0);
    expect(scheduler.isIdle()).toBe(false);
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a']);
  });

  it('R-8 works on a limited number of threads at once, with one run per thread', async () => {
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

  it('R-65 an ordinary request does not replace an urgent one', async () => {
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

  it('I-5 work for a thread waits for the work running on it, even if that fails', async () => {
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

  it('accepts no work after closing, and ends when the running work has ended', async () => {
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
