/** Sample figures of a thread for tests of the views. */
import type { Stats } from '../../stats/stats.ts';
import { sampleStart } from './samples.suite.ts';

/** For a thread whose cache prices are not known. */
export const nothingExpected: Stats['sent']['expected'] = {
  requests: 0,
  tokens: 0,
  historyTokens: 0,
  readTokens: 0,
  writtenTokens: 0,
  historyReadTokens: 0,
  historyWrittenTokens: 0,
};

export const sampleStats: Stats = {
  threadId: 'harbour',
  messages: 189,
  tokens: 30_420,
  since: '2026-03-02T09:12:00.000Z',
  until: '2026-03-07T05:08:00.000Z',
  strategy: 'eternal',
  budgetTokens: 8_000,
  points: Array.from({ length: 90 }, (_, index) => {
    const historyTokens = Math.round(30_000 * ((index + 1) / 90) ** 1.2);
    return {
      seq: (index + 1) * 2,
      at: new Date(sampleStart + index * 74 * 60_000).toISOString(),
      historyTokens,
      tokens: Math.min(historyTokens, 3_200 + ((index * 350) % 4_200)),
    };
  }),
  sent: {
    requests: 90,
    tokens: 447_120,
    historyTokens: 1_236_400,
    expected: nothingExpected,
    since: '2026-03-02T09:12:00.000Z',
    reported: {
      requests: 88,
      inputTokens: 431_900,
      cachedTokens: 302_100,
      cacheWriteTokens: 0,
      outputTokens: 20_150,
    },
  },
  cached: { requests: 90, tokens: 98_400, historyTokens: 161_730, read: 0.1, write: 1.25 },
  cost: {
    prices: { inputUsdPerMillion: 3, cacheReadUsdPerMillion: 0.3, cacheWriteUsdPerMillion: 3.75 },
    uncached: { historyUsd: 3.7092, sentUsd: 1.34136, savedUsd: 2.34644 },
    cached: { historyUsd: 0.48519, sentUsd: 0.2952, savedUsd: 0.16859 },
    summarizerUsd: 0.0214,
  },
  compactions: {
    count: 14,
    read: 14,
    messages: 180,
    tokensBefore: 101_000,
    tokensAfter: 44_800,
    milliseconds: 21_300,
    byTrigger: [
      { name: 'append', count: 12 },
      { name: 'manual', count: 2 },
    ],
    byStrategy: [{ name: 'eternal', count: 14 }],
    byRung: [
      { name: 'model', count: 12 },
      { name: 'extractive', count: 2 },
    ],
    byModel: [
      { name: 'claude-haiku-4-5', count: 12 },
      { name: 'extractive', count: 2 },
    ],
  },
  summaries: {
    live: 2,
    sourceTokens: 27_200,
    tokens: 406,
    survival: { least: 0.97, mean: 0.985 },
    fidelity: { least: 1, mean: 1 },
    each: [
      { from: 1, to: 128, survival: 0.97 },
      { from: 129, to: 180, survival: 1 },
    ],
  },
  spend: { calls: 14, inputTokens: 41_200, outputTokens: 3_310, costUsd: 0.0214, unpricedTokens: 0 },
};
