import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../index.ts';
import type { Store } from '../store.ts';
import type { Rest } from '../strategy.ts';
import { createEternal } from './eternal.ts';
import { budgetOf, plainChat, simulate } from './simulation.suite.ts';

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

  it('R-36 is not put off where passages make the room smaller than it was when a plan found nothing', () => {
    const budget = budgetOf(8_000);
    const eternal = createEternal({});
    const { state, append, planInput } = simulate({ strategy: eternal, budget });
    append(plainChat(40));
    const plan = eternal.plan(planInput('append', 0));
    const { rest } = plan as { nothing: string; rest: Rest };
    append(plainChat(2));
    expect(eternal.check({ state, budget, rest })).toBeUndefined();
    const { revision, messages: after } = state;
    const recall = (tokens: number) => {
      const place = {
        after,
        asked: after,
        revision,
        seqs: [1],
        room: tokens,
        tokens,
        characters: 4 * tokens,
      };
      state.sent = { recalled: [place], requests: 20, paid: 40_000, full: 40_000 };
    };
    // Long before the compaction, a leaf would be smaller than the one that the compaction makes.
    recall(1_700);
    expect(eternal.check({ state, budget, rest })).toBeUndefined();
    recall(2_400);
    expect(eternal.check({ state, budget, rest })).toMatch(/Preparing ahead/u);
    expect(eternal.plan(planInput('append', 0))).toMatchObject({ counts: false, coverTo: 0 });
  });
});
