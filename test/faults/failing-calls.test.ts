/**
 * The cost of failing calls, counted at the provider over real HTTP: how many requests and tokens are
 * sent, what is shown meanwhile, and how summaries written by code are redone later.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EverthreadEvents } from '../../src/events.ts';
import { createEverthread } from '../../src/everthread.ts';
import type { EverthreadOptions } from '../../src/options.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { strategyNames } from '../../src/strategies/registry.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { type LoopbackProvider, openLoopbackProvider, type Turn } from '../loopback-provider.ts';
import { soak } from '../soak.ts';
import { harbourMessages, harbourSummarizer, harbourSummary, notesIn } from './harbour-provider.ts';

let provider: LoopbackProvider;
beforeEach(async () => {
  provider = await openLoopbackProvider();
});
afterEach(() => provider.close());

const budget = { tokens: 12_000 };
/** Longer than the first wait of a renewal, including its random part. */
const firstWaitMs = 80_000;

async function open(options: EverthreadOptions & { hangs?: () => boolean; waits?: number[] } = {}) {
  const { hangs, waits, ...given } = options;
  const clock = manualClock();
  const store = memoryStore();
  const summarizer = harbourSummarizer({ provider, ...(hangs && { hangs }), ...(waits && { waits }) });
  const ever = createEverthread({ store, runtime: clock, summarizer, budget, ...given });
  const told: {
    [Name in
      | 'diagnostic'
      | 'summarizer-fallback'
      | 'compaction-ended'
      | 'compaction-started']: EverthreadEvents[Name][];
  } = { diagnostic: [], 'summarizer-fallback': [], 'compaction-ended': [], 'compaction-started': [] };
  for (const name of Object.keys(told) as (keyof typeof told)[]) {
    ever.on(name, (event) => (told[name] as unknown[]).push(event));
  }
  return { ever, clock, store, told, thread: await ever.thread('t') };
}

/** Characters sent to the provider, about four to a token. */
const sentTokens = () =>
  provider.requests.reduce((sum, { body }) => sum + JSON.stringify(body.messages).length / 4, 0);

type Fault = { fault: string; turn: Turn; hangs?: boolean; calls: number; waits: number[]; says: RegExp };

const status = (code: number, headers: { [name: string]: string } = {}): Turn => ({
  kind: 'status',
  status: code,
  headers,
  message: `our own words of ${code}`,
});
const json = (body: string): Turn => ({ kind: 'body', contentType: 'application/json', body });

const faults: Fault[] = [
  { fault: '401', turn: status(401), calls: 1, waits: [], says: /HTTP 401: our own words of 401/ },
  { fault: '404', turn: status(404), calls: 1, waits: [], says: /HTTP 404: our own words of 404/ },
  {
    fault: '429 with retry-after',
    turn: status(429, { 'retry-after': '3' }),
    calls: 2,
    waits: [3_000],
    says: /429/,
  },
  {
    fault: '429 that asks for an hour',
    turn: status(429, { 'retry-after': '3600' }),
    calls: 1,
    waits: [],
    says: /429/,
  },
  { fault: '500', turn: status(500), calls: 2, waits: [250], says: /HTTP 500: our own words of 500/ },
  { fault: '529', turn: status(529), calls: 2, waits: [250], says: /529/ },
  { fault: 'a hang', turn: { kind: 'hang' }, hangs: true, calls: 2, waits: [250], says: /timeout/ },
  { fault: 'a dropped stream', turn: { kind: 'drop', pieces: ['half'] }, calls: 2, waits: [250], says: /\S/ },
  { fault: 'invalid JSON', turn: json('<html>'), calls: 1, waits: [], says: /invalid JSON/ },
  { fault: 'an empty body', turn: json(''), calls: 2, waits: [250], says: /empty body/ },
  {
    fault: 'a malformed answer',
    turn: { kind: 'reply', pieces: ['  '] },
    calls: 1,
    waits: [],
    says: /\S/,
  },
  {
    fault: 'a refusal',
    turn: { kind: 'reply', pieces: ["I'm sorry, but I can't help with that."] },
    calls: 1,
    waits: [],
    says: /\S/,
  },
];

