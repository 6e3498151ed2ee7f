/**
 * Partial results of a map-reduce over originals. They are kept so that re-rooting a chain reads each message once, not
 * the whole thread every time. They are stored as summaries with status `partial`, which are never shown.
 */

import { sourceHashOf } from '../records/source-hash.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { PlanStep } from '../strategy.ts';
import type { PartialPart } from '../summarizers/map-reduce.ts';
import type { StepIds } from './step-task.ts';

export function partialRecords(options: {
  runtime: Runtime;
  state: ThreadState;
  step: PlanStep;
  ids: StepIds;
  /** Partial results stored before this run. `forest`: all parts after this run. Both tile the range in order. */
  stored: readonly SummaryRecord[];
  forest: readonly PartialPart[];
  /** The messages read in this run, beginning at `readFrom`. */
  originals: readonly { id: string; hash: string }[];
  readFrom: number;
}): { partials: SummaryRecord[]; replaced: string[] } {
  const { runtime, state, step, ids, stored, forest, originals, readFrom } = options;
  const partials: SummaryRecord[] = [];
  const replaced: string[] = [];
  for (const part of forest) {
    if (stored.some((record) => record.from === part.from && record.to === part.to)) continue;
    const inside = stored.filter((record) => record.from >= part.from && record.to <= part.to);
    const freshFrom = Math.max(part.from, readFrom);
    const fresh = originals.slice(freshFrom - readFrom, Math.max(0, part.to - readFrom + 1));
    const hasFresh = part.to >= readFrom;
    replaced.push(...inside.map((record) => record.id));
    partials.push({
      id: ids.nextPart(),
      threadId: state.id,
      status: 'partial',
      from: part.from,
      to: part.to,
      messagesCovered: part.to - part.from + 1,
      startMessageId: inside[0]?.startMessageId ?? fresh[0]?.id ?? '',
      endMessageId: (hasFresh ? fresh[fresh.length - 1]?.id : inside[inside.length - 1]?.endMessageId) ?? '',
      level: 'partial',
      tier: part.tier,
      depth: 0,
      parentId: null,
      sourceIds: inside.map((record) => record.id),
      readFrom: hasFresh ? freshFrom : null,
      readTo: hasFresh ? part.to : null,
      sourceHash: sourceHashOf({
        summaries: inside.map((record) => record.sourceHash),
        messages: hasFresh ? fresh.map((original) => original.hash) : [],
      }),
      shape: step.shape,
      text: part.text,
      tokens: part.tokens,
      sourceTokens: part.sourceTokens,
      record: null,
      originals: [],
      segment: null,
      facts: [],
      rewrites: part.rewrites,
      strategy: 'chain',
      model: part.model,
      rung: part.rung,
      promptVersion: part.promptVersion,
      survival: 1,
      fidelity: 1,
      createdAt: isoTime(runtime.now()),
    });
  }
  return { partials, replaced };
}
