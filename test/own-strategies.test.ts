/** Own strategies: for the instance, for one thread, and in a process that does not have them. */
import { expect, it } from 'vitest';
import { halfway } from '../examples/own-parts/halfway-strategy.ts';
import { createEverthread, type EverthreadEvents, memoryStore } from '../src/index.ts';
import { harbourMessages } from './faults/harbour-provider.ts';
import { testRuntime } from './test-runtime.ts';

const budget = { tokens: 2_000 };
const made = () => ({ store: memoryStore(), runtime: testRuntime(), budget });

it('R-56 an object is the strategy of all threads, and its plans are carried out', async () => {
  const ever = createEverthread({ ...made(), strategy: halfway({ keep: 5 }) });
  const thread = await ever.thread('t');
  await thread.append(harbourMessages(60));
  await ever.idle();
  expect(await thread.summaries()).toMatchObject([{ strategy: 'halfway', from: 1, to: 55 }]);
  const [receipt] = await thread.receipts();
  expect(receipt).toMatchObject({
    strategy: 'halfway',
    reason: 'What is not summarized fills half of the budget',
  });
  expect((await thread.context()).toText()).toContain('## What was said before');
  await ever.close();
});

it('R-56 a thread is set to one by name or by the object itself, and back to the common one', async () => {
  const ever = createEverthread({ ...made(), strategies: [halfway({ keep: 5 })] });
  const named = await ever.thread('named');
  const state = await named.configure({ strategy: { name: 'halfway' } });
  expect(state.settings).toEqual({ strategy: { name: 'halfway' } });
  await named.append(harbourMessages(60));
  await ever.idle();
  expect((await named.summaries()).map(({ to }) => to)).toEqual([55]);

  const given = await ever.thread('given');
  await given.configure({ strategy: halfway({ keep: 3 }) });
  expect((await given.state()).settings).toEqual({ strategy: { name: 'halfway' } });
  await given.configure({ strategy: null });
  expect((await given.state()).settings).toEqual({});
  await ever.close();
});

it('R-56 a process that was not given it goes on with the common one, and tells once', async () => {
  const { store, runtime } = made();
  const first = createEverthread({ store, runtime, budget, strategies: [halfway()] });
  await (await first.thread('t')).configure({ strategy: { name: 'halfway' } });

  const told: EverthreadEvents['diagnostic'][] = [];
  const second = createEverthread({ store, runtime, budget, strategy: 'rolling' });
  second.on('diagnostic', (event) => told.push(event));
  const thread = await second.thread('t');
  await thread.append(harbourMessages(60));
  await thread.context();
  await second.idle();
  expect((await thread.summaries()).map(({ strategy }) => strategy)).toEqual(['rolling']);
  expect(told).toEqual([
    {
      threadId: null,
      code: 'invalid_option',
      message: expect.stringContaining('"halfway"'),
      consequence: 'The thread uses the default strategy of this instance.',
    },
  ]);
  await second.close();
});

it.each([
  ['strategy.name', { name: '' }],
  ['strategy.name', { name: 'rolling' }],
  ['strategy.check', { check: undefined }],
  ['strategy.plan', { plan: 'soon' }],
  ['strategy.present', { present: null }],
  ['strategy.mode', { mode: 'sometimes' }],
  ['strategy.onFailure', { onFailure: 'ignore' }],
  ['strategy.sectionOrder', { sectionOrder: undefined }],
  ['strategy.options', { options: undefined }],
])('R-56 %s is named where it is wrong: %j', async (field, wrong) => {
  const strategy = { ...halfway(), ...(wrong as object) };
  expect(() => createEverthread({ ...made(), strategy })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field }),
  );
  expect(() => createEverthread({ ...made(), strategies: [strategy] })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field: field.replace('strategy', 'strategies[0]') }),
  );
  const ever = createEverthread(made());
  const thread = await ever.thread('t');
  await expect(thread.configure({ strategy })).rejects.toMatchObject({ code: 'invalid_option', field });
  expect((await thread.state()).settings).toEqual({});
  await ever.close();
});

it('R-56 a strategy that throws fails a compaction, and no turn', async () => {
  const broken = {
    ...halfway(),
    plan: () => {
      throw new Error('out of order');
    },
  };
  const ever = createEverthread({ ...made(), strategy: broken });
  const told: EverthreadEvents['diagnostic'][] = [];
  ever.on('diagnostic', (event) => told.push(event));
  const thread = await ever.thread('t');
  await thread.append(harbourMessages(60));
  await ever.idle();
  expect(told.length).toBeGreaterThan(0);
  expect((await thread.context()).tokens).toBeLessThanOrEqual(budget.tokens);
  expect((await thread.state()).messages).toBe(60);
  await ever.close();
});
