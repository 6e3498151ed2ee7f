/** The receipt of one compaction: what it covered, what it cost, what was kept. */

import { mergeSegmentDetails } from '../facts/segment-details.ts';
import type { Receipt, SummaryHead, SummaryRecord } from '../records/summary.ts';
import { contextTokens } from '../records/thread-state.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { Plan, PlanInput } from '../strategy.ts';
import type { SummarizerCall } from '../summarizer.ts';

export function createReceipt(options: {
  runtime: Runtime;
  plan: Plan;
  input: PlanInput;
  records: readonly SummaryRecord[];
  /** Summaries prepared earlier that this pass shows. */
  activated: readonly SummaryRecord[];
  calls: readonly SummarizerCall[];
  started: number;
  span: { from: number; to: number };
}): Receipt {
  const { runtime, plan, input, records, activated, calls, started, span } = options;
  const { state } = input;
  const now = runtime.now();
  const shown = records.filter((record) => record.status === 'live');
  const kept = [...activated, ...records];
  const segments = [...activated, ...shown]
    .toSorted((one, other) => one.from - other.from)
    .map((record) => record.segment)
    .filter((segment) => segment !== null);
  const liveAfter: Pick<SummaryHead, 'tokens' | 'sourceTokens'>[] = [
    ...input.live.filter((head) => !plan.replaces.includes(head.id)),
    ...activated,
    ...shown,
  ];
  // Source tokens of summaries and tokens of the tail add up to the thread's, so the tail loses what the summaries
  // gain.
  const newlyCoveredTokens =
    sum(liveAfter, (head) => head.sourceTokens) - sum(input.live, (head) => head.sourceTokens);
  return {
    id: runtime.newId('rcp'),
    threadId: state.id,
    createdAt: isoTime(now),
    strategy: plan.strategy,
    trigger: plan.trigger,
    reason: plan.reason,
    summaryIds: [...records.map((record) => record.id), ...plan.activates],
    replacedIds: plan.replaces,
    // Includes activated summaries: a receipt is found by its range when one of its messages is forgotten.
    from: Math.min(span.from, ...activated.map(({ from }) => from)),
    to: Math.max(span.to, ...activated.map(({ to }) => to)),
    messagesCompressed: Math.max(0, plan.coverTo - state.coveredTo),
    tokensBefore: contextTokens(state),
    tokensAfter:
      state.fixedTokens + sum(liveAfter, (head) => head.tokens) + state.tailTokens - newlyCoveredTokens,
    messagesAfter: state.messages - plan.coverTo + liveAfter.length,
    messagesBefore: state.messages - state.coveredTo + state.liveSummaries,
    calls: calls.length,
    inputTokens: sum(calls, (call) => call.inputTokens),
    outputTokens: sum(calls, (call) => call.outputTokens),
    costUsd: sum(calls, (call) => call.costUsd),
    milliseconds: now - started,
    models: [...new Set(records.map((record) => record.model))],
    rungs: [...new Set(records.map((record) => record.rung))],
    depth: Math.max(0, ...records.map((record) => record.depth)),
    factsKept: sum(kept, (record) => record.facts.length),
    survival: Math.min(1, ...kept.map((record) => record.survival)),
    fidelity: Math.min(1, ...kept.map((record) => record.fidelity)),
    segment: segments.length === 0 ? null : segments.reduce(mergeSegmentDetails),
  };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
