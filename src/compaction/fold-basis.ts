/**
 * Folds the basis of a merge until it fits one call. Runs of neighbours become partial results. These are stored with
 * the merge, and later merges of the same range start from them (see basis.ts).
 */

import type { CompactionLimits } from '../compaction-limits.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import { isSummarizerFailure, type SummarizerCall, SummarizerFailure } from '../summarizer.ts';
import { capTokens } from '../summarizers/cap-text.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { nextFold, partTargetTokens, rewritesOver, tokensOf } from './basis.ts';
import { readableTexts } from './kept-texts.ts';
import type { StepSources } from './sources.ts';
import type { StepTask } from './step-task.ts';
import type { Writer } from './writers.ts';

export type FoldedBasis = {
  sources: StepSources;
  /** Partial results to store; `replaced`: those that they replace. */
  partials: SummaryRecord[];
  replaced: string[];
  calls: SummarizerCall[];
};

export type FoldPorts = {
  runtime: Runtime;
  counter: TokenCounter;
  redaction: Redaction;
  limits: CompactionLimits;
  expectsModel: boolean;
  strategyFor: StrategyFor;
};

export async function foldBasis(
  input: StepTask & { ports: FoldPorts; sources: StepSources; writer: Writer },
): Promise<FoldedBasis> {
  const { ports, sources, writer } = input;
  const maxInputTokens = Math.min(ports.limits.maxInputTokens, writer.maxInputTokens);
  const partials: SummaryRecord[] = [];
  const replaced: string[] = [];
  const calls: SummarizerCall[] = [];
  let basis = sources.summaries;
  for (;;) {
    const fold = sources.foldable === true ? nextFold(basis, maxInputTokens) : undefined;
    if (!fold) break;
    const run = basis.slice(fold.start, fold.end);
    const part = await withEarlierCalls(calls, () =>
      makePart(input, run, partTargetTokens(maxInputTokens), calls),
    );
    if (part.tokens >= tokensOf(run)) break;
    partials.push(part);
    replaced.push(...run.filter(({ status }) => status === 'partial').map(({ id }) => id));
    basis = basis.toSpliced(fold.start, run.length, part);
  }
  if (partials.length === 0) return { sources, partials, replaced, calls };
  const folded = { ...sources, summaries: basis, rewrites: rewritesOver(basis) };
  // Later merges must not build on text that code wrote instead of the model: the next merge folds these again.
  if (ports.expectsModel && partials.some(({ rung }) => rung !== 'model')) {
    return { sources: { ...folded, named: sources.summaries }, partials: [], replaced: [], calls };
  }
  return { sources: folded, partials, replaced, calls };
}

/** Adds the calls made before to a failure of `work`, so that their cost is recorded. */
export async function withEarlierCalls<Value>(
  before: readonly SummarizerCall[],
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isSummarizerFailure(error) || before.length === 0) throw error;
    const { kind, message, retryAfterMs, cause } = error;
    throw new SummarizerFailure({ kind, message, retryAfterMs, calls: [...before, ...error.calls], cause });
  }
}

async function makePart(
  { ports, state, plan, step, ids, writer, signal }: StepTask & { ports: FoldPorts; writer: Writer },
  run: readonly SummaryRecord[],
  targetTokens: number,
  calls: SummarizerCall[],
): Promise<SummaryRecord> {
  const { runtime, counter, redaction } = ports;
  const models = ports.strategyFor(state).summarizerModels?.names;
  const first = run[0]!;
  const last = run[run.length - 1]!;
  const messagesCovered = last.to - first.from + 1;
  const result = await writer.summarize({
    shape: 'plain',
    part: { of: step.shape === 'verbatim' ? 'plain' : step.shape, before: '' },
    previous: readableTexts(run, false),
    transcript: [],
    facts: [],
    limits: { targetTokens, maxWords: null, maxOutputTokens: Math.ceil(targetTokens * 1.25) },
    meta: {
      totalMessages: messagesCovered,
      totalTokens: tokensOf(run),
      depth: step.depth,
      strategy: plan.strategy,
    },
    ...(models === undefined ? {} : { models }),
    threadId: state.id,
    signal,
  });
  calls.push(...result.calls);
  const text = capTokens(redaction.redact(result.text), targetTokens, counter);
  return {
    id: ids.nextPart(),
    threadId: state.id,
    status: 'partial',
    from: first.from,
    to: last.to,
    messagesCovered,
    startMessageId: first.startMessageId,
    endMessageId: last.endMessageId,
    level: 'partial',
    tier: 0,
    depth: 0,
    parentId: null,
    sourceIds: run.map(({ id }) => id),
    readFrom: null,
    readTo: null,
    sourceHash: sourceHashOf({ summaries: run.map(({ sourceHash }) => sourceHash), messages: [] }),
    shape: 'plain',
    text,
    tokens: counter.count(text),
    sourceTokens: run.reduce((sum, { sourceTokens }) => sum + sourceTokens, 0),
    record: null,
    originals: [],
    segment: null,
    // The facts come from the shown summaries instead.
    facts: [],
    rewrites: rewritesOver(run),
    strategy: plan.strategy,
    model: result.model,
    rung: result.rung,
    promptVersion: result.promptVersion,
    survival: 1,
    fidelity: 1,
    createdAt: isoTime(runtime.now()),
  };
}
