/** A failing model, observed at the provider: from the first attempt to the redone summary. */
import { createOpenAI } from '@ai-sdk/openai';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEverthread, type EverthreadEvents, languageModel } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { harbourMessages, harbourSummary } from '../faults/harbour-provider.ts';
import {
  type LoopbackProvider,
  openLoopbackProvider,
  type ReceivedRequest,
  type Turn,
} from '../loopback-provider.ts';

let provider: LoopbackProvider;
beforeEach(async () => {
  provider = await openLoopbackProvider();
});
afterEach(() => provider.close());

const budget = { tokens: 12_000 };
const down: Turn = { kind: 'status', status: 503, message: 'down for maintenance' };
const asked = () => provider.requests.map(({ body }) => body.model);

async function open() {
  const clock = manualClock();
  const waits: number[] = [];
  const runtime = {
    ...clock,
    sleep: async (milliseconds: number, signal?: AbortSignal) => {
      // The time limit of a call waits for the clock; waits between calls end at once.
      if (milliseconds >= 60_000) return clock.sleep(milliseconds, signal);
      waits.push(milliseconds);
    },
  };
  const openai = createOpenAI({ apiKey: 'test-key', baseURL: `${provider.url}/v1` });
  const models = ['first', 'second'].map((name) => openai.chat(name));
  const ever = createEverthread({
    store: memoryStore(),
    strategy: 'chain',
    summarizer: languageModel({ models, runtime, timeoutMs: 90_000 }),
    runtime: clock,
    budget,
  });
  const told: EverthreadEvents['diagnostic'][] = [];
  ever.on('diagnostic', (event) => told.push(event));
  return { ever, clock, waits, told, thread: await ever.thread('t') };
}

it('R-26 one retry after 250 ms, then the same with the next model, then code; later one call redoes it', async () => {
  provider.always(down);
  const { ever, clock, waits, thread } = await open();
  await thread.append(harbourMessages(220));
  await ever.idle();
  expect(asked()).toEqual(['first', 'first', 'second', 'second']);
  expect(waits).toEqual([250, 250]);
  const [stopgap] = await thread.summaries();
  expect(stopgap).toMatchObject({ rung: 'extractive' });

  // New messages do not start a second round at once.
  await thread.append(harbourMessages(2, 220));
  await ever.idle();
  expect(asked()).toHaveLength(4);

  provider.always(harbourSummary(12));
  await clock.advance(59_000);
  await ever.idle();
  expect(asked()).toHaveLength(4);
  await clock.advance(60_000);
  await ever.idle();
  expect(asked()).toHaveLength(5);
  const [redone] = await thread.summaries();
  expect(redone).toMatchObject({
    rung: 'model',
    from: stopgap!.from,
    to: stopgap!.to,
    limits: stopgap!.limits,
  });
  expect(redone!.id).not.toBe(stopgap!.id);
  await ever.close();
});

it('R-26 malformed output goes to the next model at once, without a retry', async () => {
  const good = harbourSummary(12);
  provider.always((request: ReceivedRequest) =>
    request.body.model === 'first' ? { kind: 'reply', pieces: ['{"not": "the record"}'] } : good(request),
  );
  const { ever, waits, thread } = await open();
  await thread.append(harbourMessages(220));
  await ever.idle();
  expect(new Set(asked())).toEqual(new Set(['first', 'second']));
  // No request is sent to the same model twice.
  const bodies = provider.requests.map(({ body }) => JSON.stringify([body.model, body.messages]));
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(waits).toEqual([]);
  expect((await thread.summaries()).map(({ rung, model }) => [rung, model])).toEqual([['model', 'second']]);
  await ever.close();
});

it('R-26 each turn meanwhile has the whole of what was said, and a diagnostic tells what happened', async () => {
  provider.always(down);
  const { ever, told, thread } = await open();
  await thread.configure({ strategy: { name: 'chain', onFailure: 'keep' } });
  await thread.append(harbourMessages(220));
  const before = (await thread.context({ budget: { tokens: 60_000 } })).toText();
  await ever.idle();
  expect(await thread.summaries()).toEqual([]);
  expect((await thread.context({ budget: { tokens: 60_000 } })).toText()).toBe(before);
  expect(told.map(({ code, threadId }) => [code, threadId])).toEqual([['summarizer_failed', 't']]);
  expect(told[0]!.message).toContain('down for maintenance');
  await ever.close();
});
