/**
 * `eternal`, the default: token ratio with hysteresis, leaf summaries that are prepared early and swapped
 * in when needed, and a log-structured merge above them, so that few summaries show a thread of any length and each
 * message is rewritten few times.
 *
 * Ratios are relative to the room, which is the budget without fixed parts and recalled passages. A long system prompt
 * therefore makes the room smaller, but does not make compaction impossible. Below the trigger, costs decide (see
 * eternal-costs.ts).
 */

import type { CheckInput, Plan, PlanInput, Strategy, StrategySetting } from '../strategy.ts';
import { type Cuts, findCuts } from './cuts.ts';
import { aheadReason, prepare, swapIn, swapReason } from './eternal-ahead.ts';
import { coverGoal, isBeingAnswered } from './eternal-goal.ts';
import { leafSummaryBound, maxSteps, mergeByTier, mergeForRoom, outgrown, redo } from './eternal-merges.ts';
import {
  eternalFields,
  eternalRules,
  leafOfCall,
  type Measures,
  measure,
  type EternalOptions as Options,
} from './eternal-options.ts';
import { isResting, restUntil } from './eternal-rests.ts';
import { compactedLately, isOutgrown, triggerReason } from './eternal-triggers.ts';
import { leafStep, planLeaves } from './leaves.ts';
import { readOptions } from './options.ts';
import { counted, explainNothing, makePlan, type Nothing, percent, switchedOff } from './plans.ts';
import { presentSummaries, stableFirst } from './present.ts';

/** Above this number of live summaries, merging comes before summarizing more messages. */
const manySummaries = 64;
/** A backlog is cut into about this many leaves, so that an import gets fewer and longer summaries. */
const backlogLeaves = 64;
/** Least tokens of messages that a model is asked about to relieve a full context. */
const leastPaidLeaf = 150;

export function createEternal(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({
    strategy: 'eternal',
    fields: eternalFields,
    rawOptions,
    rules: eternalRules,
    setting,
  });
  return {
    name: 'eternal',
    options,
    onFailure: options.onFailure,
    sectionOrder: stableFirst,
    mode: options.mode,
    relieves: true,
    showsWork: true,
    check: (input) => (options.enabled ? dueReason(input, options) : undefined),
    plan: (input) => planEternal(input, options),
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        role: () => options.summaryRole,
        heading: (_, first) => (first ? '## Earlier in this conversation\n' : ''),
      }),
  };
}

function planEternal(input: PlanInput, options: Options): Plan | Nothing {
  const { state, trigger, pass, live } = input;
  const automatic = trigger === 'append' || trigger === 'pressure';
  if (automatic && !options.enabled) return switchedOff;
  const cuts = findCuts(input);
  const measures = measure(input, options, {
    lastExchanges: lastExchanges(cuts),
    steps: stepsOf(input),
    callTokens: input.maxInputTokens,
  });
  if (trigger === 'append' && measures.room <= 0) {
    return {
      nothing: `The fixed parts alone have ${counted(state.fixedTokens, 'token')} and fill the budget.`,
    };
  }
  if (trigger === 'refresh') return redo(input, options, measures);
  if (input.lapsed) return swapIn(input, options, measures, cuts);
  return (
    (live.length > manySummaries ? mergeByTier(input, options, measures) : undefined) ??
    cover(input, options, measures, cuts) ??
    (mayMerge(input, options, measures)
      ? (mergeByTier(input, options, measures) ?? mergeForRoom(input, options, measures))
      : undefined) ??
    (trigger === 'append' ? prepare(input, options, measures, cuts) : undefined) ??
    whyNothing(input, options, measures, cuts, pass)
  );
}

/** Tokens of the last two exchanges, or undefined if there are fewer than two. */
function lastExchanges({ all }: Cuts): number | undefined {
  const last = all.findLastIndex(({ endsExchange }) => endsExchange);
  return all.findLast(({ endsExchange }, index) => endsExchange && index < last)?.tailTokens;
}

/**
 * Share of tool results among the messages that had no summary when the run began. A compaction on demand counts none:
 * somebody wants to read its result, so its summaries are not shortened to save tokens.
 */
function stepsOf(input: PlanInput): number {
  if (input.trigger === 'manual' || input.trigger === 'refresh') return 0;
  const { head, end } = input.found ?? input;
  // Both lists are in order, and may overlap.
  const lastOfHead = head[head.length - 1]?.seq ?? 0;
  let known = head.length;
  let results = 0;
  for (const { role } of head) if (role === 'tool') results += 1;
  for (const { seq, role } of end) {
    if (seq <= lastOfHead) continue;
    known += 1;
    if (role === 'tool') results += 1;
  }
  return results / Math.max(1, known);
}

