import { expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread } from '../everthread.ts';
import { memoryStore } from '../stores/memory/memory.ts';

const topics = [
  'the weir at Lund',
  'a dog called Rex',
  'the budget of March',
  'piano lessons',
  'a red bicycle',
];

it('R-70 nothing is recalled for a message that only states something, if there is no room for passages', async () => {
  const store = memoryStore();
  const { text } = store.search;
  let searches = 0;
  store.search.text = (queries) => {
    searches += 1;
    return text(queries);
  };
  const everthread = createEverthread({
    store,
    runtime: testRuntime(),
    automatic: false,
    budget: { tokens: 4_000, responseTokens: 400 },
  });
  const thread = await everthread.thread('t');
  const told = (index: number) =>
    `${index}: on the way to house ${index % 97} we talked about ${topics[index % topics.length]}, at length and with pleasure, ${'and then of this and that '.repeat(12)}`;
  await thread.append(
    Array.from({ length: 600 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: told(index),
    })),
  );
  await thread.compact();
  const turn = async (content: string) => {
    await thread.append({ role: 'user', content });
    searches = 0;
    const context = await thread.context();
    const isReminded = JSON.stringify(context.messages.at(-1)).includes('<recalled-passages>');
    await thread.append({ role: 'assistant', content: 'I see.' });
    return { searches, isReminded };
  };
  const first = await turn('I met the man with the red bicycle again.');
  expect(first).toEqual({ searches: 1, isReminded: true });
  // Passages for a question displace the tail.
  expect((await turn('What did we say about piano lessons?')).isReminded).toBe(true);
  const second = await turn('I also heard of the weir at Lund today.');
  expect(second).toEqual({ searches: 0, isReminded: false });
  // A question is helped nevertheless.
  expect((await turn('What was said about the weir at Lund?')).isReminded).toBe(true);
  await everthread.close();
});
