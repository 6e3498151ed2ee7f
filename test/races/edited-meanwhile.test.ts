/** If a message is edited during a compaction on demand, the compaction uses the edited past. */
import { expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { extractive } from '../../src/summarizers/extractive/extractive.ts';

async function compacting(edits: number) {
  const inner = extractive();
  let left = edits;
  const everthread = createEverthread({
    store: memoryStore(),
    automatic: false,
    strategy: 'rolling',
    summarizer: {
      ...inner,
      async summarize(request) {
        const result = await inner.summarize(request);
        if (left-- > 0) await thread.edit(3, { role: 'user', content: `Edited, ${left} to come.` });
        return result;
      },
    },
  });
  const thread = await everthread.thread('t');
  await thread.append(
    Array.from({ length: 40 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${index + 1}: gravel for the weir costs ${100 + index} euros at yard ${index}.`,
    })),
  );
  return { everthread, thread };
}

it('R-41 plans again instead of failing', async () => {
  const { everthread, thread } = await compacting(2);
  expect(await thread.compact()).toMatchObject({ compacted: true });
  expect((await thread.summaries())[0]).toMatchObject({ from: 1, to: 20 });
  expect((await everthread.verify()).damages).toEqual([]);
});

it('I-11 gives up after a few, and leaves the thread as it is', async () => {
  const { everthread, thread } = await compacting(1_000);
  await expect(thread.compact()).rejects.toMatchObject({ code: 'stale_plan' });
  expect(await thread.summaries()).toEqual([]);
  expect((await everthread.verify()).damages).toEqual([]);
});
