/** Adds notes to the account of a context: about stale summaries, and about messages that are left out. */
import type { AssembledContext, ContextItem } from '../context/context.ts';
import type { Message } from '../message/message.ts';
import type { SummaryRecord } from '../records/summary.ts';

/** Says which excerpts are shown instead of a stale summary. */
export function markStale(context: AssembledContext, summaries: readonly SummaryRecord[]): AssembledContext {
  if (!summaries.some((summary) => summary.stale)) return context;
  const stale = new Set(summaries.filter((summary) => summary.stale).map((summary) => summary.id));
  const reason = 'a message of this range was edited or removed; its summary is being made anew';
  return {
    ...context,
    items: context.items.map((item) =>
      item.summaryId !== null && stale.has(item.summaryId) ? { ...item, kind: 'stand-in', reason } : item,
    ),
  };
}

const asideReasons = {
  lookup: 'a question to the archive, answered from it; not part of the conversation',
  'embedded-reply': 'quoted from this thread without a model; not part of the conversation',
};

/** Lists the messages that were left out on purpose, so that the account has a place for every message (I-2). */
export function withAsides(context: AssembledContext, asides: readonly Message[]): AssembledContext {
  if (asides.length === 0) return context;
  const covered = (seq: number) =>
    context.items.some(({ from, to }) => from !== null && to !== null && from <= seq && seq <= to);
  const items = asides
    .filter(({ seq }) => !covered(seq))
    .map(
      ({ id, seq, origin }): ContextItem => ({
        section: 'tail',
        messageIds: [id],
        summaryId: null,
        from: seq,
        to: seq,
        tokens: 0,
        kind: 'left-out',
        reason: asideReasons[origin!.kind as keyof typeof asideReasons],
      }),
    );
  return items.length === 0 ? context : { ...context, items: [...context.items, ...items] };
}
