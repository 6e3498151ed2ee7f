import { expect, it } from 'vitest';
import type { Receipt } from '../../records/summary.ts';
import { displayWidth } from '../terminal/width.ts';
import { keptLines, noticeLines, noticeText } from './compaction-notice.ts';

const receipt = {
  from: 1,
  to: 64,
  messagesCompressed: 24,
  summaryIds: ['s1'],
  replacedIds: [],
  tokensBefore: 2310,
  tokensAfter: 1120,
  milliseconds: 38,
  models: ['extractive'],
  factsKept: 9,
} as unknown as Receipt;

it('R-14 a notice says what was compacted into what, how small it became, and what was kept', () => {
  expect(noticeText(receipt)).toBe(
    '↻ compacted messages 41–64 → 1 summary, 2,310 → 1,120 tokens, 9 facts kept, 38 ms',
  );
  expect(noticeText({ ...receipt, messagesCompressed: 0, replacedIds: ['a', 'b'] })).toBe(
    '↻ merged 2 summaries of messages 1–64 → 1, 2,310 → 1,120 tokens, 9 facts kept, 38 ms',
  );
  expect(noticeText({ ...receipt, models: [], factsKept: 1 })).toMatch(
    /1 fact kept, at once, prepared ahead$/u,
  );
  expect(noticeText({ ...receipt, trigger: 'refresh', messagesCompressed: 0, replacedIds: ['a'] })).toMatch(
    /^↻ made anew 1 summary of messages 1–64 → 1,/u,
  );
  for (const line of noticeLines(receipt, 39)) expect(displayWidth(line)).toBeLessThanOrEqual(39);
});

it('R-14 a notice names topics, files and decisions that were kept, in two lines at most', () => {
  const segment = {
    topics: ['moorings', 'berths', 'quay', 'fees'],
    filesModified: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts'],
    keyDecisions: [
      'Fees are stored as cents.',
      'We use PostgreSQL\u001b[31m because twelve clerks write at once.',
    ],
    toolsUsed: [],
    commandsRun: 0,
  };
  expect(keptLines({ segment }, 200)).toEqual([
    '  kept topics moorings, berths, quay and 1 more; files src/e.ts, src/d.ts, src/c.ts and 2 more; last of 2 decisions: We use PostgreSQL␛[31m because twelve clerks write at once.',
  ]);
  for (const columns of [40, 80, 120]) {
    const lines = keptLines({ segment }, columns);
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
  const nothing = { topics: [], filesModified: [], keyDecisions: [], toolsUsed: [], commandsRun: 0 };
  expect(keptLines({ segment: nothing }, 80)).toEqual([]);
  expect(keptLines({ segment: null }, 80)).toEqual([]);
});
