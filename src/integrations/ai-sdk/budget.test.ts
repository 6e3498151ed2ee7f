/** The budget of a wrapped model is that of its threads. */
import { generateText, type ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread, type Everthread } from '../../everthread.ts';
import { scriptedProvider } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

type Budget = { tokens: number; responseTokens?: number };

function wrapped(everthread: Everthread, budget: Budget) {
  const provider = scriptedProvider(() => 'The gauge stands at 4.21 m, and sand lies on the sill.');
  return { provider, model: withEverthread({ model: provider, everthread, threadId: 't', budget }) };
}

async function talk(model: ReturnType<typeof withEverthread>, turns: number) {
  const messages: ModelMessage[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const content = `${turn}: ${'sand and gravel at the weir, 4.21 m. '.repeat(20)}`;
    messages.push({ role: 'user', content });
    messages.push(...(await generateText({ model, messages })).responseMessages);
  }
}

/** How many requests kept nothing of what the one before had sent, beside the system prompt. */
function rewritten(requests: readonly { call: { prompt: readonly unknown[] } }[]): number {
  const texts = requests.map(({ call }) => call.prompt.map((message) => JSON.stringify(message)));
  return texts.filter((text, index) => index > 0 && text[0] !== texts[index - 1]![0]).length;
}

it.each([
  { instance: 3_000, given: { tokens: 3_000 } },
  { instance: 10_300, given: { tokens: 3_000 } },
  { instance: 10_300, given: { tokens: 3_200, responseTokens: 500 } },
])('R-70 R-65 requests are compacted for it and not forced into it: %j', async ({ instance, given }) => {
  await using everthread = createEverthread({ runtime: testRuntime(), budget: { tokens: instance } });
  let forced = 0;
  everthread.on('context-forced', () => {
    forced += 1;
  });
  const { provider, model } = wrapped(everthread, given);
  await talk(model, 40);
  expect(provider.requests).toHaveLength(40);
  const room = given.tokens - (given.responseTokens ?? 0);
  for (const { tokens } of provider.requests) expect(tokens).toBeLessThanOrEqual(room);
  expect(forced).toBe(0);
  expect(rewritten(provider.requests)).toBeLessThanOrEqual(8);
  const { settings } = await (await everthread.thread('t')).state();
  expect(settings.budgetTokens).toBe(given.tokens);
});

it('R-65 a budget that somebody set for the thread stays; the call keeps to its own', async () => {
  await using everthread = createEverthread({ runtime: testRuntime() });
  const thread = await everthread.thread('t');
  await thread.configure({ budgetTokens: 8_000 });
  const { provider, model } = wrapped(everthread, { tokens: 2_000 });
  await talk(model, 12);
  for (const { tokens } of provider.requests) expect(tokens).toBeLessThanOrEqual(2_000);
  expect((await thread.state()).settings.budgetTokens).toBe(8_000);
});

it('R-65 of several models in one thread the largest budget counts, whichever is called first', async () => {
  await using everthread = createEverthread({ runtime: testRuntime() });
  const thread = await everthread.thread('t');
  const budgetTokens = async () => (await thread.state()).settings.budgetTokens;
  const [small, large] = [wrapped(everthread, { tokens: 2_000 }), wrapped(everthread, { tokens: 6_000 })];
  await talk(small.model, 2);
  expect(await budgetTokens()).toBe(2_000);
  await talk(large.model, 2);
  expect(await budgetTokens()).toBe(6_000);
  let changes = 0;
  everthread.on('change', ({ kind }) => {
    if (kind === 'settings') changes += 1;
  });
  for (let turn = 0; turn < 6; turn += 1) {
    await talk(small.model, 2);
    await talk(large.model, 1);
  }
  expect([await budgetTokens(), changes]).toEqual([6_000, 0]);
  for (const { tokens } of small.provider.requests) expect(tokens).toBeLessThanOrEqual(2_000);
});

it('R-65 a smaller budget becomes the thread’s after a few calls without a larger one', async () => {
  await using everthread = createEverthread({ runtime: testRuntime() });
  const thread = await everthread.thread('t');
  await talk(wrapped(everthread, { tokens: 6_000 }).model, 2);
  const { model } = wrapped(everthread, { tokens: 3_000 });
  await talk(model, 10);
  expect((await thread.state()).settings.budgetTokens).toBe(3_000);
});
