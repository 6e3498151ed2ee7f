import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../index.ts';
import type { Store } from '../store.ts';

/** A chat with short messages, and how often its messages were read to plan. */
async function chat({ messages }: { messages: number }) {
  const store = memoryStore();
  let planned = 0;
  const counting: Store = {
    ...store,
    readMetas: (range) => {
      planned += 1;
      return store.readMetas(range);
    },
  };
  const ever = createEverthread({ store: counting, budget: { tokens: 4_000 }, recall: { enabled: false } });
  const thread = await ever.thread('chat');
  let prepared = 0;
  for (let index = 0; index < messages; index += 1) {
    const content = `Message ${index} tells that the harbour was busy and the boats came in one after the other.`;
    await thread.append({ role: index % 2 === 0 ? 'user' : 'assistant', content });
    await ever.idle();
    const ahead = await thread.summaries({ statuses: ['prepared'] });
    prepared = Math.max(prepared, ahead.length);
  }
  const state = await thread.state();
  await ever.close();
  return { planned, prepared, state };
}

describe('preparing ahead', () => {
  it('R-36 R-48 makes a plan only when there may be something to prepare, not with every message', async () => {
    const { planned, prepared, state } = await chat({ messages: 320 });
    expect(prepared).toBeGreaterThan(0);
    expect(state.compactions).toBeGreaterThan(2);
    // Each leaf is read for twice, before the thread is taken and after, and so is each compaction.
    expect(planned).toBeLessThan(320 / 4);
  });
});
