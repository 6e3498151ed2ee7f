/**
 * What one step is made from. A plan names a range and the summaries that stand for it now; here it is decided
 * what is actually read: the originals when they fit one call, else the leaf records, else the summaries,
 * or for a re-rooted chain the stored partial results and the messages after them.
 */
import { EverthreadError } from '../errors.ts';
import type { PlanStep } from '../strategy.ts';
import type { SummaryRecord } from '../summary.ts';
import type { Engine } from './engine.ts';
import type { MessageRange } from './material.ts';

export type StepSources = {
  /** Summaries whose text is read, oldest first. */
  summaries: SummaryRecord[];
  messages: MessageRange | null;
  /** Rewrites since the originals of what comes out, before map-reduce adds its own. */
  rewrites: number;
  /** Set when `summaries` are stored partial results to be carried on. */
  partial: boolean;
  /** Summaries whose exact facts are carried on, though their text may not be read. */
  ledgers: SummaryRecord[];
};

/** Leaf records looked at before a merge gives up on them: more would not fit a call anyway. */
const maxLeaves = 256;

export async function chooseSources(options: {
  engine: Engine;
  threadId: string;
  step: PlanStep;
  /** Results of earlier steps of the same plan, by index. */
  earlier: readonly SummaryRecord[];
}): Promise<StepSources> {
  const { engine, threadId, step, earlier } = options;
  if (step.sources.method === 'reroot') return rerootSources(engine, threadId, step);

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
  const foldedTokens = folded.reduce((sum, summary) => sum + summary.sourceTokens, 0);
  if (foldedTokens <= engine.limits.maxInputTokens) return originals;
  const leaves = await leafRecords(engine, threadId, step);
  if (leaves) {
    const leafTokens = leaves.reduce((sum, leaf) => sum + leaf.tokens, 0);
    const tooOften = foldSources.rewrites > engine.limits.maxRewrites;
    if (leafTokens <= engine.limits.maxInputTokens || tooOften) {
      return {
        summaries: leaves,
        messages: step.sources.messages,
        rewrites: 2,
        partial: false,
        ledgers: leaves,
      };
    }
  }
  // Too long for leaves and rewritten too often: the originals themselves, split and combined.
  if (foldSources.rewrites > engine.limits.maxRewrites) return originals;
  return foldSources;
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

/** Summaries made straight from messages that tile the range exactly, or undefined. */
async function leafRecords(
  engine: Engine,
  threadId: string,
  step: PlanStep,
): Promise<SummaryRecord[] | undefined> {
  const lastFolded = step.sources.messages ? step.sources.messages.from - 1 : step.to;
  const inside = await engine.store.readSummaryHeads({
    threadId,
    from: step.from,
    to: lastFolded,
    statuses: ['live', 'replaced'],
    limit: maxLeaves * 2,
  });
  const leaves = inside.filter((head) => head.sourceIds.length === 0 && head.tier === 0);
  const chosen: string[] = [];
  let next = step.from;
  // Newest first among those that start at the same place: a redone leaf replaces its first version.
  for (const leaf of leaves.toSorted((a, b) => a.from - b.from || b.createdAt.localeCompare(a.createdAt))) {
    if (leaf.from !== next) continue;
    chosen.push(leaf.id);
    next = leaf.to + 1;
  }
  if (next !== lastFolded + 1 || chosen.length > maxLeaves) return undefined;
  return engine.store.readSummaries({ threadId, ids: chosen });
}

async function rerootSources(engine: Engine, threadId: string, step: PlanStep): Promise<StepSources> {
  const stored = await engine.store.readSummaries({ threadId, statuses: ['partial'] });
  const usable: SummaryRecord[] = [];
  let next = step.from;
  for (const part of stored) {
    if (part.from !== next || part.to > step.to) break;
    usable.push(part);
    next = part.to + 1;
  }
  return {
    summaries: usable,
    messages: next > step.to ? null : { from: next, to: step.to },
    rewrites: 1,
    partial: true,
    // The partial results hold prose only: what the shown summaries knew exactly must not be lost with them.
    ledgers: await engine.store.readSummaries({ threadId, statuses: ['live'], from: step.from, to: step.to }),
  };
}
