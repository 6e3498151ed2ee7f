import { expect, it } from 'vitest';
import type { Stats } from '../../stats/stats.ts';
import { nothingExpected, sampleStats } from './stats-samples.suite.ts';
import { statsView } from './stats-view.ts';
import type { View } from './view.ts';

const view: View = { columns: 80, colour: false, utc: true };
const drawn = (changes: Partial<Stats>) => statsView({ ...sampleStats, ...changes }, view);

it('R-58 where more was sent than the history holds, nothing is called saved', () => {
  const text = drawn({
    sent: { ...sampleStats.sent, tokens: 2_352_229, historyTokens: 1_074_323 },
    cached: { requests: 90, tokens: 500, historyTokens: 400, read: 0.1, write: 1.25 },
    cost: {
      ...sampleStats.cost!,
      uncached: { historyUsd: 3.22, sentUsd: 7.06, savedUsd: -3.85 },
      cached: { historyUsd: 1, sentUsd: 1.25, savedUsd: -0.25 },
    },
  });
  expect(text).toContain('2,352,229');
  expect(text).toContain('Nothing saved: 1,277,906 tokens (119 %) more than the whole history');
  expect(text).toMatch(/^more +\+\$3\.85 120 % +\+\$0\.25 25 %$/mu);
  const words = text.replaceAll(/\s+/gu, ' ');
  expect(words).toContain('With the cache Everthread cost more than the whole history would have.');
  expect(words).toContain('cost more than the whole history would have without a cache and with the cache.');
  expect(text).not.toMatch(/^saved/mu);
});

it('R-58 summarizing whose price is unknown is not shown as free', () => {
  const text = drawn({
    cost: { ...sampleStats.cost!, summarizerUsd: null },
    spend: { calls: 47, inputTokens: 130_000, outputTokens: 6_156, costUsd: 0, unpricedTokens: 136_156 },
  });
  expect(text).toMatch(/^summarizing +unknown +unknown$/mu);
  expect(text).toContain('136,156 tokens');
  expect(text).not.toContain('$0.00');
});

it('R-58 a thread of which nothing was sent has saved nothing and cost nothing', () => {
  const nothing = { requests: 0, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  const text = drawn({
    points: [],
    sent: {
      requests: 0,
      tokens: 0,
      historyTokens: 0,
      since: null,
      expected: nothingExpected,
      reported: nothing,
    },
    cached: null,
    cost: null,
  });
  expect(text).toContain('No context was made to be sent so far.');
  expect(text).not.toMatch(/saved|^Cost/mu);
});