describe.each(faults)('$fault', ({ turn, hangs = false, calls, waits, says }) => {
  it('R-26 R-38 one failed summary: so many calls and no more, the provider is quoted, the answer is not', async () => {
    provider.always(turn);
    const between: number[] = [];
    const { ever, told, thread } = await open({ strategy: 'rolling', hangs: () => hangs, waits: between });
    await thread.append(harbourMessages(50));
    await ever.idle();
    expect([provider.requests.length, between]).toEqual([calls, waits]);
    const [summary] = await thread.summaries();
    expect(summary).toMatchObject({ rung: 'extractive', from: 1, to: 30 });
    expect(told['summarizer-fallback']).toHaveLength(1);
    const { reason } = told['summarizer-fallback'][0]!;
    expect(reason).toMatch(says);
    expect(reason).not.toMatch(/sorry|html/);
    expect(reason.length).toBeLessThanOrEqual(300);
    await ever.close();
  });
});

it('R-23 R-26 malformed structured output: one call, at most 200 characters in the log, none in the events', async () => {
  const secret = `sk-ant-api03-${'Ab1'.repeat(30)}`;
  provider.always({ kind: 'reply', pieces: [`{"summary": ["${secret}", "${'long '.repeat(100)}`] });
  const { ever, store, told, thread } = await open({ strategy: 'chain', budget: { tokens: 3_000 } });
  const logged: string[] = [];
  const record = store.recordCalls;
  store.recordCalls = (calls) => {
    logged.push(...calls.map(({ detail = '' }) => detail));
    return record(calls);
  };
  await thread.append(harbourMessages(50));
  await ever.idle();
  expect(provider.requests).toHaveLength(1);
  expect((await thread.summaries())[0]!.rung).toBe('extractive');
  expect(logged[0]).toMatch(/long long/);
  expect(logged[0]!.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify([logged, told])).not.toContain(secret.slice(0, 30));
  expect(JSON.stringify(told['summarizer-fallback'])).not.toMatch(/long long/);
  await ever.close();
});

/** A model that gives bad answers is asked for other summaries of the run, until the circuit breaker opens. */
const mostMalformed = 3;

