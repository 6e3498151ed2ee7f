/**
 * Has the sources of a step summarized, and judges the answer: one that invents, or that is no smaller than what it
 * stands for, is not used, and code writes in its place unless the model alone was asked for (R-38, I-11).
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
import { renderWork } from '../work/render-work.ts';
import { holdsWork } from '../work/standing.ts';
import { tokensOf } from './basis.ts';
import { type FallbackPorts, tellStepsDown } from './fallback.ts';
import { spending } from './fold-basis.ts';
import { readableTexts } from './kept-texts.ts';
import { type Material, type MaterialPorts, streamTranscript } from './material.ts';
import type { StepSources } from './sources.ts';
import type { StepTask } from './step-task.ts';
import { workOf } from './step-work.ts';
import type { Writer } from './writers.ts';

/** Facts named to the summarizer; the rest is kept by the ledger without asking it. */
const promptFacts = 60;

/** Of the record of the work so much is given to the summarizer, and no more than this share of what it reads. */
const workTokens = 1_500;
/** Less where summaries alone are read: they were written with it at hand. */
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
  /** All that were made for it, those in vain included. */
  calls: SummarizerCall[];
  parts: PartialPart[];
  rewrites: number;
};

type WriteInput = StepTask & {
  ports: WritePorts;
  sources: StepSources;
  material: Material;
  /** The originals behind the summaries that are read: what is written is held against them. */
  proof?: Material | undefined;
  writer: Writer;
  shape: SummaryShape;
};

export async function writeSummary(
  input: WriteInput & {
    /** Fail rather than have code write in the model's place. */
    modelOnly: boolean;
    /** What was spent on the sources. */
    before: readonly SummarizerCall[];
  },
): Promise<WrittenSummary> {
  const { ports, state, step, sources, material, writer, modelOnly, before } = input;
  const readTokens = material.tokens + tokensOf(sources.summaries);
  const first = await spending(before, () => summarizeSources(input));
  const calls = [...before, ...first.calls];
  const fault = first.result.rung === 'model' ? faultOf(first, readTokens) : undefined;
  let written = { ...first, calls };
  if (fault !== undefined) {
    const failure = new SummarizerFailure({
      kind: 'malformed',
      message: fault,
      calls: rejected(calls, fault),
    });
    // What was refused is asked for again, not answered from what was kept.
    await ports.store.results.drop(state.id);
    if (modelOnly) throw failure;
    const byCode = { ...ports.faithful, failure: () => failure };
    const second = await summarizeSources({ ...input, writer: byCode });
    const all = [...failure.calls, ...second.calls];
    written = { ...second, result: { ...second.result, calls: all }, calls: all };
  }
  tellStepsDown({ ports, threadId: state.id, result: written.result, failure: writer.failure() });
  if (written.tokens >= readTokens) throw notSmaller(step, written.tokens, readTokens);
  return written;
}

/** Why a summary of a model cannot be used, though it reads like one. */
function faultOf(written: WrittenSummary, readTokens: number): string | undefined {
  if (written.audit.verdict === 'reject') {
    return written.audit.reason ?? 'The summary holds facts that are in none of its sources.';
  }
  return written.tokens >= readTokens ? 'The summary is no smaller than its sources.' : undefined;
}

/** The last call gave a text that cannot be used after all. */
function rejected(calls: readonly SummarizerCall[], reason: string): SummarizerCall[] {
  const last = calls.findLastIndex(({ rung, outcome }) => rung === 'model' && outcome === 'ok');
  return calls.map((call, index) =>
    index === last ? { ...call, outcome: 'rejected' as const, reason } : call,
  );
}

async function summarizeSources(input: WriteInput): Promise<WrittenSummary> {
  const { ports, state, plan, step, shape, sources, material, proof, writer, signal } = input;
  const { counter, limits, redaction } = ports;
  const models = ports.strategyFor(state).summarizerModels?.names;
  const { focus, detail, ...sizes } = step.limits;
  const readTokens = material.tokens + tokensOf(sources.summaries);
  const { facts: heardFacts, said } = proof ?? material;
  const ledgerFacts = sources.ledgers.flatMap((summary) => summary.facts);
  const sourceFacts = proof ? heardFacts : [...ledgerFacts, ...heardFacts];
  const request: Omit<SummaryRequest, 'transcript'> = {
    shape,
    previous: sources.partial ? [] : readableTexts(sources.summaries, material.originals.length > 0),
    facts: sourceFacts.toSorted((a, b) => b.importance - a.importance || b.seq - a.seq).slice(0, promptFacts),
    limits: {
      ...sizes,
      // An output must be smaller than its input (I-11), so it is never asked to be as large.
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
    signal,
  };
  const { result, parts, rewrites } = await summarizeLarge({
    summarizer: writer,
    // One summary is redone by one call, however much it stands for.
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
  // A model may repeat a secret it guessed or was told elsewhere: nothing is stored unchecked (I-10).
  const text = redaction.redact(words);
  const tokens = await counter.countLong(text);
  const earlier = [...sources.summaries, ...sources.ledgers].map((summary) => summary.text).join('\n');
  const audit = await said.audit(ports, signal, {
    text: withoutCitations(text, step),
    record: result.record,
    sourceFacts: heardFacts,
    previousFacts: ledgerFacts,
    ...(proof
      ? { sourceText: request.work ?? '', retold: earlier }
      : { sourceText: `${request.work ?? ''}\n${earlier}` }),
    ledgerBudgetTokens: ledgerBudgetTokens(ports.budgetFor(state)),
  });
  return { result, text, tokens, audit, calls: result.calls, parts, rewrites };
}

/** What code read from the tool calls, given to the summarizer as checked facts. */
function workFor({ ports, sources, material }: WriteInput): { work?: string } {
  const { work } = workOf(sources, material.work);
  if (work === undefined || !holdsWork(work)) return {};
  const most = material.originals.length > 0 ? workTokens : workTokensRetold;
  const tokens = Math.min(most, Math.floor(ports.limits.maxInputTokens * workShare));
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
