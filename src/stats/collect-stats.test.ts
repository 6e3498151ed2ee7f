import { expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { nothingExpected } from '../cli/views/stats-samples.suite.ts';
import { createEverthread } from '../everthread.ts';
import type { StoredRequest } from '../records/request.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { ThreadDescription } from '../search/results.ts';
import { memoryStore } from '../stores/memory/memory.ts';
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

it('R-58 sent contexts are counted with recall and tools included', async () => {
  const { store, ever, thread } = await talk(60);
  let tokens = 0;
  let historyTokens = 0;
  for (let turn = 0; turn < 5; turn += 1) {
    await thread.append({ role: 'user', content: `What does berth ${turn + 3} cost a night?` });
    // A preview, and two contexts of the same turn: only one request is sent.
    await thread.context({ preview: true });
    await thread.context({ system: 'Be brief.' });
    const context = await thread.context({ system: 'Be brief.', reserve: { requestTokens: 100 } });
    expect(context.sections.recall?.tokens ?? 0).toBeGreaterThan(0);
    tokens += context.tokens + 100;
    historyTokens += (await thread.state()).tokens + context.sections.system!.tokens + 100;
    await thread.append({ role: 'assistant', content: 'As the letter says.' });
  }
  await ever.observeUsage({
    model: 'gpt-4o',
    threadId: 'harbour',
    contextTokens: 700,
    reportedTokens: 712,
    cachedTokens: 512,
    outputTokens: 9,
  });
  await ever.idle();
  const pricing = {
    inputUsdPerMillion: 3,
    outputUsdPerMillion: 15,
    cacheReadUsdPerMillion: 0.3,
    cacheWriteUsdPerMillion: 4,
  };
  const stats = await collectStats({ everthread: ever, thread, ...common, pricing });
  expect(stats.sent).toMatchObject({
    requests: 5,
    tokens,
    historyTokens,
    reported: { requests: 1, inputTokens: 712, cachedTokens: 512, cacheWriteTokens: 0, outputTokens: 9 },
  });
  expect(await ever.requests({ threadId: 'harbour' })).toEqual(stats.sent);
  expect(stats.points.map(({ seq }) => seq)).toEqual([61, 63, 65, 67, 69]);
  const { readTokens, writtenTokens, historyReadTokens, historyWrittenTokens } = stats.sent.expected;
  const plain = tokens - readTokens - writtenTokens;
  const plainHistory = historyTokens - historyReadTokens - historyWrittenTokens;
  expect(stats.cost).toMatchObject({
    uncached: { historyUsd: (historyTokens * 3) / 1_000_000, sentUsd: (tokens * 3) / 1_000_000 },
    cached: {
      historyUsd: (historyReadTokens * 0.3 + historyWrittenTokens * 4 + plainHistory * 3) / 1_000_000,
      sentUsd: (readTokens * 0.3 + writtenTokens * 4 + plain * 3) / 1_000_000,
    },
  });
  expect(readTokens).toBeGreaterThan(0);
  const state = await thread.state();
  expect(stats.compactions).toMatchObject({ count: state.compactions, messages: state.coveredTo });
  expect(stats.spend).toEqual(
    await store.usageSince({ at: '1970-01-01T00:00:00.000Z', threadId: 'harbour' }),
  );
  await ever.close();
});

it('R-58 a context writes nothing; its figures are written with the next message', async () => {
  const { store, ever, thread } = await talk(4);
  const writes: string[] = [];
  const { recordRequests } = store;
  store.recordRequests = async (requests) => {
    writes.push(`${requests.length}`);
    return recordRequests(requests);
  };
  await thread.context();
  expect(writes).toEqual([]);
  await thread.append({ role: 'user', content: 'And berth 5?' });
  await thread.context();
  await ever.idle();
  expect(writes.reduce((sum, count) => sum + Number(count), 0)).toBe(2);
  // A request that cannot be recorded now is recorded later, and no turn fails.
  store.recordRequests = async () => {
    throw new Error('disk full');
  };
  await thread.append({ role: 'assistant', content: '5.20 €.' });
  await thread.context();
  await ever.idle();
  store.recordRequests = recordRequests;
  await ever.idle();
  expect(await store.requestTotals({ threadId: 'harbour' })).toMatchObject({ requests: 3 });
  await ever.close();
});

it('R-58 an empty thread has figures, and a deleted one gives a typed error', async () => {
  const { ever, thread } = await talk(0);
  const stats = await collectStats({ everthread: ever, thread, ...common });
  expect(stats).toMatchObject({
    messages: 0,
    since: null,
    points: [],
    sent: { requests: 0 },
    cost: null,
    summaries: null,
  });
  await ever.deleteThread('harbour');
  await expect(collectStats({ everthread: ever, thread, ...common })).rejects.toMatchObject({
    code: 'unknown_thread',
    field: 'threadId',
  });
  await ever.close();
});

it('R-58 the number of requests read is bounded', async () => {
  let read = 0;
  const everthread: StatsOptions['everthread'] = {
    usage: async () => ({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedTokens: 0 }),
    requests: async () => ({
      requests: 10_000_000,
      tokens: 100_000_000,
      historyTokens: 200_000_000,
      expected: nothingExpected,
      since: '2026-03-02',
      reported: { requests: 0, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
    }),
  };
  const thread: StatsOptions['thread'] = {
    id: 'long',
    state: async () => ({ id: 'long', messages: 1, tokens: 10, compactions: 0, settings: {} }) as ThreadState,
    describe: async () => ({ since: null, until: null }) as ThreadDescription,
    summaries: async () => [],
    receipts: async () => [],
    requests: async ({ before = 10_000_000, limit = 50 } = {}) => {
      read += limit;
      return Array.from({ length: limit }, (_, index) => {
        const number = before - 1 - index;
        return { number, seq: number, at: '2026-03-02', historyTokens: 20, tokens: 10 } as StoredRequest;
      });
    },
  };
  const stats = await collectStats({ everthread, thread, ...common });
  expect(read).toBeLessThanOrEqual(5_000);
  expect(stats.points.length).toBeLessThanOrEqual(200);
  expect(stats.points.at(-1)?.seq).toBeGreaterThan(9_999_900);
});
