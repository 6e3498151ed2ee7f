/**
 * One step of a plan: read its sources, have them summarized, check what came back, and lay it down as a record.
 * Writes nothing: the records are committed together when all steps of the plan are done (I-6).
 */

import { ledgerBudgetTokens } from '../engine/budgets.ts';
import type { Engine } from '../engine/engine.ts';
import { EverthreadError } from '../errors.ts';
import { auditSummary, type SummaryAudit } from '../facts/gate.ts';
import { mergeSegmentDetails } from '../facts/session-details.ts';
import type { Fact } from '../records/fact.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import type {
  KeptText,
  SegmentDetails,
  SummaryRecord,
  SummaryRung,
  SummaryShape,
} from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime } from '../runtime.ts';
import type { Plan, PlanStep } from '../strategy.ts';
import {
  type SummarizerCall,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../summarizer.ts';
import { capWords } from '../summarizers/cap-text.ts';
import { lowestRung } from '../summarizers/ladder.ts';
import { type PartialPart, type ResumePart, summarizeLarge } from '../summarizers/map-reduce.ts';
import { tellStepsDown } from './fallback.ts';
import { foldBasis, spending } from './fold-basis.ts';
import { keptTexts, ownText, readableTexts, withKeptTexts } from './kept-texts.ts';
import { type Material, measureRange, streamTranscript } from './material.ts';
import { partialRecords } from './partials.ts';
import { chooseSources, type StepSources } from './sources.ts';
import type { Writer, Writers } from './writers.ts';

/** Facts named to the summarizer; the rest is kept by the ledger without asking it. */
const promptFacts = 60;

/** System messages that one summary carries on take this share of the budget at most, the newest first. */
const preservedShare = 0.1;
const removedText = '(removed)';

export type StepOutcome = {
  record: SummaryRecord;
  calls: SummarizerCall[];
  /** New partial results of a re-rooted chain or of a merge, and the stored ones they take the place of. */
  partials: SummaryRecord[];
  replacedPartials: string[];
};

export type StepInput = {
  engine: Engine;
  state: ThreadState;
  plan: Plan;
  step: PlanStep;
  earlier: readonly SummaryRecord[];
  signal: AbortSignal;
  writers: Writers;
  /** Fail rather than have code write in the model's place. */
  modelOnly: boolean;
};

export async function executeStep(input: StepInput): Promise<StepOutcome> {
  const { engine, state, step } = input;
  const chosen = await chooseSources({ engine, threadId: state.id, step, earlier: input.earlier });
  const writer = input.modelOnly ? input.writers.modelOnly() : input.writers.withFallback();
  const { sources, ...folded } = await foldBasis({ ...input, sources: chosen, writer });
  const material = await measureRange(engine, state.id, sources.messages);
  if (step.shape === 'verbatim') return copyStep({ ...input, sources, material });
  const shape = step.shape;
  const carried = carriedOver(engine, sources, material);
  if (carried !== undefined) {
    const kept = await keptFor(input, material);
    const record = await layDown({ ...input, sources, material, made: carried, kept });
    return { record, calls: [], partials: [], replacedPartials: [] };
  }
  const sourceFacts = [...sources.ledgers.flatMap((summary) => summary.facts), ...material.facts];
  const attempt = (by: Writer) =>
    summarizeSources({ ...input, shape, sources, material, sourceFacts, writer: by });

  let made = await spending(folded.calls, () => attempt(writer));
  const calls = [...folded.calls, ...made.calls];
  const readTokens = material.tokens + sources.summaries.reduce((sum, summary) => sum + summary.tokens, 0);
  const fault = faultOf(made, readTokens);
  if (fault !== undefined && made.result.rung === 'model') {
    const failure = new SummarizerFailure({
      kind: 'malformed',
      message: fault,
      calls: rejected(calls, fault),
    });
    if (input.modelOnly) throw failure;
    made = await attempt({ ...engine.faithful, failure: () => failure });
    calls.splice(0, calls.length, ...failure.calls, ...made.calls);
    made = { ...made, result: { ...made.result, calls } };
  }
  tellStepsDown({ engine, threadId: state.id, result: made.result, failure: writer.failure() });
  if (made.tokens >= readTokens) throw notSmaller(step, made.tokens, readTokens);

  const record = await layDown({ ...input, sources, material, made, kept: await keptFor(input, material) });
  const { partials, replaced } = partialRecords({
    engine,
    state,
    step,
    stored: sources.partial ? sources.summaries : [],
    forest: sources.partial ? made.parts : [],
    originals: material.originals,
    readFrom: sources.messages?.from ?? step.to + 1,
  });
  if (made.parts.length > 0 && sources.partial) {
    const forest = [...sources.summaries.filter((part) => !replaced.includes(part.id)), ...partials];
    forest.sort((a, b) => a.from - b.from);
    record.sourceIds = forest.map((part) => part.id);
    record.sourceHash = sourceHashOf({ summaries: forest.map((part) => part.sourceHash), messages: [] });
    record.readFrom = null;
    record.readTo = null;
  }
  return {
    record,
    calls,
    partials: [...folded.partials, ...partials],
    replacedPartials: [...folded.replaced, ...replaced, ...(sources.outdated ?? [])],
  };
}

const nothingSaid = 'Only questions to the archive were asked here.';

/**
 * A range in which nothing was said, only asked of the archive, needs no summarizer: what stood before it stands on as
 * it is, and where nothing stood before it, one line says so. There is nothing that either could be shorter than.
 */
function carriedOver(engine: Engine, sources: StepSources, material: Material): Made | undefined {
  if (material.spoken > 0 || material.originals.length === 0 || sources.summaries.length > 1)
    return undefined;
  const [before] = sources.summaries;
  const text = before === undefined ? nothingSaid : ownText(before);
  const made: Omit<SummaryResult, 'text' | 'calls'> = before ?? {
    record: null,
    model: 'everthread',
    rung: 'model',
    promptVersion: 'none',
  };
  const { record, model, rung, promptVersion } = made;
  const { survival = 1, fidelity = 1, facts = [] } = before ?? {};
  return {
    result: { text, record, model, rung, promptVersion, calls: [] },
    text,
    tokens: engine.counter.count(text),
    audit: {
      ledger: facts,
      survival,
      fidelity,
      total: facts.length,
      kept: facts.length,
      pointer: 0,
      invented: [],
      verdict: 'accept',
    },
    calls: [],
    parts: [],
    rewrites: 0,
  };
}

/** Why a summary of a model cannot be used, though it reads like one. */
function faultOf(made: Made, readTokens: number): string | undefined {
  if (made.audit.verdict === 'reject') {
    return made.audit.reason ?? 'The summary holds facts that are in none of its sources.';
  }
  return made.tokens >= readTokens ? 'The summary is no smaller than its sources.' : undefined;
}

/** The last call gave a text that cannot be used after all. */
function rejected(calls: readonly SummarizerCall[], reason: string): SummarizerCall[] {
  const last = calls.findLastIndex(({ rung, outcome }) => rung === 'model' && outcome === 'ok');
  return calls.map((call, index) =>
    index === last ? { ...call, outcome: 'rejected' as const, reason } : call,
  );
}

type Made = {
  result: SummaryResult;
  text: string;
  tokens: number;
  audit: SummaryAudit;
  calls: SummarizerCall[];
  parts: PartialPart[];
  rewrites: number;
};

async function summarizeSources(
  input: StepInput & {
    sources: StepSources;
    material: Material;
    sourceFacts: Fact[];
    writer: Writer;
    shape: SummaryShape;
  },
): Promise<Made> {
  const { engine, state, plan, step, shape, sources, material, sourceFacts, writer, signal } = input;
  const models = engine.strategyFor(state).summarizerModels?.names;
  const readTokens = material.tokens + sources.summaries.reduce((sum, summary) => sum + summary.tokens, 0);
  const request: Omit<SummaryRequest, 'transcript'> = {
    shape,
    previous: sources.partial ? [] : readableTexts(sources.summaries, material.originals.length > 0),
    facts: sourceFacts.toSorted((a, b) => b.importance - a.importance || b.seq - a.seq).slice(0, promptFacts),
    limits: {
      ...step.limits,
      // An output must be smaller than its input (I-11), so it is never asked to be as large.
      targetTokens: Math.max(1, Math.min(step.limits.targetTokens, Math.floor(readTokens * 0.8))),
    },
    meta: {
      totalMessages: step.to - step.from + 1,
      totalTokens: readTokens,
      depth: step.depth,
      strategy: plan.strategy,
    },
    ...(models === undefined ? {} : { models }),
    signal,
  };
  const { result, parts, rewrites } = await summarizeLarge({
    summarizer: writer,
    // One summary is redone by one call, however much it stands for.
    ...(step.sources.method === 'renew' ? { partSummarizer: engine.faithful } : {}),
    counter: engine.counter,
    request,
    transcript: streamTranscript(engine, state.id, sources.messages, material),
    maxCallTokens: engine.limits.maxInputTokens,
    chunkTokens: engine.limits.chunkTokens,
    concurrency: engine.limits.callConcurrency,
    ...(sources.partial ? { resume: sources.summaries.map(toPart) } : {}),
    onProgress: (progress) => engine.emitter.emit('progress', { threadId: state.id, ...progress }),
    signal,
  });
  const words = step.limits.maxWords === null ? result.text : capWords(result.text, step.limits.maxWords);
  // A model may repeat a secret it guessed or was told elsewhere: nothing is stored unchecked (I-10).
  const text = engine.redaction.redact(words);
  const tokens = await engine.counter.countLong(text);
  const audit = auditSummary({
    text,
    record: result.record,
    sourceFacts: material.facts,
    previousFacts: sources.ledgers.flatMap((summary) => summary.facts),
    sourceText: [...sources.summaries, ...sources.ledgers].map((summary) => summary.text).join('\n'),
    sourceIndex: material.index,
    ledgerBudgetTokens: ledgerBudgetTokens(engine.budgetFor(state)),
    countTokens: (value) => engine.counter.count(value),
  });
  return { result, text, tokens, audit, calls: result.calls, parts, rewrites };
}

async function layDown(
  input: StepInput & { sources: StepSources; material: Material; made: Made; kept: KeptText[] },
): Promise<SummaryRecord> {
  const { engine, state, plan, step, sources, material, made, kept } = input;
  const { store, runtime } = engine;
  const [first, last] = await Promise.all([
    store.readMetas({ threadId: state.id, from: step.from, to: step.from }),
    store.readMetas({ threadId: state.id, from: step.to, to: step.to }),
  ]);
  const folded = sources.named ?? sources.summaries;
  return {
    id: runtime.newId('sum'),
    threadId: state.id,
    status: step.status,
    from: step.from,
    to: step.to,
    messagesCovered: step.to - step.from + 1,
    startMessageId: first[0]?.id ?? '',
    endMessageId: last[0]?.id ?? '',
    level: step.level,
    tier: step.tier,
    depth: step.depth,
    parentId: step.parentId,
    sourceIds: folded.map((summary) => summary.id),
    readFrom: sources.messages?.from ?? null,
    readTo: sources.messages?.to ?? null,
    sourceHash: sourceHashOf({
      summaries: folded.map((summary) => summary.sourceHash),
      messages: material.originals.map((original) => original.hash),
    }),
    shape: step.shape,
    ...(await finished(engine, made, kept)),
    sourceTokens: material.tokens + folded.reduce((sum, summary) => sum + summary.sourceTokens, 0),
    record: made.result.record,
    originals: step.shape === 'record' ? material.originals : [],
    segment: combineSegments(sources.ledgers, material.segment),
    facts: made.audit.ledger,
    rewrites: Math.max(sources.rewrites, sources.rewrites - 1 + made.rewrites),
    strategy: plan.strategy,
    model: made.result.model,
    // Partial results that code wrote in the model's place are redone with what was made from them.
    rung: sources.named ? lowestRung(rungsOf(sources, made)) : made.result.rung,
    promptVersion: made.result.promptVersion,
    survival: made.audit.survival,
    fidelity: made.audit.fidelity,
    createdAt: isoTime(runtime.now()),
    limits: step.limits,
  };
}

/** The messages themselves, secrets replaced: no summarizer is asked, and nothing can be lost. */
async function copyStep(
  input: StepInput & { sources: StepSources; material: Material },
): Promise<StepOutcome> {
  const { engine, material } = input;
  const text = material.system.map((message) => message.text).join('\n\n') || removedText;
  const result: SummaryResult = {
    text,
    record: null,
    model: 'verbatim',
    rung: 'copy',
    promptVersion: 'verbatim@1',
    calls: [],
  };
  const made: Made = {
    result,
    text,
    tokens: await engine.counter.countLong(text),
    audit: {
      ledger: [],
      survival: 1,
      fidelity: 1,
      total: 0,
      kept: 0,
      pointer: 0,
      invented: [],
      verdict: 'accept',
    },
    calls: [],
    parts: [],
    rewrites: 1,
  };
  const record = await layDown({ ...input, made, kept: [] });
  return { record, calls: [], partials: [], replacedPartials: [] };
}

/** Texts by people, and system messages where the strategy preserves them: those read now, and those carried so far. */
async function keptFor(input: StepInput, { system }: Material): Promise<KeptText[]> {
  const { engine, state, step } = input;
  const carried = await readKept(input);
  const byPeople = carried.filter(({ role }) => role !== 'system');
  if (engine.strategyFor(state).options.preserveSystem !== true) return byPeople;
  const read = step.sources.messages;
  const earlier = carried.filter(
    ({ role, from }) => role === 'system' && !(read !== null && from >= read.from && from <= read.to),
  );
  let room = engine.budgetFor(state).available * preservedShare;
  const preserved = [...earlier, ...system].toReversed().filter(({ text }) => {
    room -= engine.counter.count(text);
    return room >= 0;
  });
  return [...byPeople, ...preserved].sort((a, b) => a.from - b.from);
}

function rungsOf({ summaries }: StepSources, { result }: Made): SummaryRung[] {
  return [...summaries.filter(({ status }) => status === 'partial'), result].map(({ rung }) => rung);
}

/**
 * Read from the store, not from the sources: a step may be made from originals alone, and still replaces them. Of the
 * steps of one plan, the one whose range holds the beginning of a text carries it.
 */
async function readKept({ engine, state, plan, step }: StepInput): Promise<KeptText[]> {
  const ids = [...(step.sources.keeps ?? []), ...step.sources.summaries, ...plan.replaces];
  const stored = [...new Set(ids)].filter((id) => !id.startsWith('#'));
  if (stored.length === 0) return [];
  const kept = keptTexts(await engine.store.readSummaries({ threadId: state.id, ids: stored }));
  return kept.filter(({ from }) => from >= step.from && from <= step.to);
}

async function finished(engine: Engine, made: Made, kept: KeptText[]) {
  if (kept.length === 0) return { text: made.text, tokens: made.tokens };
  const text = withKeptTexts(made.text, kept);
  return { text, tokens: await engine.counter.countLong(text), kept };
}

function combineSegments(
  folded: readonly SummaryRecord[],
  fresh: SegmentDetails | null,
): SegmentDetails | null {
  const all = [...folded.map((summary) => summary.segment), fresh].filter((details) => details !== null);
  return all.length === 0 ? null : all.reduce(mergeSegmentDetails);
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
