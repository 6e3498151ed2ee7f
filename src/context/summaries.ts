/**
 * Fits the summary blocks of a strategy into their allotment (step 4 of sections.ts). The newest stay unchanged, the
 * oldest are replaced by one stand-in, and a single block that is too large is cut in place.
 */
import type { SummaryBlock } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { cutText } from './cut-text.ts';
import { summariesStandIn } from './stand-in.ts';
import { formatCount } from './text.ts';

export type ShownSummary = Omit<SummaryBlock, 'summaryId'> & {
  /** Null for a stand-in of several summaries. */
  summaryId: string | null;
  tokens: number;
  kind: 'summary' | 'shortened' | 'stand-in';
};

export function countBlocks(blocks: readonly SummaryBlock[], counter: TokenCounter): ShownSummary[] {
  return blocks.map((block) => ({ ...block, tokens: blockTokens(block, counter), kind: 'summary' }));
}

/** Undefined if the limit is too small even for a pointer. */
export function fitSummaries(options: {
  blocks: readonly ShownSummary[];
  limit: number;
  counter: TokenCounter;
}): ShownSummary[] | undefined {
  const { blocks, limit, counter } = options;
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= limit || blocks.length === 0) return [...blocks];
  const newest = blocks.at(-1)!;
  if (blocks.length === 1) {
    const shortened = shortenBlock(newest, limit, counter);
    return shortened && [shortened];
  }
  const standInLimit = Math.min(400, Math.floor(limit / 3));
  let firstWhole = blocks.length;
  for (
    let room = limit - standInLimit;
    firstWhole > 0 && blocks[firstWhole - 1]!.tokens <= room;
    firstWhole -= 1
  ) {
    room -= blocks[firstWhole - 1]!.tokens;
  }
  if (firstWhole === blocks.length) {
    const collapsed = collapse(blocks.slice(0, -1), standInLimit, counter);
    const shortened = collapsed && shortenBlock(newest, limit - collapsed.tokens, counter);
    if (collapsed && shortened) return [collapsed, shortened];
    const all = collapse(blocks, limit, counter);
    return all && [all];
  }
  const collapsed = collapse(blocks.slice(0, firstWhole), standInLimit, counter);
  if (collapsed !== undefined) return [collapsed, ...blocks.slice(firstWhole)];
  const all = collapse(blocks, limit, counter);
  return all && [all];
}

function collapse(
  blocks: readonly ShownSummary[],
  limit: number,
  counter: TokenCounter,
): ShownSummary | undefined {
  const { role, from } = blocks[0]!;
  const overhead = counter.message({ role, parts: [] });
  const named = blocks.map((block) => ({ ...block, summaryId: block.summaryId ?? '' }));
  const text = summariesStandIn({ blocks: named, limit: limit - overhead, counter });
  if (text === undefined) return undefined;
  const block = { role, text, body: text, from, to: blocks.at(-1)!.to };
  return { ...block, summaryId: null, tokens: blockTokens(block, counter), kind: 'stand-in' };
}

function shortenBlock(block: ShownSummary, limit: number, counter: TokenCounter): ShownSummary | undefined {
  const { role, from, to } = block;
  const text = cutText({
    text: block.text,
    total: block.tokens,
    limit: limit - counter.message({ role, parts: [] }),
    counter,
    mark: (leftOut) =>
      `[… ${formatCount(Math.max(1, leftOut))} tokens of this summary left out here; it and messages #${from}–${to} are in the archive …]`,
  });
  return text === undefined
    ? undefined
    : { ...block, text, tokens: blockTokens({ role, text }, counter), kind: 'shortened' };
}

function blockTokens({ role, text }: Pick<SummaryBlock, 'role' | 'text'>, counter: TokenCounter): number {
  return counter.message({ role, parts: [{ type: 'text', text }] });
}
