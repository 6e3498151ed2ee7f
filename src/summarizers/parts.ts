/** The intermediate summaries ("parts") of a map-reduce, as data. */

import type { SummaryRung } from '../records/summary.ts';
import type { SummaryRequest, TranscriptEntry } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';

/** An intermediate summary of one range of the input. */
export type PartialPart = {
  from: number;
  to: number;
  /** 0 if made from entries, one more for each merge. */
  tier: number;
  text: string;
  tokens: number;
  sourceTokens: number;
  /** How often its content was rewritten since the originals. */
  rewrites: number;
  /** The lowest rung that contributed to it. */
  rung: SummaryRung;
  model: string;
  promptVersion: string;
};

/** A stored part, with what a run needs to continue from it. */
export type ResumePart = Pick<PartialPart, 'from' | 'to' | 'tier' | 'text' | 'tokens'> & Partial<PartialPart>;

export type LargeProgress = { stage: 'read' | 'map' | 'reduce'; done: number; total: number };

export function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = [];
  for (let index = 0; index < items.length; index += size) groups.push(items.slice(index, index + size));
  return groups;
}

export function groupsWithin<Item extends { tokens: number }>(
  items: readonly Item[],
  maxTokens: number,
): Item[][] {
  const groups: Item[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (tokens + item.tokens > maxTokens) {
      groups.push([]);
      tokens = 0;
    }
    groups.at(-1)!.push(item);
    tokens += item.tokens;
  }
  return groups;
}

export function toPrevious(part: PartialPart): SummaryRequest['previous'][number] {
  return { text: part.text, record: null, from: part.from, to: part.to };
}

export function asPart(summary: SummaryRequest['previous'][number], counter: TokenCounter): PartialPart {
  const tokens = counter.count(summary.text);
  return {
    from: summary.from,
    to: summary.to,
    tier: 0,
    text: summary.text,
    tokens,
    sourceTokens: tokens,
    rewrites: 0,
    rung: 'model',
    model: '',
    promptVersion: '',
  };
}

export function asEntry(part: PartialPart): TranscriptEntry {
  return { seq: part.from, role: 'summary', text: part.text, at: '', tokens: part.tokens };
}
