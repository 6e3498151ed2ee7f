/** Parts of plans that strategies share: figures, steps, and reasons for having nothing to do. */

import type { RecordShape, SummaryHead } from '../records/summary.ts';
import { contextTokens } from '../records/thread-state.ts';
import type { CheckInput, Plan, PlanInput, PlanStep, Strategy } from '../strategy.ts';
import { type Cut, type Cuts, cutToFit } from './cuts.ts';

export type Nothing = Exclude<ReturnType<Strategy['plan']>, Plan>;

/** Ratio of context tokens to the budget. */
export function contextRatio({ state, budget }: CheckInput): number {
  return contextTokens(state) / Math.max(1, budget.total);
}

export function percent(ratio: number): string {
  return `${Math.floor(ratio * 100)} %`;
}

export function counted(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.round(Math.max(low, Math.min(high, value)));
}

/** Turns a number of words into tokens, the unit of plans. English prose has about 0.7 words per token. */
export function tokensForWords(words: number): number {
  return Math.ceil(words / 0.7);
}

/** Limits the target of a summary to a share of a small budget. */
export function withinBudget(targetTokens: number, { budget }: CheckInput, part = 0.25): number {
  return Math.max(48, Math.min(targetTokens, Math.floor(budget.available * part)));
}

export function limitsFor(targetTokens: number): PlanStep['limits'] {
  return { targetTokens, maxWords: null, maxOutputTokens: Math.max(160, Math.ceil(targetTokens * 1.5)) };
}

export function makePlan(
  input: PlanInput,
  parts: Pick<Plan, 'strategy' | 'reason' | 'steps' | 'coverTo'> &
    Partial<Pick<Plan, 'replaces' | 'activates' | 'counts'>>,
): Plan {
  const { state, prepared, trigger } = input;
  const { replaces = [], activates = [], counts = true } = parts;
  const used = new Set([...replaces, ...activates]);
  return {
    strategy: parts.strategy,
    trigger,
    reason: parts.reason,
    revision: state.revision,
    plannedAt: state.messages,
    ratio: contextRatio(input),
    steps: parts.steps,
    replaces: [
      ...replaces,
      ...outdatedPrepared(
        prepared.filter((head) => !used.has(head.id)),
        parts.coverTo,
      ),
    ],
    activates,
    coverTo: parts.coverTo,
    counts,
  };
}

/** Ids of prepared summaries that no longer continue the summarized range. */
export function outdatedPrepared(prepared: readonly SummaryHead[], coverTo: number): string[] {
  const outdated: string[] = [];
  let next = coverTo + 1;
  for (const head of prepared) {
    if (head.from === next) next = head.to + 1;
    else outdated.push(head.id);
  }
  return outdated;
}

export type OneSummary = {
  strategy: string;
  level: string;
  shape: RecordShape;
  limits: PlanStep['limits'];
  reason: string;
  /** Last message that the summary stands for. */
  to: number;
};

/** The summary of a strategy that shows one text of plain prose. */
export function plainSummary(
  input: PlanInput,
  options: {
    strategy: string;
    targetWords: number;
    maxWords: number;
    maxOutputTokens: number;
    to: number;
    reason: string;
  },
): OneSummary {
  const { strategy, targetWords, maxWords, maxOutputTokens, to, reason } = options;
  const targetTokens = withinBudget(tokensForWords(targetWords), input);
  const limits = { targetTokens, maxWords, maxOutputTokens };
  return { strategy, level: strategy, shape: 'plain', limits, reason, to };
}

/**
 * One summary for everything up to `to`, made from all live summaries, of whichever strategy, and the messages after
 * them.
 */
export function foldAll(input: PlanInput, { strategy, level, shape, limits, reason, to }: OneSummary): Plan {
  const { state, live } = input;
  const step: PlanStep = {
    from: 1,
    to,
    sources: {
      summaries: live.map((head) => head.id),
      messages: to > state.coveredTo ? { from: state.coveredTo + 1, to } : null,
      method: 'fold',
    },
    level,
    tier: 0,
    ...nextInChain(live),
    shape,
    limits,
    status: 'live',
  };
  return makePlan(input, { strategy, reason, steps: [step], replaces: step.sources.summaries, coverTo: to });
}

