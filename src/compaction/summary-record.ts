/** Makes the stored record of a summary: its text, its range, its sources, and its proof. */
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { mergeSegmentDetails } from '../facts/segment-details.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import type { KeptText, SegmentDetails, SummaryRecord, SummaryRung } from '../records/summary.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { lowestRung } from '../summarizers/ladder.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { withoutWords } from '../work/without-words.ts';
import { withKeptTexts } from './kept-texts.ts';
import type { Material } from './material.ts';
import type { StepSources } from './sources.ts';
import type { StepTask } from './step-task.ts';
import { workOf } from './step-work.ts';
import type { WrittenSummary } from './write-summary.ts';

export type RecordPorts = {
  store: Store;
  runtime: Runtime;
  counter: TokenCounter;
  strategyFor: StrategyFor;
  keepRaw: boolean;
};

export async function summaryRecord(
  input: StepTask & {
    ports: RecordPorts;
    sources: StepSources;
    material: Material;
    written: WrittenSummary;
    /** Texts that it ends with, word for word. */
    kept: readonly KeptText[];
  },
): Promise<SummaryRecord> {
  const { ports, state, plan, step, ids, sources, material, written, kept } = input;
  const { store, runtime, counter } = ports;
  const [first, last] = await Promise.all([
    store.readMetas({ threadId: state.id, from: step.from, to: step.from }),
    store.readMetas({ threadId: state.id, from: step.to, to: step.to }),
  ]);
  const folded = sources.named ?? sources.summaries;
  const deletes = ports.strategyFor(state).options.deleteOriginals === true;
  return {
    id: ids.summary,
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
    ...(await finished(counter, written, kept)),
    sourceTokens: material.tokens + folded.reduce((sum, summary) => sum + summary.sourceTokens, 0),
    record: written.result.record,
    ...(ports.keepRaw && written.result.raw !== undefined && { raw: written.result.raw }),
    originals: step.shape === 'record' ? material.originals : [],
    segment: combineSegments(sources.ledgers, material.segment),
    ...workOf(sources, deletes && material.work ? withoutWords(material.work) : material.work),
    facts: written.audit.ledger,
    rewrites: Math.max(sources.rewrites, sources.rewrites - 1 + written.rewrites),
    strategy: plan.strategy,
    model: written.result.model,
    // If code wrote partial results instead of the model, the result counts as written by code, so that it is redone.
    rung: sources.named ? lowestRung(rungsOf(sources, written)) : written.result.rung,
    promptVersion: written.result.promptVersion,
    survival: written.audit.survival,
    fidelity: written.audit.fidelity,
    createdAt: isoTime(runtime.now()),
    limits: step.limits,
  };
}

function rungsOf({ summaries }: StepSources, { result }: WrittenSummary): SummaryRung[] {
  return [...summaries.filter(({ status }) => status === 'partial'), result].map(({ rung }) => rung);
}

async function finished(counter: TokenCounter, written: WrittenSummary, kept: readonly KeptText[]) {
  if (kept.length === 0) return { text: written.text, tokens: written.tokens };
  const text = withKeptTexts(written.text, kept);
  return { text, tokens: await counter.countLong(text), kept: [...kept] };
}

function combineSegments(
  folded: readonly SummaryRecord[],
  fresh: SegmentDetails | null,
): SegmentDetails | null {
  const all = [...folded.map((summary) => summary.segment), fresh].filter((details) => details !== null);
  return all.length === 0 ? null : all.reduce(mergeSegmentDetails);
}
