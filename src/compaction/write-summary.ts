/**
 * Has the sources of a step summarized and checks the answer. An answer that invents facts, or is not smaller than its
 * sources, is rejected; then code writes instead, unless only the model may write (R-38, I-11).
 */
import { type BudgetFor, ledgerBudgetTokens } from '../engine/budgets.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { EverthreadError } from '../errors.ts';
import type { SummaryAudit } from '../facts/gate.ts';
import type { SummaryRecord, SummaryShape } from '../records/summary.ts';
import type { PlanStep } from '../strategy.ts';
import {
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../summarizer.ts';
import { capWords } from '../summarizers/cap-text.ts';
import { withoutCitations } from '../summarizers/citations.ts';
import { type PartialPart, type ResumePart, summarizeLarge } from '../summarizers/map-reduce.ts';
import { holdsWork } from '../work/current-state.ts';
import { renderWork } from '../work/render-work.ts';
import { tokensOf } from './basis.ts';
import { type FallbackPorts, reportStepsDown } from './fallback.ts';
import { withEarlierCalls } from './fold-basis.ts';
import { readableTexts } from './kept-texts.ts';
import { type Material, type MaterialPorts, streamTranscript } from './material.ts';
import type { StepSources } from './sources.ts';
import type { StepTask } from './step-task.ts';
import { workOf } from './step-work.ts';
import type { Writer } from './writers.ts';

/**
 * Most facts named in the prompt, and fewer where the summary is short: one for each of so many of its tokens. The
 * ledger keeps the others without the summarizer.
 */
const promptFacts = { most: 60, least: 12, tokensEach: 10 };

/**
 * Most tokens of the work record in the prompt; `workShare` limits its share of a call as well. A short summary has no
 * room for a long record, so it is at most a multiple of the summary.
 */
const workTokens = 1_500;
const workOfSummary = { times: 2, least: 300 };
/** Less if only summaries are read, because they were written with the work record. */
const workTokensRetold = 800;
const workShare = 0.15;

export type WritePorts = MaterialPorts &
  FallbackPorts & {
    emitter: Emitter;
    faithful: Summarizer;
    strategyFor: StrategyFor;
    budgetFor: BudgetFor;
  };

export type WrittenSummary = {
  result: SummaryResult;
  text: string;
  tokens: number;
  audit: SummaryAudit;
  /** All calls made for it, failed ones included. */
  calls: SummarizerCall[];
  parts: PartialPart[];
  rewrites: number;
};

type WriteInput = StepTask & {
  ports: WritePorts;
  sources: StepSources;
  material: Material;
  /** The originals behind the summaries that are read; the result is checked against them. */
  proof?: Material | undefined;
  writer: Writer;
  shape: SummaryShape;
};

export async function writeSummary(
  input: WriteInput & {
    /** Fail rather than have code write in the model's place. */
    modelOnly: boolean;
    /** Calls already made to prepare the sources. */
    before: readonly SummarizerCall[];
  },
): Promise<WrittenSummary> {
  const { ports, state, step, sources, material, writer, modelOnly, before } = input;
  const readTokens = material.tokens + tokensOf(sources.summaries);
  const first = await withEarlierCalls(before, () => summarizeSources(input));
  const calls = [...before, ...first.calls];
  const fault = first.result.rung === 'model' ? faultOf(first, readTokens) : undefined;
  let written = { ...first, calls };
  if (fault !== undefined) {
    const failure = new SummarizerFailure({
      kind: 'malformed',
      message: fault,
      calls: rejected(calls, fault),
    });
    // A rejected answer must not be used again from the cache.
    await ports.store.results.drop(state.id);
    if (modelOnly) throw failure;
    const byCode = { ...ports.faithful, failure: () => failure };
    const second = await summarizeSources({ ...input, writer: byCode });
    const all = [...failure.calls, ...second.calls];
    written = { ...second, result: { ...second.result, calls: all }, calls: all };
  }
  reportStepsDown({ ports, threadId: state.id, result: written.result, failure: writer.failure() });
  if (written.tokens >= readTokens) throw notSmaller(step, written.tokens, readTokens);
  return written;
}

/** Why a model's summary cannot be used, although it reads like one. */
function faultOf(written: WrittenSummary, readTokens: number): string | undefined {
  if (written.audit.verdict === 'reject') {
    return written.audit.reason ?? 'The summary holds facts that are in none of its sources.';
  }
  return written.tokens >= readTokens ? 'The summary is no smaller than its sources.' : undefined;
}

/** Marks the last successful call as rejected. */
function rejected(calls: readonly SummarizerCall[], reason: string): SummarizerCall[] {
  const last = calls.findLastIndex(({ rung, outcome }) => rung === 'model' && outcome === 'ok');
  return calls.map((call, index) =>
    index === last
      ? { ...call, outcome: 'rejected' as const, reason, failure: { name: 'unfaithful' } }
      : call,
  );
}

async function summarizeSources(input: WriteInput): Promise<WrittenSummary> {
  const { ports, state, plan, step, shape, sources, material, proof, writer, signal } = input;
  const { counter, limits, redaction } = ports;
  const models = ports.strategyFor(state).summarizerModels?.names;
  const { focus, detail, ...sizes } = step.limits;
  const readTokens = material.tokens + tokensOf(sources.summaries);
  const { facts: factsRead, sourceTexts } = proof ?? material;
  const ledgerFacts = sources.ledgers.flatMap((summary) => summary.facts);
  const sourceFacts = proof ? factsRead : [...ledgerFacts, ...factsRead];
  const request: Omit<SummaryRequest, 'transcript'> = {
    shape,
    previous: sources.partial ? [] : readableTexts(sources.summaries, material.originals.length > 0),
    facts: sourceFacts
      .toSorted((a, b) => b.importance - a.importance || b.seq - a.seq)
      .slice(0, factsFor(step)),
    limits: {
      ...sizes,
      // An output must be smaller than its input (I-11), so the target is smaller too.
      targetTokens: Math.max(1, Math.min(sizes.targetTokens, Math.floor(readTokens * 0.8))),
    },
    meta: {
      totalMessages: step.to - step.from + 1,
      totalTokens: readTokens,
      depth: step.depth,
      strategy: plan.strategy,
    },
    ...workFor(input),
    ...(focus === undefined ? {} : { focus }),
    ...(detail === undefined ? {} : { detail }),
    ...(models === undefined ? {} : { models }),
    threadId: state.id,
    signal,
  };
  const { result, parts, rewrites } = await summarizeLarge({
    summarizer: writer,
    // Redoing a summary makes one model call, however long its sources are; code writes the parts.
    ...(step.sources.method === 'renew' ? { partSummarizer: ports.faithful } : {}),
    counter,
    request,
    transcript: streamTranscript(ports, state.id, sources.messages, material, signal),
    maxCallTokens: limits.maxInputTokens,
    chunkTokens: limits.chunkTokens,
    concurrency: limits.callConcurrency,
    ...(sources.partial ? { resume: sources.summaries.map(toPart) } : {}),
    onProgress: (progress) => ports.emitter.emit('progress', { threadId: state.id, ...progress }),
    signal,
  });
  const words = step.limits.maxWords === null ? result.text : capWords(result.text, step.limits.maxWords);
  // A model may repeat a secret that it guessed or knows from elsewhere, so its text is redacted too (I-10).
  const text = redaction.redact(words);
  const tokens = await counter.countLong(text);
  const earlier = [...sources.summaries, ...sources.ledgers].map((summary) => summary.text).join('\n');
  const audit = await sourceTexts.audit(
    ports,
    { threadId: state.id, signal },
    {
      text: withoutCitations(text, step),
      record: result.record,
      sourceFacts: sourceFacts,
      previousFacts: ledgerFacts,
      ...(proof
        ? { sourceText: request.work ?? '', retold: earlier }
        : { sourceText: `${request.work ?? ''}\n${earlier}` }),
      ledgerBudgetTokens: ledgerBudgetTokens(ports.budgetFor(state)),
    },
  );
  return { result, text, tokens, audit, calls: result.calls, parts, rewrites };
}

function factsFor({ limits }: PlanStep): number {
  const { most, least, tokensEach } = promptFacts;
  return Math.min(most, Math.max(least, Math.round(limits.targetTokens / tokensEach)));
}

/** The work record that code read from the tool calls, given to the summarizer as checked facts. */
function workFor({ ports, step, sources, material }: WriteInput): { work?: string } {
  const { work } = workOf(sources, material.work);
  if (work === undefined || !holdsWork(work)) return {};
  const most = material.originals.length > 0 ? workTokens : workTokensRetold;
  const tokens = Math.min(
    most,
    Math.floor(ports.limits.maxInputTokens * workShare),
    Math.max(workOfSummary.least, step.limits.targetTokens * workOfSummary.times),
  );
  const { text } = renderWork(work, { tokens, count: ports.counter.count, numbers: true });
  return text === '' ? {} : { work: text };
}

function toPart(record: SummaryRecord): ResumePart {
  const { from, to, tier, text, tokens, sourceTokens, rewrites, rung, model, promptVersion } = record;
  return { from, to, tier, text, tokens, sourceTokens, rewrites, rung, model, promptVersion };
}

function notSmaller(step: PlanStep, tokens: number, sourceTokens: number): EverthreadError {
  return new EverthreadError({
    code: 'summarizer_failed',
    message: `The summary of messages ${step.from}–${step.to} has ${tokens} tokens, no fewer than its sources (${sourceTokens}). It was not used.`,
    details: { from: step.from, to: step.to, tokens, sourceTokens },
  });
}
