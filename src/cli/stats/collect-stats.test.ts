import { expect, it } from 'vitest';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import type { MessageMeta } from '../../message/message.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { memoryStore } from '../../stores/memory/memory.ts';
import { collectStats, type StatsOptions } from './collect-stats.ts';

const common = { budgetTokens: 8_000, strategy: 'rolling' };

async function talk(messages: number) {
  const store = memoryStore();
  const ever = createEverthread({ store, strategy: 'rolling', runtime: testRuntime() });
  const thread = await ever.thread('harbour');
  for (let number = 1; number <= messages; number += 1) {
    const role = number % 2 === 1 ? 'user' : 'assistant';
    const text = `Berth ${number} costs ${number}.20 € a night, says the harbour master in his ${number}th letter.`;
    await thread.append({ role, content: text });
    await ever.idle();
  }
  return { store, ever, thread };
}

it('R-58 what a whole history would have sent is measured, and what contexts took follows the summaries of each turn', async () => {
  const { store, ever, thread } = await talk(60);
  const stats = await collectStats({ store, threadId: 'harbour', ...common, usdPerMillion: 3 });
  let before = 0;
  let whole = 0;
  for await (const message of thread.history()) {
    if (message.role === 'assistant') whole += before;
    before += message.tokens;
  }
  expect(stats.turns).toMatchObject({ count: 30, exact: true, withoutTokens: whole });
  expect(stats.turns.withTokens).toBeLessThan(stats.turns.withoutTokens);
  expect(stats.points).toHaveLength(30);
  // Before the first compaction there is nothing to save.
  expect(stats.points[5]).toMatchObject({ withTokens: stats.points[5]!.withoutTokens });
  const last = stats.points.at(-1)!;
  const state = await thread.state();
  const newest = (await store.readMetas({ threadId: 'harbour', from: 60 }))[0]!;
  expect(last.withTokens).toBe(state.fixedTokens + state.summaryTokens + state.tailTokens - newest.tokens);
  expect(stats.cost).toMatchObject({ usdPerMillion: 3, withoutUsd: (whole * 3) / 1_000_000 });
  expect(stats.compactions).toMatchObject({ count: state.compactions, messages: state.coveredTo });
  expect(stats.summaries).toMatchObject({ live: 1 });
  expect(stats.summaries!.survival.least).toBeLessThanOrEqual(stats.summaries!.survival.mean);
  expect(stats.spend).toEqual(
    await store.usageSince({ at: '1970-01-01T00:00:00.000Z', threadId: 'harbour' }),
  );
  await ever.close();
});

it('R-58 an empty thread has figures, and an unknown one a typed error', async () => {
  const { store, ever } = await talk(0);
  const stats = await collectStats({ store, threadId: 'harbour', ...common });
  expect(stats).toMatchObject({ messages: 0, since: null, points: [], cost: null, summaries: null });
  await expect(collectStats({ store, threadId: 'nowhere', ...common })).rejects.toMatchObject({
    code: 'unknown_thread',
    field: 'thread',
  });
  await ever.close();
});

it('R-58 a thread of ten million messages is sampled: as much is read as of a short one', async () => {
  const messages = 10_000_000;
  let read = 0;
  const store: StatsOptions['store'] = {
    readThread: async (id) =>
      ({ id, messages, tokens: messages * 10, fixedTokens: 0, compactions: 0, settings: {} }) as ThreadState,
    readMetas: async ({ from = messages, to = from, limit = 1_000 }) => {
      const count = Math.min(limit, Math.min(to, messages) - from + 1);
      read += count;
      return Array.from({ length: count }, (_, index) => {
        const seq = from + index;
        const role = seq % 2 === 0 ? 'assistant' : 'user';
        return {
          seq,
          role,
          tokens: 10,
          tokensBefore: (seq - 1) * 10,
          createdAt: '2026-03-02',
        } as MessageMeta;
      });
    },
    readSummaryHeads: async () => [],
    readReceipts: async () => [],
    usageSince: async () => ({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }),
  };
  const stats = await collectStats({ store, threadId: 'long', ...common });
  expect(read).toBeLessThanOrEqual(20_002);
  expect(stats.points.length).toBeLessThanOrEqual(200);
  expect(stats.turns.exact).toBe(false);
  const exact = (messages / 2) * ((messages * 10) / 2);
  expect(Math.abs(stats.turns.withoutTokens / exact - 1)).toBeLessThan(0.001);
  expect(Math.max(...stats.points.map(({ withTokens }) => withTokens))).toBeLessThanOrEqual(8_000);
});
