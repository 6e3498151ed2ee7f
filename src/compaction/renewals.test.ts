import { describe, expect, it } from 'vitest';
import { retelling } from '../../test/retelling.ts';
import { scripted, talk, testEngine } from '../engine/test-engine.suite.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { SummarizerFailure, type SummaryRequest } from '../summarizer.ts';
import { createRenewals } from './renewals.ts';
import { createScheduler } from './scheduler.ts';

/** A thread whose first summary was written by code, and a clock on which sleeps end at their time. */
async function setup(
  script: (request: SummaryRequest) => string = retelling,
  other: Partial<SummaryRecord> = {},
) {
  const summarizer = scripted(script);
  const test = await testEngine({ summarizer });
  const { engine, runtime, say, keep, store } = test;
  await say(talk(12));
  const createdAt = new Date(runtime.now()).toISOString();
  await keep(
    summary('makeshift', 1, 4, { rung: 'extractive', createdAt, tokens: 30, ...other }),
    summary('fine', 5, 8, { rung: 'model', createdAt }),
  );
  const sleepers = new Set<{ until: number; wake: () => void }>();
  const sleep: typeof runtime.sleep = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      sleepers.add({ until: runtime.now() + milliseconds, wake: () => resolve() });
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  const settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await scheduler.idle();
    for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (milliseconds: number) => {
    runtime.advance(milliseconds);
    for (const sleeper of [...sleepers])
      if (sleeper.until <= runtime.now() && sleepers.delete(sleeper)) sleeper.wake();
    await settle();
  };
  const stop = new AbortController();
  const scheduler = createScheduler({ threadsAtOnce: 1, run: async () => undefined });
  const create = () =>
    createRenewals({
      ports: { ...engine, runtime: { ...engine.runtime, sleep } },
      scheduler,
      signal: stop.signal,
    });
  const shown = async () =>
    (await store.readSummaries({ threadId: 't', statuses: ['live'] })).map(
      ({ from, rung }) => `${from} ${rung}`,
    );
  return { ...test, summarizer, renewals: create(), create, pass, settle, shown, scheduler, stop };
}
const minute = 60_000;

describe('a summary that code wrote in the model’s place', () => {
  it('R-26 is redone by the model after a wait, and nothing else is', async () => {
    const { renewals, pass, settle, shown, summarizer } = await setup();
    renewals.notice('t');
    await settle();
    await pass(50_000);
    expect(summarizer.requests).toHaveLength(0);
    await pass(minute);
    expect(summarizer.requests).toHaveLength(1);
    expect(await shown()).toEqual(['1 model', '5 model']);
    // Only once.
    for (let hour = 0; hour < 30; hour += 1) await pass(60 * minute);
    expect(summarizer.requests).toHaveLength(1);
  });

  it('R-26 is retried after growing waits, and kept as it is after six failures', async () => {
    const { renewals, pass, settle, shown, summarizer } = await setup(() => {
      throw new SummarizerFailure({ kind: 'transport', message: 'away' });
    });
    renewals.notice('t');
    await settle();
    const asked: number[] = [];
    for (let hour = 0; hour < 24 * 12; hour += 1) {
      await pass(60 * minute);
      asked.push(summarizer.requests.length);
    }
    expect(asked.at(-1)).toBe(6);
    const hours = [1, 2, 3, 4, 5, 6].map((count) => asked.findIndex((made) => made >= count));
    const gaps = hours.slice(1).map((hour, index) => hour - hours[index]!);
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps);
    expect(gaps.at(-1)).toBeGreaterThan(15);
    expect(await shown()).toEqual(['1 extractive', '5 model']);
  });

  it('R-26 is not retried at once by a restarted process', async () => {
    const { renewals, create, pass, settle, summarizer } = await setup(() => {
      throw new SummarizerFailure({ kind: 'transport', message: 'away' });
    });
    renewals.notice('t');
    await settle();
    await pass(2 * minute);
    expect(summarizer.requests).toHaveLength(1);
    const anew = create();
    anew.notice('t');
    await settle();
    await pass(minute);
    expect(summarizer.requests).toHaveLength(1);
  });

  it('R-26 a stopped attempt does not count, and is repeated after a wait', async () => {
    const { renewals, pass, settle, store, runtime, stop, summarizer } = await setup();
    summarizer.summarize = async () => {
      stop.abort();
      throw new SummarizerFailure({ kind: 'aborted', message: 'closed' });
    };
    renewals.notice('t');
    await settle();
    await pass(2 * minute);
    const attempt = JSON.parse((await store.readValue('renewals'))!).makeshift;
    expect(attempt.failures).toBe(0);
    expect(attempt.after).toBeGreaterThan(runtime.now());
  });

  it('R-26 is not retried at once if the process ended during the call', async () => {
    const { renewals, pass, settle, store, summarizer } = await setup();
    let during: string | undefined;
    const { summarize } = summarizer;
    summarizer.summarize = async (request) => {
      during = await store.readValue('renewals');
      return summarize(request);
    };
    renewals.notice('t');
    await settle();
    await pass(2 * minute);
    expect(JSON.parse(during!)).toMatchObject({ makeshift: { failures: 1, after: expect.any(Number) } });
    // After success, no attempt is remembered.
    expect(JSON.parse((await store.readValue('renewals'))!)).toEqual({});
  });

  it('R-26 waits for an idle moment', async () => {
    const { renewals, pass, settle, scheduler, summarizer } = await setup();
    renewals.notice('t');
    await settle();
    let end: () => void = () => undefined;
    const busy = scheduler.perform('other', () => new Promise<void>((resolve) => (end = resolve)));
    const idle = scheduler.idle;
    scheduler.idle = async () => undefined;
    await pass(5 * minute);
    expect(summarizer.requests).toHaveLength(0);
    end();
    await busy;
    scheduler.idle = idle;
    await pass(5 * minute);
    expect(summarizer.requests).toHaveLength(1);
  });

  it('R-26 is redone for one thread at a time', async () => {
    const { renewals, pass, settle, say, keep, runtime, summarizer } = await setup();
    await say(talk(12), 'u');
    const createdAt = new Date(runtime.now()).toISOString();
    await keep(summary('another', 1, 4, { threadId: 'u', rung: 'extractive', createdAt, tokens: 30 }));
    let running = 0;
    let most = 0;
    const { summarize } = summarizer;
    summarizer.summarize = async (request) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return summarize(request);
    };
    renewals.notice('t');
    renewals.notice('u');
    await settle();
    await pass(2 * minute);
    await pass(minute);
    expect(summarizer.requests).toHaveLength(2);
    expect(most).toBe(1);
  });

  it('R-15 is kept if its originals were deleted', async () => {
    const { renewals, pass, settle, deleteFirstOriginal, summarizer } = await setup();
    await deleteFirstOriginal();
    renewals.notice('t');
    await settle();
    await pass(60 * minute);
    expect(summarizer.requests).toHaveLength(0);
  });

  it('R-26 is not looked for after closing', async () => {
    const { renewals, pass, settle, stop, summarizer } = await setup();
    renewals.notice('t');
    await settle();
    stop.abort();
    await pass(60 * minute);
    renewals.notice('t', { again: true });
    await pass(60 * minute);
    expect(summarizer.requests).toHaveLength(0);
  });
});
