/** A failing store does not fail a call, unless the model would answer without the conversation (I-4). */
import { generateText, type ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { testRuntime } from '../../../test/test-runtime.ts';
import { EverthreadError } from '../../errors.ts';
import { createEverthread } from '../../everthread.ts';
import { memoryStore } from '../../stores/memory/memory.ts';
import type { Problem } from './options.ts';
import { scriptedProvider } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

function setUp() {
  const store = memoryStore();
  const down = { append: false };
  const everthread = createEverthread({
    runtime: testRuntime(),
    store: {
      ...store,
      append: async (options) => {
        if (down.append) throw new EverthreadError({ code: 'store_failed', message: 'The disk is full.' });
        return store.append(options);
      },
    },
  });
  const problems: Problem[] = [];
  const provider = scriptedProvider((_request, index) => {
    if (index === 1) down.append = true;
    return `Answer ${index + 1}.`;
  });
  const model = withEverthread({
    model: provider,
    everthread,
    threadId: 't',
    onProblem: (problem) => problems.push(problem),
  });
  const spoken = async () =>
    (await Array.fromAsync((await everthread.thread('t')).history())).map(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(),
    );
  return { everthread, down, problems, provider, model, spoken };
}

const messages: ModelMessage[] = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: 'Answer 1.' },
  { role: 'user', content: 'b' },
  { role: 'assistant', content: 'Answer 2.' },
  { role: 'user', content: 'c' },
  { role: 'assistant', content: 'Answer 3.' },
  { role: 'user', content: 'd' },
];

it('R-57 I-4 a call with its conversation is answered while the store is down, and stored when it is back', async () => {
  const { model, down, problems, provider, spoken } = setUp();
  const ask = async (count: number) =>
    (await generateText({ model, messages: messages.slice(0, count) })).text;
  expect(await ask(1)).toBe('Answer 1.');
  // The store fails between the question and the answer.
  expect(await ask(3)).toBe('Answer 2.');
  expect(problems.map(({ consequence }) => consequence)).toEqual(['The answer was given, but not stored.']);
  expect(await ask(5)).toBe('Answer 3.');
  expect(problems.at(-1)).toMatchObject({
    threadId: 't',
    consequence: 'The call was made unchanged.',
    error: { code: 'store_failed' },
  });
  expect(provider.requests[2]!.call.prompt).toHaveLength(5);
  down.append = false;
  expect(await ask(7)).toBe('Answer 4.');
  expect(await spoken()).toEqual(['a', 'Answer 1.', 'b', 'Answer 2.', 'c', 'Answer 3.', 'd', 'Answer 4.']);
});

it('R-57 a call with its newest message alone fails with the error of the store', async () => {
  const { model, down, provider } = setUp();
  down.append = true;
  const call = generateText({
    model,
    prompt: 'and then?',
    maxRetries: 0,
    providerOptions: { everthread: { mode: 'append' } },
  });
  await expect(call).rejects.toMatchObject({ code: 'store_failed' });
  expect(provider.requests).toEqual([]);
});

it('R-57 a closed Everthread says so', async () => {
  const { everthread, model, provider } = setUp();
  await everthread.close();
  await expect(generateText({ model, prompt: 'a', maxRetries: 0 })).rejects.toMatchObject({ code: 'closed' });
  expect(provider.requests).toEqual([]);
});