describe.each(strategyNames)('%s', (strategy) => {
  const some = faults.filter(({ fault }) => ['401', '500', 'a malformed answer'].includes(fault));
  const cases = [
    ...some.map((fault) => ({ messages: 50, ...fault })),
    // `running` makes most summaries in a run, so it shows best whether a failing model is asked for each.
    ...some
      .slice(1, strategy === 'running' ? 3 : 2)
      .map((fault) => ({ messages: soak ? 2_000 : 300, ...fault })),
  ];
  it.each(cases)(
    'R-26 R-54 $fault at $messages messages: a few calls, a few thousand tokens',
    async ({ messages, turn, calls, fault }) => {
      provider.always(turn);
      const { ever, thread } = await open({ strategy, budget: { tokens: 2_500 } });
      await thread.append(harbourMessages(messages));
      await ever.idle();
      if ((await thread.state()).compactions === 0) await thread.compact();
      expect((await thread.summaries()).length).toBeGreaterThan(0);
      const most = fault === 'a malformed answer' ? mostMalformed : calls;
      expect(provider.requests.length).toBeLessThanOrEqual(most);
      expect(provider.requests.length).toBeGreaterThan(0);
      expect(sentTokens()).toBeLessThan(10_000 * most);
      await ever.close();
    },
  );

  it('R-26 R-38 what code wrote is redone later, by one call each, from its own sources, within its limits', async () => {
    provider.always(harbourSummary(400));
    const { ever, clock, thread } = await open({ strategy, budget: { tokens: 3_000 } });
    for (let start = 0; start < 300; start += 50) {
      await thread.append(harbourMessages(50, start));
      await ever.idle();
    }
    const grown = (await thread.state()).messages;
    provider.always(status(500));
    // Enough messages to overflow the budget, so that code has to write instead of the model.
    await thread.append(harbourMessages(60, grown));
    await ever.idle();
    const made = (await thread.summaries()).filter(({ rung }) => rung === 'extractive');
    expect(made.length).toBeGreaterThan(0);
    provider.always(harbourSummary(400));
    const before = provider.requests.length;
    await clock.advance(50_000);
    await ever.idle();
    expect(provider.requests.length, 'not at once').toBe(before);

    for (let redone = 1; redone <= made.length; redone += 1) {
      const waiting = (await thread.summaries()).filter(({ rung }) => rung === 'extractive');
      const after = provider.requests.length;
      await clock.advance(redone === 1 ? firstWaitMs - 50_000 : 11_000);
      await ever.idle();
      expect(provider.requests.length, 'one call').toBe(after + 1);
      const left = (await thread.summaries()).map(({ id }) => id);
      const old = waiting.find(({ id }) => !left.includes(id))!;
      const renewed = (await thread.summaries()).find(({ from, to }) => from === old.from && to === old.to)!;
      expect(renewed).toMatchObject({
        rung: 'model',
        readFrom: old.readFrom,
        readTo: old.readTo,
        sourceIds: old.sourceIds,
        limits: old.limits,
      });
      expect(renewed.sourceHash).toBe(old.sourceHash);
      expect(renewed.tokens).toBeLessThanOrEqual(old.limits!.maxOutputTokens);
      const words = renewed.text.split(/\s+/u).length;
      expect(words).toBeLessThanOrEqual(old.limits!.maxWords ?? Number.POSITIVE_INFINITY);
      const read = await thread.summaries({ statuses: ['live', 'replaced', 'partial'] });
      const quoted = read.filter(({ id }) => old.sourceIds.includes(id)).map(({ text }) => text);
      for (const note of notesIn(provider.requests.at(-1)!)) {
        const inRange = old.readFrom !== null && note >= old.readFrom && note <= old.readTo!;
        expect(inRange || quoted.some((text) => text.includes(`Note ${note}:`)), `note ${note}`).toBe(true);
      }
    }
    expect((await thread.summaries()).every(({ rung }) => rung === 'model')).toBe(true);
    const settled = provider.requests.length;
    await clock.advance(86_400_000);
    await ever.idle();
    expect(provider.requests.length, 'nothing is left to redo').toBe(settled);
    await ever.close();
  });

  it('R-19 R-38 a model’s summary is not replaced by code while everything fits; keep and throw replace nothing', async () => {
    for (const onFailure of ['fallback', 'keep', 'throw'] as const) {
      provider.always(harbourSummary(6));
      const { ever, told, thread } = await open({
        strategy: { name: strategy, onFailure },
        budget: { tokens: 200_000 },
      });
      await thread.append(harbourMessages(120));
      await ever.idle();
      await thread.compact();
      const before = await thread.summaries();
      provider.always(status(500));
      const asked = provider.requests.length;
      await thread.append(harbourMessages(120, 120));
      await ever.idle();
      const result = await thread.compact({ refresh: true }).catch((error: unknown) => error);
      const after = await thread.summaries();
      const shown = after.map(({ id, text }) => [id, text]);
      expect(shown).toEqual(expect.arrayContaining(before.map(({ id, text }) => [id, text])));
      // If a strategy only adds summaries, code may write new ones.
      if (onFailure !== 'fallback') expect(shown).toHaveLength(before.length);
      if (before.length > 0) {
        if (onFailure === 'throw') {
          expect(result).toMatchObject({
            code: 'summarizer_failed',
            message: expect.stringContaining('our own words of 500'),
          });
        } else {
          expect(result).toMatchObject({
            compacted: false,
            reason: expect.stringContaining('our own words of 500'),
          });
        }
      }
      // At most two calls for the automatic run and two for the run on demand.
      expect(provider.requests.length - asked).toBeLessThanOrEqual(4);
      const again = provider.requests.length;
      for (let count = 0; count < 10; count += 1) {
        await thread.append(harbourMessages(2, 240 + count * 2));
        await ever.idle();
      }
      expect(provider.requests.length, 'waits before it asks again').toBeLessThanOrEqual(again + 2);
      expect(told.diagnostic.length, 'told once').toBeLessThanOrEqual(1);
      await ever.close();
    }
  });
});