/**
 * Whether summaries may be merged now. A merge changes the context before the tail, as summarizing does, and doing both
 * at once is paid for once. Merges alone happen only if nothing is left to summarize and room is short.
 */
function mayMerge(input: PlanInput, options: Options, measures: Measures): boolean {
  const { trigger, pass } = input;
  return (
    trigger !== 'append' ||
    (pass > 0 && compactedLately(input, options)) ||
    isOutgrown(input, measures) ||
    (triggerReason(input, options, measures) !== undefined && !isBeingAnswered(input, measures))
  );
}

/** Summarizes the oldest messages: with prepared leaves as far as these reach, with new ones for the rest. */
function cover(input: PlanInput, options: Options, measures: Measures, cuts: Cuts): Plan | undefined {
  const { state, prepared } = input;
  const goal = coverGoal(input, options, measures, cuts);
  if (!goal || state.tailTokens <= goal.tailTokens) return undefined;
  const usable = prepared.flatMap((head, index) => {
    const cut = cuts.all.find(({ seq }) => seq === head.to && seq <= goal.last);
    return cut ? [{ index, cut }] : [];
  });
  const leaving = (most: number) => usable.find(({ cut }) => cut.tailTokens <= most);
  const enough = leaving(goal.tailTokens) ?? leaving(goal.tailTokens + measures.spareTail);
  const chosen = enough ?? usable[usable.length - 1];
  const activated = chosen ? prepared.slice(0, chosen.index + 1) : [];
  const after = chosen?.cut.seq ?? state.coveredTo;
  const backlog = state.tailTokens - goal.tailTokens;
  const leaves = enough
    ? []
    : planLeaves({
        cuts,
        after,
        tokens: chosen?.cut.tailTokens ?? state.tailTokens,
        tailTokens: goal.tailTokens,
        last: goal.last,
        leafTokens: Math.max(
          measures.leafAtOnce,
          Math.min(input.maxInputTokens * leafOfCall, backlog / backlogLeaves),
        ),
        limit: maxSteps,
        partial: true,
      });
  const coverTo = leaves[leaves.length - 1]?.to ?? after;
  if (coverTo === state.coveredTo) return undefined;
  // A request that was shortened anyway gains nothing from a call about a few words.
  const newTokens = leaves.reduce((sum, { tokens }) => sum + tokens, 0);
  if (input.trigger === 'pressure' && measures.paid && !chosen && newTokens < leastPaidLeaf) return undefined;
  const maxTokens = leafSummaryBound(measures);
  return makePlan(input, {
    strategy: 'eternal',
    reason: goal.reason,
    steps: leaves.map((leaf) => leafStep(leaf, { status: 'live', maxTokens })),
    // New leaves replace later prepared ones.
    replaces: leaves.length > 0 ? prepared.slice(activated.length).map((head) => head.id) : [],
    activates: activated.map((head) => head.id),
    coverTo,
  });
}

function dueReason(input: CheckInput, options: Options): string | undefined {
  const { state } = input;
  const measures = measure(input, options);
  if (measures.room <= 0 || state.messages === 0) return undefined;
  if (input.lapsed) return swapReason(input, measures);
  const reason = triggerReason(input, options, measures);
  if (reason !== undefined) return reason;
  if (isOutgrown(input, measures)) return outgrown(input);
  const mayPrepare = state.messages - state.coveredTo > options.preserveRecent && !isResting(input, measures);
  return mayPrepare ? aheadReason(input, options, measures) : undefined;
}

function whyNothing(
  input: PlanInput,
  options: Options,
  measures: Measures,
  cuts: Cuts,
  pass: number,
): Nothing {
  const rest = input.trigger === 'append' ? { rest: restUntil(input, options, measures) } : {};
  if (pass > 0)
    return { nothing: `Done: the context is at ${percent(measures.ratio)} of its room.`, ...rest };
  if (input.trigger === 'manual') return explainNothing(input, { window: options.preserveRecent, cuts });
  if (input.trigger === 'pressure') return { nothing: 'The tail cannot be smaller.' };
  return {
    nothing: `The context is at ${percent(measures.ratio)} of its room, and nothing is left to prepare.`,
    ...rest,
  };
}
