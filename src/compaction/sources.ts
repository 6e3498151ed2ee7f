/**
 * Decides what one step actually reads. A plan names a range and the summaries that cover it now. The step reads the
 * originals if they fit one call and no model was paid for reading them before; otherwise the basis of the summaries
 * (R-37, basis.ts). A re-rooted chain reads the stored partial results and the messages after them.
 */

import type { CompactionLimits } from '../compaction-limits.ts';
import { EverthreadError } from '../errors.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { Store } from '../store.ts';
import type { PlanStep } from '../strategy.ts';
import { readsOriginals, rewritesOver } from './basis.ts';
import type { MessageRange } from './material.ts';

export type StepSources = {
  /** Summaries whose text is read, oldest first. */
  summaries: SummaryRecord[];
  messages: MessageRange | null;
  /**
   * The originals of `summaries`, set when they are few enough to check the result against them, although the
   * summarizer does not read them.
   */
  behind?: MessageRange;
  /** Rewrites since the originals that the result will have, before map-reduce adds its own. */
  rewrites: number;
  /** True when `summaries` are stored partial results to continue from. */
  partial: boolean;
  /** True when `summaries` are the basis of a merge, to be folded until it fits one call. */
  foldable?: boolean;
  /** The summaries that the result names as its sources, set when the texts read instead are not stored. */
  named?: SummaryRecord[];
  /** Stored partial results whose range is read again. */
  outdated?: string[];
  /** Summaries whose exact facts are carried over, even if their text is not read. */
  ledgers: SummaryRecord[];
};

export type SourcePorts = { store: Store; limits: CompactionLimits; expectsModel: boolean };

export async function chooseSources(options: {
  ports: SourcePorts;
  threadId: string;
  step: PlanStep;
  /** Results of earlier steps of the same plan, by index. */
  earlier: readonly SummaryRecord[];
}): Promise<StepSources> {
  const { ports, threadId, step, earlier } = options;
  const { store, limits } = ports;
  if (step.sources.method === 'reroot') return rerootSources(ports, threadId, step);
  if (step.sources.method === 'renew') return renewSources(store, threadId, step);

  const folded = await resolveSummaries(store, threadId, step, earlier);
  const foldSources: StepSources = {
    summaries: folded,
    messages: step.sources.messages,
    rewrites: 1 + Math.max(0, ...folded.map((summary) => summary.rewrites)),
    partial: false,
    ledgers: folded,
  };
  if (step.sources.method === 'fold') return foldSources;

  const originals: StepSources = {
    summaries: [],
    messages: { from: step.from, to: step.to },
    rewrites: 1,
    partial: false,
    ledgers: [],
  };
  if (folded.length === 0) return originals;
  if (await originalsWereDeleted(store, threadId, step)) return foldSources;
  const basis = (await Promise.all(folded.map((summary) => basisOf(store, threadId, summary)))).flat();
  const { maxInputTokens } = limits;
  const maxRewrites = Math.min(limits.maxRewrites, step.sources.maxRewrites ?? limits.maxRewrites);
  const sourceTokens = folded.reduce((sum, summary) => sum + summary.sourceTokens, 0);
  const writtenByModel = ports.expectsModel && basis.every(isWrittenByModel);
  if (readsOriginals({ basis, writtenByModel, sourceTokens, maxInputTokens, maxRewrites })) return originals;
  return {
    summaries: basis,
    messages: step.sources.messages,
    ...(sourceTokens <= maxInputTokens && { behind: { from: step.from, to: step.to } }),
    rewrites: rewritesOver(basis),
    partial: false,
    foldable: true,
    ledgers: folded,
  };
}

/**
 * The summaries that a summary was made from, if it was made from summaries only and they can still be read. Otherwise
 * the summary itself.
 */
async function basisOf(store: Store, threadId: string, summary: SummaryRecord): Promise<SummaryRecord[]> {
  const { sourceIds, readFrom, edited, pinned } = summary;
  if (sourceIds.length === 0 || readFrom !== null || edited || pinned) return [summary];
  const records = await store.readSummaries({ threadId, ids: sourceIds });
  const readable = records.every((record) => record.text !== '' && record.stale !== true);
  if (!readable || records.length !== sourceIds.length) return [summary];
  return records.toSorted((a, b) => a.from - b.from);
}

/** Merges do not build on text that code wrote instead of a model, and an emptied summary has no text. */
function isWrittenByModel({ rung, text, stale }: SummaryRecord): boolean {
  return rung === 'model' && text !== '' && stale !== true;
}

async function originalsWereDeleted(store: Store, threadId: string, step: PlanStep): Promise<boolean> {
  const [first] = await store.readMetas({ threadId, from: step.from, to: step.from });
  return first?.removed === 'deleted';
}

async function resolveSummaries(
  store: Store,
  threadId: string,
  step: PlanStep,
  earlier: readonly SummaryRecord[],
): Promise<SummaryRecord[]> {
  const stored = step.sources.summaries.filter((id) => !id.startsWith('#'));
  const records = stored.length === 0 ? [] : await store.readSummaries({ threadId, ids: stored });
  const byId = new Map(records.map((record) => [record.id, record]));
  return step.sources.summaries.map((id) => {
    const record = id.startsWith('#') ? earlier[Number(id.slice(1))] : byId.get(id);
    if (!record) {
      throw new EverthreadError({
        code: 'unknown_summary',
        field: 'summaries',
        message: `The plan folds in summary ${id}, which is not in thread ${threadId}. A plan names summaries of its thread, or "#0" for the first of its own steps.`,
      });
    }
    return record;
  });
}

/**
 * Exactly what the summary was made from. Its own exact facts are carried over, because some may be in no source's
 * prose.
 */
async function renewSources(store: Store, threadId: string, step: PlanStep): Promise<StepSources> {
  const [record] = await resolveSummaries(store, threadId, step, []);
  const { sourceIds, readFrom, readTo } = record!;
  const behind = sourceIds.length === 0 ? [] : await store.readSummaries({ threadId, ids: sourceIds });
  const summaries = behind.toSorted((a, b) => a.from - b.from);
  return {
    summaries,
    messages: readFrom === null || readTo === null ? null : { from: readFrom, to: readTo },
    rewrites: 1 + Math.max(0, ...summaries.map(({ rewrites }) => rewrites)),
    partial: false,
    ledgers: [record!],
  };
}

async function rerootSources(
  { store, expectsModel }: SourcePorts,
  threadId: string,
  step: PlanStep,
): Promise<StepSources> {
  const stored = await store.readSummaries({ threadId, statuses: ['partial'] });
  const usable: SummaryRecord[] = [];
  let next = step.from;
  for (const part of stored) {
    if (part.from !== next || part.to > step.to) break;
    // Text that code wrote instead of the model is read again from the originals, so that nothing is built on it.
    if (expectsModel && part.rung !== 'model') break;
    usable.push(part);
    next = part.to + 1;
  }
  return {
    summaries: usable,
    messages: next > step.to ? null : { from: next, to: step.to },
    rewrites: 1,
    partial: true,
    outdated: stored.filter(({ from }) => from >= next && from <= step.to).map(({ id }) => id),
    // Partial results are prose only, so the exact facts come from the shown summaries.
    ledgers: await store.readSummaries({ threadId, statuses: ['live'], from: step.from, to: step.to }),
  };
}
