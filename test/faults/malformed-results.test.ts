/** A malformed result of your own summarizer never reaches a turn: an event tells it, and code writes (I-4, R-55). */

import { expect, it } from 'vitest';
import { createEverthread, type EverthreadEvents, type Summarizer } from '../../src/index.ts';
import type { StrategyName } from '../../src/strategies/registry.ts';
import { strategyNames } from '../../src/strategies/registry.ts';
import { testRuntime } from '../test-runtime.ts';
import { harbourMessages } from './harbour-provider.ts';

const text = 'Ada checked the berth list in the morning. Bertil checked the ferry ramp.';
const whole = { text, record: null, model: 'm', rung: 'model', promptVersion: 'm@1', calls: [] };
const call = {
  model: 'm',
  rung: 'model',
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 0,
  milliseconds: 1,
  outcome: 'ok',
};
const throwing = Object.defineProperty({}, 'text', {
  get() {
    throw new Error('not today');
  },
});
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const results: [what: string, result: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', text],
  ['a number', 5],
  ['a list', [whole]],
  ['an empty object', {}],
  ['a text that is none', { ...whole, text: 17 }],
  ['a text that is missing', { ...whole, text: undefined }],
  ['calls that are none', { ...whole, calls: 'none' }],
  ['calls that are missing', { ...whole, calls: undefined }],
  ['a call that is none', { ...whole, calls: [null] }],
  ['figures that are none', { ...whole, calls: [{ ...call, inputTokens: 'many', costUsd: Number.NaN }] }],
  ['a model that is none', { ...whole, model: { name: 'm' } }],
  ['a rung that is none', { ...whole, rung: 'basement' }],
  ['a prompt version that is none', { ...whole, promptVersion: 3n }],
  ['a record that is none', { ...whole, record: { summary: 5 } }],
  ['a record with a circle', { ...whole, record: circle() }],
  ['a getter that throws', throwing],
  ['a revoked proxy', revoked.proxy],
];

function circle(): object {
  const record: { self?: object } = {};
  record.self = record;
  return record;
}

async function play(strategy: StrategyName, result: unknown) {
  const summarizer = {
    name: 'mine',
    maxInputTokens: 8_000,
    summarize: async () => result,
  } as unknown as Summarizer;
  const ever = createEverthread({ strategy, summarizer, runtime: testRuntime(), budget: { tokens: 3_000 } });
  const told: (EverthreadEvents['diagnostic'] | EverthreadEvents['summarizer-fallback'])[] = [];
  ever.on('diagnostic', (event) => told.push(event));
  ever.on('summarizer-fallback', (event) => told.push(event));
  const thread = await ever.thread('t');
  await thread.append(harbourMessages(130));
  await ever.idle();
  const summaries = await thread.summaries();
  const context = await thread.context();
  const { damages } = await ever.verify();
  await ever.close();
  return { told, summaries, context, damages };
}

it.each(results)('I-4 R-38 R-55 %s is told, and code writes the summary', async (_what, result) => {
  for (const strategy of ['rolling', 'chain'] as const) {
    const { told, summaries, context, damages } = await play(strategy, result);
    expect(told.length).toBeGreaterThan(0);
    expect(summaries.length).toBeGreaterThan(0);
    expect(summaries.every(({ rung }) => rung === 'extractive')).toBe(true);
    expect(context.tokens).toBeLessThanOrEqual(3_000);
    expect(damages).toEqual([]);
  }
});

it.each(strategyNames)('I-4 R-55 so it is under %s', async (strategy) => {
  const { told, summaries, damages } = await play(strategy, { text: null });
  expect(told.length).toBeGreaterThan(0);
  expect(summaries.every(({ rung }) => rung === 'extractive')).toBe(true);
  expect(damages).toEqual([]);
});
