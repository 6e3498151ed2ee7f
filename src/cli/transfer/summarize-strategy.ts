/**
 * Options that let a strategy summarize a finished conversation to its end. Every strategy keeps its newest messages
 * verbatim, so as many empty messages are appended as it keeps.
 */
import type { StrategyOptions } from '../../strategy.ts';
import { UsageError } from '../command.ts';

type Closing = {
  /** Options for the smallest possible verbatim window. */
  options: { [option: string]: number };
  /** How many messages the window holds. */
  window: number;
  /** Options for a number of words, if the strategy writes a single text. */
  words?: (count: number) => { [option: string]: number };
};

const closings: { [name: string]: Closing } = {
  rolling: {
    options: { verbatimExchanges: 1 },
    window: 2,
    words: (count) => ({
      targetWords: count,
      maxWords: Math.ceil(count * 1.25),
      maxOutputTokens: Math.max(160, Math.ceil(count * 2)),
    }),
  },
  running: {
    options: { minRawMessages: 1, maxRawMessages: 1 },
    window: 1,
    words: (count) => ({ maxWords: count, maxOutputTokens: Math.max(160, Math.ceil(count * 2)) }),
  },
  session: { options: { preserveRecent: 1 }, window: 1 },
  tiered: { options: { recentCount: 1 }, window: 1 },
  chain: { options: { preserveRecent: 2 }, window: 2 },
  eternal: { options: { preserveRecent: 1 }, window: 1 },
};

export const leastWords = 20;

export function closingStrategy(
  strategy: StrategyOptions,
  words: number | undefined,
): { strategy: StrategyOptions; window: number } {
  const closing = closings[strategy.name]!;
  if (words !== undefined && closing.words === undefined) {
    const able = Object.keys(closings).filter((name) => closings[name]!.words !== undefined);
    throw new UsageError(
      `--words goes with strategies that write one text: ${able.join(' and ')}. The size of ${strategy.name} follows --budget.`,
    );
  }
  const sized = words === undefined ? {} : closing.words!(words);
  return { strategy: { ...strategy, ...sized, ...closing.options }, window: closing.window };
}

/** Large enough for so many words, because a summary never aims at more than a quarter of its budget. */
export function budgetForWords(words: number): number {
  return Math.max(10_300, words * 8);
}
