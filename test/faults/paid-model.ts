/** The options of two processes that use the same summarizer, whose calls cost money. */
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';

export function paidOptions() {
  const usage = { inputTokens: 400, outputTokens: 30, costUsd: 0.25 };
  return {
    strategy: 'rolling' as const,
    automatic: false,
    budget: { tokens: 1_500 },
    compaction: { leaseMs: 50 },
    summarizer: scriptedSummarizer({ name: 'paid', usage }),
  };
}
