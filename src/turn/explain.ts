/**
 * Rebuilds any past turn: the context that was or would have been sent when a given message was the newest one,
 * with the summaries and rules of that time, and a reason for each item.
 */
import type { AssembledContext } from '../context/context.ts';
import type { ModelBudgetFor, SharesFor } from '../engine/budgets.ts';
import type { ModelRatios } from '../engine/model-ratios.ts';
import type { RequestLog } from '../engine/request-log.ts';
import { pinsAt, shownPins } from '../engine/standing-rules.ts';
import { invalidInput } from '../errors.ts';
import type { LongMessages } from '../options.ts';
import type { RequestRecord } from '../records/request.ts';
import type { SummaryHead, SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Runtime } from '../runtime.ts';
import type { ContextOptions } from './context-options.ts';
import { requestParts, withRequestTokens } from './context-parts.ts';
import { withOwnerParts } from './owner-parts.ts';
import { createPlaceRenderer } from './place-texts.ts';
import { type ContextPorts, readContext } from './read-context.ts';
import { type LedgerPorts, shownOf, withWholeRequest } from './shown-summaries.ts';

/** How the context shows a range of messages. */
export type ExplainedRange = {
  from: number;
  to: number;
  fate: 'verbatim' | 'summarized' | 'shortened' | 'stood in for' | 'left out';
  reason: string;
  /** The origin and scores of the summary, if the range is summarized. */
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
  /** Number of the newest message of the turn. */
  at: number;
  context: AssembledContext;
  ranges: ExplainedRange[];
};

export type ExplainPorts = ContextPorts &
  LedgerPorts & {
    runtime: Runtime;
    modelBudgetFor: ModelBudgetFor;
    sharesFor: SharesFor;
    longMessages: LongMessages;
    ratios: ModelRatios;
    requests: RequestLog;
  };

type PastTurn = {
  /** The record of its request, if there is one. */
  sent: RequestRecord | undefined;
  /** Number of its newest message. */
  at: number;
  /** True if that is still the newest message of the thread. */
  isNewest: boolean;
};

export async function explainTurn(options: {
  ports: ExplainPorts;
  state: ThreadState;
  at: number;
  contextOptions: ContextOptions;
}): Promise<Explanation> {
  const { ports, state, at, contextOptions } = options;
  const { store, runtime, ratios, requests } = ports;
  if (!Number.isSafeInteger(at) || at < 0 || at > state.messages)
    throw invalidInput('at', `the number of a message, at most ${state.messages}`, at);
  const { model } = contextOptions;
  // The record of the request says what that turn showed. Without a record, the summaries of that time are found by the
  // numbers of the messages that were the newest when they became live and when they were replaced.
  const sent = await requests.find({ threadId: state.id, seq: at, model: ratios.modelFor(model) });
  const ratio = sent?.ratio ?? ratios.ratioFor({ model, threadId: state.id });
  const request = requestParts({
    threadBudget: ports.modelBudgetFor(state),
    shares: ports.sharesFor(state),
    longMessages: ports.longMessages,
    options: contextOptions,
    ratio,
  });
  const turn: PastTurn = { sent, at, isNewest: at === state.messages };
  const heads = await store.readSummaryHeads({
    threadId: state.id,
    statuses: ['live', 'prepared', 'replaced'],
    to: at,
  });
  const readSummaries = async (summaryHeads: readonly SummaryHead[]): Promise<SummaryRecord[]> => {
    const ids = summaryHeads.map(({ id }) => id);
    return ids.length === 0 ? [] : store.readSummaries({ threadId: state.id, ids });
  };
  const summaries = await readSummaries(heads.filter((head) => isShownAt(turn, head)));
  const pins = pinsAt(state.pins, at);
  const withoutRequest = shownOf({ ports, state: { ...state, pins }, summaries, ratio });
  const shown = await withWholeRequest(ports, state.id, withoutRequest);
  const now = sent === undefined ? runtime.now() : Date.parse(sent.at);
  const { context } = await readContext({
    ports,
    places: sent?.recalled ?? (turn.isNewest ? state.sent?.recalled : undefined) ?? [],
    recorded: sent !== undefined,
    ...(sent?.arrangement && { arrangement: sent.arrangement }),
    renderer: createPlaceRenderer(),
    state,
    at,
    now,
    shown,
    readPrepared: () => readSummaries(heads.filter((head) => isPreparedAt(turn, head))),
    parts: await withOwnerParts({
      ports,
      state,
      options: contextOptions,
      parts: { ...request.parts, rules: shownPins(pins, shown) },
      summaries,
      at,
      now,
    }),
  });
  const rebuilt = withRequestTokens(context, request);
  return { at, context: rebuilt, ranges: rangesOf(rebuilt, heads) };
}

function rangesOf(context: AssembledContext, heads: readonly SummaryHead[]): ExplainedRange[] {
  const byId = new Map(heads.map((head) => [head.id, head]));
  const ranges = context.items.flatMap(({ from, to, kind, reason, summaryId }): ExplainedRange[] => {
    if (from === null || to === null) return [];
    const head = summaryId === null ? undefined : byId.get(summaryId);
    return [{ from, to, fate: fates[kind], reason, ...(head && { summary: provenance(head) }) }];
  });
  return ranges.sort((a, b) => a.from - b.from);
}

function isShownAt({ sent, at, isNewest }: PastTurn, head: SummaryHead): boolean {
  if (sent !== undefined) return sent.summaryIds.includes(head.id);
  return isNewest ? head.status === 'live' : wasShown(head, at);
}

function isPreparedAt({ sent, at, isNewest }: PastTurn, head: SummaryHead): boolean {
  if (sent !== undefined) return sent.preparedIds.includes(head.id);
  return isNewest ? head.status === 'prepared' : wasPrepared(head, at);
}

/**
 * Whether a summary was shown in a turn. A commit changes only later turns, because the current one began before it.
 */
function wasShown({ liveAt, replacedAt }: SummaryHead, at: number): boolean {
  return liveAt !== undefined && liveAt < at && (replacedAt === undefined || replacedAt >= at);
}

function wasPrepared({ madeAt, liveAt, replacedAt, level }: SummaryHead, at: number): boolean {
  // Partial results of a map-reduce are never shown.
  if (level === 'partial') return false;
  const made = madeAt !== undefined && madeAt < at;
  return made && (liveAt ?? Infinity) >= at && (replacedAt ?? Infinity) >= at;
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