/** One summary for everything up to `to`, made afresh from the originals as the root of a new chain. */
export function rerootAll(
  input: PlanInput,
  { strategy, level, shape, limits, reason, to }: OneSummary,
): Plan {
  const { live } = input;
  const step: PlanStep = {
    from: 1,
    to,
    // The words of a person are in no original, so their summaries are handed on.
    sources: { summaries: writtenByPerson(live), messages: { from: 1, to }, method: 'reroot' },
    level,
    tier: 0,
    depth: 0,
    parentId: null,
    shape,
    limits,
    status: 'live',
  };
  const replaces = live.map((head) => head.id);
  return makePlan(input, { strategy, reason, steps: [step], replaces, coverTo: to });
}

/** A step that makes a new summary from messages alone. */
export function stepFromMessages(options: {
  from: number;
  to: number;
  level: string;
  shape: PlanStep['shape'];
  limits: PlanStep['limits'];
  status?: PlanStep['status'];
}): PlanStep {
  const { from, to, level, shape, limits, status = 'live' } = options;
  return {
    from,
    to,
    sources: { summaries: [], messages: { from, to }, method: 'fold' },
    level,
    tier: 0,
    depth: 0,
    parentId: null,
    shape,
    limits,
    status,
  };
}

/** Makes the same summary once more from its originals. */
export function redoStep(head: SummaryHead, limits: PlanStep['limits']): PlanStep {
  const { from, to, level, tier, depth, shape } = head;
  return { ...stepFromMessages({ from, to, level, shape, limits }), tier, depth };
}

export function nextInChain(live: readonly SummaryHead[]): { depth: number; parentId: string | null } {
  const newest = live[live.length - 1];
  return newest ? { depth: deepest(live) + 1, parentId: newest.id } : { depth: 0, parentId: null };
}

export function deepest(live: readonly SummaryHead[]): number {
  return live.reduce((depth, head) => Math.max(depth, head.depth), -1);
}

export function writtenByPerson(live: readonly SummaryHead[]): string[] {
  return live.filter((head) => head.rung === 'person').map((head) => head.id);
}

/** The plan for a context that did not fit: summarizes as much as its room asks for. */
export function planUnderPressure(
  input: PlanInput,
  cuts: Cuts,
  summarizeUpTo: (cut: Cut, reason: string) => Plan,
): Plan | Nothing {
  const { state, targetTailTokens = 0 } = input;
  if (state.tailTokens <= targetTailTokens) return { nothing: 'The tail fits what was asked for.' };
  const cut = cutToFit(cuts.all, targetTailTokens);
  return cut ? summarizeUpTo(cut, 'The context did not fit') : explainNothing(input, { window: 1, cuts });
}

/** Explains why nothing can be summarized although someone asked. */
export function explainNothing({ state }: CheckInput, options: { window: number; cuts?: Cuts }): Nothing {
  const { window, cuts } = options;
  const uncovered = state.messages - state.coveredTo;
  if (state.messages === 0) return { nothing: 'The thread is empty.' };
  if (state.messages <= window) {
    return {
      nothing: `The verbatim window of ${window} holds all there is: ${counted(state.messages, 'message')}.`,
    };
  }
  if (uncovered <= window) {
    return {
      nothing: `Everything older is summarized already; the verbatim window of ${window} holds the other ${counted(uncovered, 'message')}.`,
    };
  }
  if (cuts && cuts.all.length === 0) {
    return {
      nothing: `The ${counted(uncovered, 'message')} of the tail are one unit of tool calls and results.`,
    };
  }
  return {
    nothing: 'What is outside the verbatim window belongs to a unit of tool calls that reaches into it.',
  };
}

export const switchedOff: Nothing = { nothing: 'Summarizing is switched off (enabled: false).' };
