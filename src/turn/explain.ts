/**
 * Any past turn, rebuilt: the context that was or would have been sent when a message was the newest, with the
 * summaries and rules of that moment, and a reason for each item.
 */

import type { AssembledContext } from '../context/context.ts';
import type { Engine } from '../engine/engine.ts';
import { pinsAt, shownPins } from '../engine/standing-rules.ts';
import { invalidInput } from '../errors.ts';
import type { SummaryHead, SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type ContextParts, readContext } from './read-context.ts';
import { ledgerOf } from './shown-summaries.ts';

/** What happened to a stretch of messages on the way into the context. */
export type ExplainedRange = {
  from: number;
  to: number;
  fate: 'verbatim' | 'summarized' | 'shortened' | 'stood in for' | 'left out';
  reason: string;
  /** For summarized ones: by whom, when, how faithfully. */
  summary?: Pick<
    SummaryHead,
    | 'id'
    | 'level'
    | 'strategy'
    | 'model'
    | 'rung'
    | 'promptVersion'
    | 'createdAt'
    | 'survival'
    | 'fidelity'
    | 'rewrites'
  >;
};

export type Explanation = {
  /** The newest message of the turn. */
  at: number;
  context: AssembledContext;
  ranges: ExplainedRange[];
};

export async function explainTurn(options: {
  engine: Engine;
  state: ThreadState;
  at: number;
  parts: Omit<ContextParts, 'pinned'> & { pinned: readonly string[] };
}): Promise<Explanation> {
  const { engine, state, at, parts } = options;
  if (!Number.isSafeInteger(at) || at < 0 || at > state.messages) {
    throw invalidInput('at', `the number of a message, at most ${state.messages}`, at);
  }
  const heads = await engine.store.readSummaryHeads({
    threadId: state.id,
    statuses: ['live', 'prepared', 'replaced'],
    to: at,
  });
  const summaries = await readThese(
    engine,
    state.id,
    heads.filter((head) => wasShown(head, at)),
  );
  const rules = shownPins(pinsAt(state.pins, at), summaries);
  const context = await readContext({
    engine,
    state,
    at,
    shown: { summaries, ledger: ledgerOf(engine, state, summaries) },
    readPrepared: () =>
      readThese(
        engine,
        state.id,
        heads.filter((head) => wasPrepared(head, at)),
      ),
    parts: { ...parts, pinned: [...parts.pinned, ...rules] },
  });
  const byId = new Map(heads.map((head) => [head.id, head]));
  const ranges = context.items
    .filter((item) => item.from !== null && item.to !== null)
    .map((item): ExplainedRange => {
      const head = item.summaryId === null ? undefined : byId.get(item.summaryId);
      return {
        from: item.from!,
        to: item.to!,
        fate: fates[item.kind],
        reason: item.reason,
        ...(head === undefined ? {} : { summary: provenance(head) }),
      };
    });
  return { at, context, ranges: ranges.sort((a, b) => a.from - b.from) };
}

/** A commit changes the contexts of later turns: the turn that was open when it came had begun before. */
function wasShown({ liveAt, replacedAt }: SummaryHead, at: number): boolean {
  return liveAt !== undefined && liveAt < at && (replacedAt === undefined || replacedAt >= at);
}

function wasPrepared({ madeAt, liveAt, replacedAt, level }: SummaryHead, at: number): boolean {
  // Partial results of a map-reduce were never meant to be shown.
  if (level === 'partial') return false;
  const made = madeAt !== undefined && madeAt < at;
  return made && (liveAt ?? Infinity) >= at && (replacedAt ?? Infinity) >= at;
}

async function readThese(
  engine: Engine,
  threadId: string,
  heads: readonly SummaryHead[],
): Promise<SummaryRecord[]> {
  if (heads.length === 0) return [];
  return engine.store.readSummaries({ threadId, ids: heads.map((head) => head.id) });
}

const fates = {
  verbatim: 'verbatim',
  fixed: 'verbatim',
  recalled: 'verbatim',
  summary: 'summarized',
  shortened: 'shortened',
  'stand-in': 'stood in for',
  'left-out': 'left out',
} as const;

function provenance(head: SummaryHead): NonNullable<ExplainedRange['summary']> {
  const { id, level, strategy, model, rung, promptVersion, createdAt, survival, fidelity, rewrites } = head;
  return { id, level, strategy, model, rung, promptVersion, createdAt, survival, fidelity, rewrites };
}
