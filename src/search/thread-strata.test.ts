import { expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread, memoryStore } from '../index.ts';

it('R-61 the data of the picture follows every change, and reads long summaries once', async () => {
  const store = memoryStore();
  const read = { live: 0 };
  const watched: typeof store = {
    ...store,
    readSummaries: (options) => {
      if (options.statuses?.includes('live')) read.live += 1;
      return store.readSummaries(options);
    },
  };
  const ever = createEverthread({ store: watched, runtime: testRuntime(), budget: { tokens: 2_500 } });
  const thread = await ever.thread('t');
  await thread.append(chatMessages(40, 20, 0));
  await ever.idle();
  await thread.compact();
  const first = await thread.strata();
  const before = read.live;
  expect(await thread.strata()).toEqual(first);
  expect(read.live).toBe(before);
  first.summaries.length = 0;
  const { summaries, tail } = await thread.strata();
  expect(summaries.length).toBeGreaterThan(0);
  await thread.append({ role: 'user', content: 'One more.' });
  expect((await thread.strata()).tail.messages).toBe(tail.messages + 1);
  await thread.pinSummary(summaries[0]!.id);
  expect((await thread.strata()).summaries[0]).toMatchObject({ id: summaries[0]!.id, pinned: true });
  await thread.edit(1, { role: 'user', content: 'Other words.' });
  expect((await thread.strata()).summaries[0]!.stale).toBe(true);
  await ever.idle();
  expect((await thread.strata()).summaries[0]!.stale).toBe(false);
  await ever.close();
});

it('R-61 a commit that was taken back leaves no mark', async () => {
  const ever = createEverthread({ store: memoryStore(), runtime: testRuntime(), automatic: false });
  const thread = await ever.thread('t');
  const call = (callId: string, command: string, output: string) =>
    thread.append([
      { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'bash', input: { command } }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId, output }] },
    ]);
  await call('1', 'git commit -m "Too early"', '[main 1111111] Too early\n 1 file changed');
  await call('2', 'git reset --soft HEAD~1', '');
  await call('3', 'git commit -m "Better"', '[main 2222222] Better\n 1 file changed');
  const { marks } = await thread.strata();
  expect(marks.map(({ text }) => text)).toEqual(['Better']);
  await ever.close();
});
