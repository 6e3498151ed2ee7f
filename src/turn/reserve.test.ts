/** Tests the tokens kept free for the rest of a request, besides its context (I-3). */
import { expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread } from '../everthread.ts';

async function fullThread() {
  const everthread = createEverthread({
    runtime: testRuntime(),
    automatic: false,
    recall: false,
    budget: { tokens: 4_000, responseTokens: 300 },
  });
  const thread = await everthread.thread('t');
  await thread.append(
    Array.from({ length: 60 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `${index}: ${'sand and gravel at the weir. '.repeat(15)}`,
    })),
  );
  return thread;
}

it('I-3 tokens of the rest of the request are taken off the budget', async () => {
  const thread = await fullThread();
  const context = await thread.context({ reserve: { requestTokens: 1_500 } });
  expect(context.budget).toEqual({ tokens: 2_500, responseTokens: 300, requestTokens: 1_500 });
  expect(context.tokens).toBeLessThanOrEqual(2_200);
  // The triggers use the budget that is left, too.
  expect((await thread.state()).fixedTokens).toBe(1_500);
});

it('I-3 a longer answer than usual has a larger reserve, up to half of the budget', async () => {
  const thread = await fullThread();
  expect((await thread.context({ reserve: { responseTokens: 1_000 } })).tokens).toBeLessThanOrEqual(3_000);
  const most = await thread.context({ reserve: { responseTokens: 64_000 } });
  expect(most.budget).toEqual({ tokens: 4_000, responseTokens: 2_000 });
  expect(most.tokens).toBeLessThanOrEqual(2_000);
});

it('I-3 a request that leaves no room is refused with its size', async () => {
  const thread = await fullThread();
  await expect(thread.context({ reserve: { requestTokens: 5_000 } })).rejects.toMatchObject({
    code: 'context_overflow',
    field: 'reserve.requestTokens',
    details: { size: 5_000, available: 3_700 },
  });
  expect((await thread.context({ reserve: { requestTokens: 0 } })).tokens).toBeGreaterThan(0);
  await expect(thread.context({ reserve: { requestTokens: -1 } })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'reserve.requestTokens',
  });
});
