/** Summaries for the steps of plans, made without a model: sizes and sources as a compaction would have them. */
import {
  nextFold,
  partTargetTokens,
  readsOriginals,
  rewritesOver,
  tokensOf as tokensIn,
} from '../compaction/basis.ts';
import type { MessageMeta } from '../message/message.ts';
import type { SummaryHead, SummaryRecord } from '../records/summary.ts';
import type { PlanStep } from '../strategy.ts';

export function inventSummaries(options: {
  threadId: string;
  /** All messages of the thread, as they are when a summary is made. */
  metas: readonly MessageMeta[];
  maxInputTokens: number;
  /** True if a model writes the summaries. Merges are then made from its summaries instead of the originals. */
  paid?: boolean;
  summaryTokens: (step: PlanStep, inputTokens: number) => number;
}) {
  const { threadId, metas, maxInputTokens, paid = false, summaryTokens } = options;
  let madeSummaries = 0;
  let messagesWritten = 0;
  let messagesRead = 0;
  let summariesRead = 0;
  let partsMade = 0;
  /** Every summary made so far, partial results included, because a merge may read any of them again. */
  const all = new Map<string, SummaryHead>();

  function tokensOf(from: number, to: number): number {
    const last = metas[to - 1]!;
    return last.tokensBefore + last.tokens - metas[from - 1]!.tokensBefore;
  }

  /** What a compaction would read for a merge, and the partial results that it would store. */
  function mergeBasis(
    step: PlanStep,
    sources: readonly SummaryHead[],
    sourceTokens: number,
  ): SummaryHead[] | 'originals' {
    const { maxRewrites = 5 } = step.sources;
    let basis = sources.flatMap((head) =>
      head.sourceIds.length === 0 || head.readFrom !== null
        ? [head]
        : head.sourceIds.map((id) => all.get(id)!),
    );
    const mergeInput = { basis, writtenByModel: paid, sourceTokens, maxInputTokens, maxRewrites };
    if (readsOriginals(mergeInput)) return 'originals';
    for (let fold = nextFold(basis, maxInputTokens); fold; fold = nextFold(basis, maxInputTokens)) {
      const run = basis.slice(fold.start, fold.end);
      summariesRead += run.length;
      partsMade += 1;
      const part: SummaryHead = {
        ...run[0]!,
        id: `part_${partsMade}`,
        status: 'partial',
        to: run.at(-1)!.to,
        sourceIds: run.map(({ id }) => id),
        readFrom: null,
        readTo: null,
        tokens: partTargetTokens(maxInputTokens),
        sourceTokens: run.reduce((sum, head) => sum + head.sourceTokens, 0),
        rewrites: rewritesOver(run),
      };
      all.set(part.id, part);
      basis = basis.toSpliced(fold.start, run.length, part);
    }
    return basis;
  }

  return {
    /** `known`: summaries of the thread; `made`: those of the same plan, which a step names by their index. */
    invent(
      step: PlanStep,
      context: { known: ReadonlyMap<string, SummaryHead>; made: readonly SummaryHead[]; strategy: string },
    ): SummaryHead {
      const sources = step.sources.summaries.map((id) =>
        id.startsWith('#') ? context.made[Number(id.slice(1))]! : context.known.get(id)!,
      );
      const sourceTokens = tokensOf(step.from, step.to);
      const merge = step.sources.method === 'rederive' ? mergeBasis(step, sources, sourceTokens) : undefined;
      const fromOriginals = merge === 'originals';
      const folded = merge === 'originals' ? [] : (merge ?? sources);
      const read = fromOriginals ? { from: step.from, to: step.to } : step.sources.messages;
      const inputTokens =
        step.sources.method === 'reroot'
          ? sourceTokens
          : tokensIn(folded) + (read ? tokensOf(read.from, read.to) : 0);
      messagesRead += read ? read.to - read.from + 1 : 0;
      summariesRead += folded.length;
      madeSummaries += 1;
      messagesWritten += step.to - step.from + 1;
      const head: SummaryHead = {
        id: `sum_${madeSummaries}`,
        threadId,
        status: step.status,
        from: step.from,
        to: step.to,
        messagesCovered: step.to - step.from + 1,
        startMessageId: `msg_${step.from}`,
        endMessageId: `msg_${step.to}`,
        level: step.level,
        tier: step.tier,
        depth: step.depth,
        parentId: step.parentId,
        sourceIds: folded.map(({ id }) => id),
        readFrom: read?.from ?? null,
        readTo: read?.to ?? null,
        sourceHash: `hash_${step.from}_${step.to}`,
        shape: step.shape,
        tokens: Math.max(1, Math.min(inputTokens - 1, Math.round(summaryTokens(step, inputTokens)))),
        sourceTokens,
        rewrites: rewritesOver(folded),
        strategy: context.strategy,
        model: 'simulated',
        rung: 'model',
        promptVersion: '1',
        survival: 1,
        fidelity: 1,
        createdAt: metas[0]!.createdAt,
      };
      all.set(head.id, head);
      return head;
    },
    counters: () => ({ madeSummaries, messagesWritten, messagesRead, summariesRead, partsMade }),
  };
}

export function recordOf(head: SummaryHead): SummaryRecord {
  return { ...head, text: `What ${head.id} says.`, record: null, originals: [], segment: null, facts: [] };
}
