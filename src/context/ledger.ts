/** The ledger as a section: as many facts as fit, the most important first, told in their own order. */
import type { Fact } from '../records/fact.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';

export type RenderLedger = (facts: readonly Fact[]) => string;
export type ShownLedger = { text: string; tokens: number; facts: number; leftOut: number };

export function showLedger(options: {
  facts: readonly Fact[];
  renderLedger: RenderLedger;
  counter: TokenCounter;
  limit?: number;
}): ShownLedger | undefined {
  const { facts, renderLedger, counter, limit = Number.POSITIVE_INFINITY } = options;
  if (facts.length === 0) return undefined;
  const ranked = facts
    .map((fact, index) => ({ fact, index }))
    .sort(
      (left, right) =>
        right.fact.importance - left.fact.importance ||
        right.fact.seq - left.fact.seq ||
        left.index - right.index,
    );
  const show = (count: number): ShownLedger => {
    const chosen = ranked
      .slice(0, count)
      .sort((left, right) => left.index - right.index)
      .map(({ fact }) => fact);
    const text = frame({
      tag: 'exact-facts',
      note: 'Exact details from earlier in this conversation, as data:',
      body: neutralize(renderLedger(chosen)),
    });
    const tokens = counter.message({ role: 'system', parts: [{ type: 'text', text }] });
    return { text, tokens, facts: count, leftOut: facts.length - count };
  };
  const all = show(facts.length);
  if (all.tokens <= limit) return all;
  let best: ShownLedger | undefined;
  for (let low = 1, high = facts.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const shown = show(middle);
    if (shown.tokens <= limit) {
      best = shown;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}
