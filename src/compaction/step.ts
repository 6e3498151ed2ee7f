/**
 * One step of a plan: reads its sources, has them summarized, checks the answer, and makes a record of it. Writes
 * nothing: the records of all steps are committed together (I-6).
 */
import { sourceHashOf } from '../records/source-hash.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { SummarizerCall } from '../summarizer.ts';
import { type CarryPorts, carriedTexts } from './carried-texts.ts';
import { type FoldPorts, foldBasis } from './fold-basis.ts';
import { type Material, measureRange } from './material.ts';
import { partialRecords } from './partials.ts';
import { chooseSources, type SourcePorts, type StepSources } from './sources.ts';
import type { StepTask } from './step-task.ts';
import { type RecordPorts, summaryRecord } from './summary-record.ts';
import { carriedSummary, verbatimSummary } from './unwritten-summary.ts';
import { type WritePorts, type WrittenSummary, writeSummary } from './write-summary.ts';
import type { Writers } from './writers.ts';

export type StepPorts = SourcePorts & FoldPorts & WritePorts & CarryPorts & RecordPorts;

export type StepOutcome = {
  record: SummaryRecord;
  calls: SummarizerCall[];
  /** New partial results of a re-rooted chain or a merge. `replacedPartials`: the stored ones they replace. */
  partials: SummaryRecord[];
  replacedPartials: string[];
};

export type StepInput = StepTask & {
  ports: StepPorts;
  /** Results of the plan's steps before this one. */
  earlier: readonly SummaryRecord[];
  writers: Writers;
  /** Fail instead of letting code write when the model fails. */
  modelOnly: boolean;
};

export async function executeStep(input: StepInput): Promise<StepOutcome> {
  const { ports, state, step, earlier, modelOnly, writers } = input;
  const chosen = await chooseSources({ ports, threadId: state.id, step, earlier });
  const writer = modelOnly ? writers.modelOnly() : writers.withFallback();
  const { sources, ...folded } = await foldBasis({ ...input, sources: chosen, writer });
  const material = await measureRange(ports, state.id, sources.messages, input.signal);
  if (step.shape === 'verbatim') {
    const written = await verbatimSummary(material, ports.counter);
    return withoutCall(await summaryRecord({ ...input, sources, material, written, kept: [] }));
  }
  const carried = carriedSummary(sources, material, ports.counter);
  if (carried !== undefined) {
    const kept = await carriedTexts(input, material);
    return withoutCall(await summaryRecord({ ...input, sources, material, written: carried, kept }));
  }
  const { shape } = step;
  const proof = sources.behind && (await measureRange(ports, state.id, sources.behind, input.signal));
  const written = await writeSummary({
    ...input,
    shape,
    sources,
    material,
    proof,
    writer,
    before: folded.calls,
  });
  const kept = await carriedTexts(input, material);
  const record = await summaryRecord({ ...input, sources, material, written, kept });
  const rerooted = rerootedRecord({ ...input, sources, material, written, record });
  return {
    record: rerooted.record,
    calls: written.calls,
    partials: [...folded.partials, ...rerooted.partials],
    replacedPartials: [...folded.replaced, ...rerooted.replaced, ...(sources.outdated ?? [])],
  };
}

/** The outcome of a step that called no summarizer. */
function withoutCall(record: SummaryRecord): StepOutcome {
  return { record, calls: [], partials: [], replacedPartials: [] };
}

/** A re-rooted chain names the partial results it was made through, which are stored with it. */
function rerootedRecord(
  input: StepInput & {
    sources: StepSources;
    material: Material;
    written: WrittenSummary;
    record: SummaryRecord;
  },
): { record: SummaryRecord; partials: SummaryRecord[]; replaced: string[] } {
  const { ports, state, step, ids, sources, material, written, record } = input;
  if (!sources.partial) return { record, partials: [], replaced: [] };
  const { partials, replaced } = partialRecords({
    runtime: ports.runtime,
    state,
    step,
    ids,
    stored: sources.summaries,
    forest: written.parts,
    originals: material.originals,
    readFrom: sources.messages?.from ?? step.to + 1,
  });
  if (written.parts.length === 0) return { record, partials, replaced };
  const forest = [...sources.summaries.filter((part) => !replaced.includes(part.id)), ...partials];
  forest.sort((a, b) => a.from - b.from);
  return {
    record: {
      ...record,
      sourceIds: forest.map((part) => part.id),
      sourceHash: sourceHashOf({ summaries: forest.map((part) => part.sourceHash), messages: [] }),
      readFrom: null,
      readTo: null,
    },
    partials,
    replaced,
  };
}
