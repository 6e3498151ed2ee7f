/**
 * The public functions of the integration: a wrapped model, a middleware, models of earlier interfaces, and wrong
 * options.
 */
import { generateText, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedProvider, textsOf } from './scripted-provider.suite.ts';
import { everthreadMiddleware, withEverthread } from './with-everthread.ts';

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};

async function roles(everthread: ReturnType<typeof createEverthread>, threadId: string): Promise<string[]> {
  const history = await Array.fromAsync((await everthread.thread(threadId)).history());
  return history.map(({ role }) => role);
}

const create = () => createEverthread({ runtime: testRuntime() });

it('R-57 a thread id and the newest message are enough', async () => {
  const everthread = create();
  const provider = scriptedProvider(({ call }) => `to ${textsOf(call, 'user').at(-1)}`);
  const model = withEverthread({ model: provider, everthread });
  const providerOptions = { everthread: { threadId: 'journey', mode: 'append' } };
  await generateText({ model, prompt: 'To Vienna.', providerOptions });
  await streamText({ model, prompt: 'Yes.', providerOptions }).consumeStream();
  const { text } = await generateText({ model, prompt: 'Yes.', providerOptions });
  expect(text).toBe('to Yes.');
  expect(textsOf(provider.requests[2]!.call, 'user')).toEqual(['To Vienna.', 'Yes.', 'Yes.']);
  expect(textsOf(provider.requests[2]!.call, 'assistant')).toEqual(['to To Vienna.', 'to Yes.']);
  expect(await roles(everthread, 'journey')).toHaveLength(6);
});

it('R-57 the wrapped model shows the name and the abilities of the one inside', async () => {
  const supportedUrls = { 'image/*': [/^https:/] };
  const inside = new MockLanguageModelV4({ provider: 'p', modelId: 'm', supportedUrls });
  const {
    provider,
    modelId,
    supportedUrls: urls,
    specificationVersion,
  } = withEverthread({
    model: inside,
    everthread: create(),
  });
  expect({ provider, modelId, urls: await urls, specificationVersion }).toEqual({
    provider: 'p',
    modelId: 'm',
    urls: supportedUrls,
    specificationVersion: 'v4',
  });
});

it('R-57 works as a middleware among others', async () => {
  const everthread = create();
  const provider = scriptedProvider(() => 'Yes.');
  const model = wrapLanguageModel({
    model: provider,
    middleware: [
      everthreadMiddleware({ everthread, threadId: 't' }),
      { specificationVersion: 'v4', transformParams: async ({ params }) => ({ ...params, seed: 7 }) },
    ],
  });
  await generateText({ model, prompt: 'a' });
  await streamText({ model, messages: [{ role: 'user', content: 'b' }] }).consumeStream();
  expect(await roles(everthread, 't')).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(provider.requests.map(({ call }) => call.seed)).toEqual([7, 7]);
});

it('R-57 accepts models of the previous interface version', async () => {
  const everthread = create();
  const inside = new MockLanguageModelV3({
    modelId: 'older',
    doGenerate: {
      content: [{ type: 'text', text: 'Yes.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage,
      warnings: [],
    },
  });
  const model = withEverthread({ model: inside, everthread, threadId: 't' });
  expect((await generateText({ model, prompt: 'a' })).text).toBe('Yes.');
  expect(await roles(everthread, 't')).toEqual(['user', 'assistant']);
});

it('R-57 a call with only instructions is passed through', async () => {
  const everthread = create();
  const provider = scriptedProvider(() => 'Yes.');
  const model = withEverthread({ model: provider, everthread, threadId: 't' });
  const prompt = [{ role: 'system' as const, content: 'Say yes.' }];
  await model.doGenerate({ prompt });
  expect(provider.requests[0]!.call.prompt).toEqual(prompt);
  expect(await everthread.threads()).toEqual([]);
});

describe('mistakes are named', () => {
  const everthread = create();
  const model = scriptedProvider(() => 'Yes.');
  it.each([
    ['model', { model: 'gpt-5', everthread }],
    ['everthread', { model, everthread: {} }],
    ['threadId', { model, everthread, threadId: '' }],
    ['mode', { model, everthread, mode: 'both' }],
    ['budget.tokens', { model, everthread, budget: { tokens: 5 } }],
    ['context', { model, everthread, context: 'x' }],
    ['onProblem', { model, everthread, onProblem: 'x' }],
    ['thread', { model, everthread, thread: 't' }],
  ])('R-57 the option %s', (field, options) => {
    expect(() => withEverthread(options as never)).toThrow(expect.objectContaining({ field }));
  });

  it.each([
    ['providerOptions.everthread.mode', { mode: 'both' }],
    ['providerOptions.everthread.thread', { thread: 't' }],
    ['providerOptions.everthread.threadId', { mode: 'append' }],
    ['providerOptions.everthread.threadId', { threadId: '' }],
  ])('R-57 the option %s of a call', async (field, own) => {
    const wrapped = withEverthread({ model, everthread });
    const call = generateText({
      model: wrapped,
      prompt: 'a',
      maxRetries: 0,
      providerOptions: { everthread: own as Record<string, string> },
    });
    await expect(call).rejects.toMatchObject({ code: 'invalid_input', field });
  });
});