describe('onFailure', () => {
  it.each(['fallback', 'keep', 'throw'] as const)(
    'R-38 with %s, a first summary that no model gave is left out or written by code, as it says',
    async (onFailure) => {
      provider.always(status(503));
      const { ever, thread, told } = await open({ strategy: { name: 'rolling', onFailure } });
      await thread.append(harbourMessages(50));
      await ever.idle();
      const rungs = (await thread.summaries()).map(({ rung }) => rung);
      expect(rungs).toEqual(onFailure === 'fallback' ? ['extractive'] : []);
      expect(told.diagnostic.map(({ message }) => /HTTP 503: our own words/.test(message))).toEqual(
        onFailure === 'fallback' ? [] : [true],
      );
      expect((await thread.context()).items.filter(({ section }) => section === 'tail').length).toBe(
        onFailure === 'fallback' ? 20 : 50,
      );
      await ever.close();
    },
  );

  it('R-38 R-19 keep: when it no longer fits, code writes in the model’s place', async () => {
    provider.always(status(503));
    const { ever, thread } = await open({
      strategy: { name: 'rolling', onFailure: 'keep' },
      budget: { tokens: 2_500 },
    });
    await thread.append(harbourMessages(100));
    await ever.idle();
    expect((await thread.summaries()).map(({ rung }) => rung)).toEqual(['extractive']);
    await ever.close();
  });
});

describe('renewals', () => {
  it('R-26 a model that stays away is asked ever more rarely, and not for ever, across processes too', async () => {
    provider.always(status(500));
    const { ever, clock, store, thread } = await open({ strategy: 'rolling' });
    await thread.append(harbourMessages(50));
    await ever.idle();
    expect(provider.requests).toHaveLength(2);
    const attempts: number[] = [];
    const start = clock.now();
    for (let step = 0; step < 200 && attempts.length < 3; step += 1) {
      const before = provider.requests.length;
      await clock.advance(10_000);
      await ever.idle();
      if (provider.requests.length > before) attempts.push(clock.now() - start);
    }
    const gaps = attempts.map((at, index) => at - (attempts[index - 1] ?? 0));
    expect(gaps[1]!).toBeGreaterThan(gaps[0]! * 2);
    expect(gaps[2]!).toBeGreaterThan(gaps[1]! * 2);

    // Another process on the same store knows when the next attempt is due.
    const asked = provider.requests.length;
    const other = createEverthread({
      store: { ...store, close: async () => undefined },
      runtime: clock,
      strategy: 'rolling',
      budget,
      summarizer: harbourSummarizer({ provider }),
    });
    await (await other.thread('t')).append(harbourMessages(1, 50));
    await clock.advance(120_000);
    await other.idle();
    await ever.idle();
    expect(provider.requests.length).toBe(asked);
    await clock.advance(30 * 86_400_000);
    for (let round = 0; round < 40; round += 1) {
      await ever.idle();
      await other.idle();
      await clock.advance(86_400_000);
    }
    // Two calls for the first summary, and six attempts of two calls each.
    expect(provider.requests.length).toBeLessThanOrEqual(2 + 6 * 2);
    await other.close();
    await ever.close();
  });

  it('R-38 nothing is redone by itself where nothing is to happen by itself', async () => {
    provider.always(status(500));
    const { ever, clock, thread } = await open({ strategy: 'rolling', automatic: false });
    await thread.append(harbourMessages(50));
    await thread.compact();
    expect((await thread.summaries()).map(({ rung }) => rung)).toEqual(['extractive']);
    await clock.advance(firstWaitMs * 10);
    await ever.idle();
    expect(provider.requests).toHaveLength(2);
    await ever.close();
  });

  it('R-15 R-26 originals are deleted only once the model has written what stands for them', async () => {
    provider.always(status(500));
    const { ever, clock, thread } = await open({ strategy: { name: 'session', deleteOriginals: true } });
    await thread.append(harbourMessages(60));
    await ever.idle();
    const removed = async () => {
      let count = 0;
      for await (const message of thread.history()) if (message.removed === 'deleted') count += 1;
      return count;
    };
    expect([(await thread.summaries())[0]!.rung, await removed()]).toEqual(['extractive', 0]);
    provider.always(harbourSummary(6));
    await clock.advance(firstWaitMs);
    await ever.idle();
    expect([(await thread.summaries())[0]!.rung, await removed()]).toEqual(['model', 50]);
    await ever.close();
  });
});

describe('events', () => {
  it('R-26 every compaction that began is said to be over, and says whether a model is asked', async () => {
    provider.always(status(500));
    const { ever, told, thread } = await open({ strategy: { name: 'rolling', onFailure: 'keep' } });
    await thread.append(harbourMessages(50));
    await ever.idle();
    provider.always(harbourSummary(6));
    await thread.compact();
    expect(told['compaction-started'].map(({ model }) => model)).toEqual([true, true]);
    expect(told['compaction-ended'].map(({ outcome }) => outcome)).toEqual(['failed', 'committed']);
    await ever.close();
  });
});
