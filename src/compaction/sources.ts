/**
 * What one step is made from. A plan names a range and the summaries that stand for it now; here it is decided
 * what is actually read: the originals when they fit one call, else the leaf records, else the summaries,
 * or for a re-rooted chain the stored partial results and the messages after them.
 */

import type { Engine } from '../engine/engine.ts';
import { EverthreadError } from '../errors.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { PlanStep } from '../strategy.ts';
import type { MessageRange } from './material.ts';

export type StepSources = {
  /** Summaries whose text is read, oldest first. */
  summaries: SummaryRecord[];
  messages: MessageRange | null;
  /** Rewrites since the originals of what comes out, before map-reduce adds its own. */
  rewrites: number;
  /** Set when `summaries` are stored partial results to be carried on. */
  partial: boolean;
  /** Stored partial results that what is read now takes the place of. */
  outdated?: string[];
  /** Summaries whose exact facts are carried on, though their text may not be read. */
  ledgers: SummaryRecord[];
};

/** Calls' worth of originals a merge reads again rather than exceed the bound on rewrites; beyond, a logarithm bounds them. */
const mostRereads = 32;

export async function chooseSources(options: {
  engine: Engine;
  threadId: string;
  step: PlanStep;
  /** Results of earlier steps of the same plan, by index. */
  earlier: readonly SummaryRecord[];
}): Promise<StepSources> {
  const { engine, threadId, step, earlier } = options;
  if (step.sources.method === 'reroot') return rerootSources(engine, threadId, step);
  if (step.sources.method === 'renew') return renewSources(engine, threadId, step);

  const folded = await resolveSummaries(engine, threadId, step, earlier);
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
  if (await originalsWereDeleted(engine, threadId, step)) return foldSources;
  const foldedTokens = folded.reduce((sum, summary) => sum + summary.sourceTokens, 0);
  if (foldedTokens <= engine.limits.maxInputTokens) return originals;
  const basis = await widestBasis(engine, threadId, folded);
  const rewrites = 1 + Math.max(...basis.map((summary) => summary.rewrites));
  // Rewritten too often even so: the originals themselves, split and combined, while that is a matter of a few calls.
  const rereadable = foldedTokens <= engine.limits.maxInputTokens * mostRereads;
  if (rewrites > engine.limits.maxRewrites && rereadable) return originals;
  return { summaries: basis, messages: step.sources.messages, rewrites, partial: false, ledgers: folded };
}

/**
 * The summaries behind the summaries: as long as they fit one call, a merge goes back to what its sources were made
 * from, leaf records in the end. So rewrites grow with the logarithm of the thread to the base of what one call can
 * read, however often neighbours merge, and nothing ever reads the whole past.
 */
async function widestBasis(
  engine: Engine,
  threadId: string,
  folded: readonly SummaryRecord[],
): Promise<SummaryRecord[]> {
  let basis = [...folded];
  const settled = new Set<string>();
  for (;;) {
    const worst = basis
      .filter((summary) => summary.rewrites > 1 && !settled.has(summary.id))
      .toSorted((a, b) => b.rewrites - a.rewrites)[0];
    if (!worst) return basis;
    settled.add(worst.id);
    const behind = await sourcesBehind(engine, threadId, worst);
    if (!behind) continue;
    const wider = basis.flatMap((summary) => (summary === worst ? behind : [summary]));
    const tokens = wider.reduce((sum, summary) => sum + summary.tokens, 0);
    if (tokens <= engine.limits.maxInputTokens) basis = wider;
  }
}

/** What a summary was made from, where that was summaries only and they can still be read. */
async function sourcesBehind(
  engine: Engine,
  threadId: string,
  summary: SummaryRecord,
): Promise<SummaryRecord[] | undefined> {
  if (summary.sourceIds.length === 0 || summary.readFrom !== null || summary.edited || summary.pinned)
    return undefined;
  const records = await engine.store.readSummaries({ threadId, ids: summary.sourceIds });
  const readable = records.every((record) => record.text !== '' && record.stale !== true);
  return readable && records.length === summary.sourceIds.length ? records : undefined;
}

async function originalsWereDeleted(engine: Engine, threadId: string, step: PlanStep): Promise<boolean> {
  const [first] = await engine.store.readMetas({ threadId, from: step.from, to: step.from });
  return first?.removed === 'deleted';
}

async function resolveSummaries(
  engine: Engine,
  threadId: string,
  step: PlanStep,
  earlier: readonly SummaryRecord[],
): Promise<SummaryRecord[]> {
  const stored = step.sources.summaries.filter((id) => !id.startsWith('#'));
  const records = stored.length === 0 ? [] : await engine.store.readSummaries({ threadId, ids: stored });
  const byId = new Map(records.map((record) => [record.id, record]));
  return step.sources.summaries.map((id) => {
    const record = id.startsWith('#') ? earlier[Number(id.slice(1))] : byId.get(id);
    if (!record) {
      throw new EverthreadError({
        code: 'unknown_summary',
        field: 'summaries',
        message: `The plan folds in summary ${id}, which is not in thread ${threadId}.`,
      });
    }
    return record;
  });
}

/** Exactly what the summary was made from. Its own exact facts are carried on: some of them may be in no source's prose. */
async function renewSources(engine: Engine, threadId: string, step: PlanStep): Promise<StepSources> {
  const [record] = await resolveSummaries(engine, threadId, step, []);
  const { sourceIds, readFrom, readTo } = record!;
  const behind = sourceIds.length === 0 ? [] : await engine.store.readSummaries({ threadId, ids: sourceIds });
  const summaries = behind.toSorted((a, b) => a.from - b.from);
  return {
    summaries,
    messages: readFrom === null || readTo === null ? null : { from: readFrom, to: readTo },
    rewrites: 1 + Math.max(0, ...summaries.map(({ rewrites }) => rewrites)),
    partial: false,
    ledgers: [record!],
  };
}

async function rerootSources(engine: Engine, threadId: string, step: PlanStep): Promise<StepSources> {
  const stored = await engine.store.readSummaries({ threadId, statuses: ['partial'] });
  const usable: SummaryRecord[] = [];
  let next = step.from;
  for (const part of stored) {
    if (part.from !== next || part.to > step.to) break;
    // What code wrote in the model's place is read again, so that it is not built on for ever.
    if (engine.expectsModel && part.rung !== 'model') break;
    usable.push(part);
    next = part.to + 1;
  }
  return {
    summaries: usable,
    messages: next > step.to ? null : { from: next, to: step.to },
    rewrites: 1,
    partial: true,
    outdated: stored.filter(({ from }) => from >= next && from <= step.to).map(({ id }) => id),
    // The partial results hold prose only: what the shown summaries knew exactly must not be lost with them.
    ledgers: await engine.store.readSummaries({ threadId, statuses: ['live'], from: step.from, to: step.to }),
  };
}
