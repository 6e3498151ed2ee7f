/** Turns prepared summaries into blocks that can replace messages before the summaries become live. */
import type { SummaryRecord } from '../records/summary.ts';
import type { Strategy } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { countBlocks, type ShownSummary } from './summaries.ts';
import type { PreparedOption } from './tail.ts';

export type PreparedBlocks = { option: PreparedOption; blocks: ShownSummary[] };

/** For one, two, three … prepared summaries, the blocks they add behind the live ones. */
export function preparedBlocks(options: {
  strategy: Pick<Strategy, 'present'>;
  summaries: readonly SummaryRecord[];
  prepared: readonly SummaryRecord[];
  /** The blocks of the live summaries. */
  shownLive: readonly ShownSummary[];
  coveredTo: number;
  counter: TokenCounter;
}): PreparedBlocks[] {
  const { strategy, summaries, prepared, shownLive, coveredTo, counter } = options;
  const found: PreparedBlocks[] = [];
  let sourceTokens = 0;
  for (const [index, record] of prepared.entries()) {
    const all = strategy.present({ summaries: [...summaries, ...prepared.slice(0, index + 1)] });
    const added = all.slice(shownLive.length);
    sourceTokens += record.sourceTokens;
    const keepsLive = shownLive.every(
      ({ text, to }, place) => all[place]?.text === text && all[place]?.to === to,
    );
    const followsOn = added[0]?.from === coveredTo + 1 && added.at(-1)?.to === record.to;
    // A strategy that shows all summaries as one text cannot show a prepared one beside it.
    if (!keepsLive || !followsOn) break;
    const blocks = countBlocks(added, counter);
    const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
    found.push({ option: { count: index + 1, to: record.to, tokens, sourceTokens }, blocks });
  }
  return found;
}
