/**
 * `session`: segments with structured facts, for coding agents (R-9 … R-11). Each compaction adds a segment of the size
 * that was asked for. When earlier segments outgrow their share of the context, they are shortened and then merged with
 * their neighbours, so that a thread can go on for ever.
 *
 * The system prompt is a section of its own and never part of the log. If a log begins with system messages and
 * `preserveSystem` is on, these get a summary of their own, word for word, that is never merged. Segments repeat later
 * system messages word for word.
 */

import { neutralLine } from '../context/neutralize.ts';
import type { SummaryHead, SummaryRecord } from '../records/summary.ts';
import {
  type CheckInput,
  type Plan,
  type PlanInput,
  type PlanStep,
  planWindow,
  type Strategy,
  type StrategySetting,
} from '../strategy.ts';
import { type Cut, type Cuts, cutToFit, findCuts, lastCut } from './cuts.ts';
import {
  commonFields,
  count,
  flag,
  keepOrder,
  type OptionPath,
  type OptionsOf,
  optionalText,
  readOptions,
  roleField,
  share,
} from './options.ts';
import {
  clamp,
  counted,
  explainNothing,
  limitsFor,
  makePlan,
  type Nothing,
  redoStep,
  stepFromMessages,
  switchedOff,
} from './plans.ts';
import { presentSummaries, stableFirst } from './present.ts';
import {
  largestSegment,
  mergeOutgrown,
  outgrownReason,
  smallestSegmentTokens,
  stepsPerPass,
} from './session-merges.ts';

const filesShown = 20;

export const sessionFields = {
  ...commonFields,
  model: optionalText({
    about:
      'The only model to summarize with, by the name the summarizer has for it. It selects overrides if `createEverthread` names no model.',
  }),
  triggerThreshold: count({ default: 50, min: 1, about: 'More uncovered messages than this make one due.' }),
  targetCompression: share({
    default: 0.3,
    about: 'Size of the newest segment relative to its messages; half of the context at most.',
  }),
  preserveRecent: count({ default: 10, min: 1, max: planWindow, about: 'Newest messages kept verbatim.' }),
  preserveSystem: flag({
    default: true,
    about: 'System messages of the log are kept word for word.',
  }),
  deleteOriginals: flag({ default: false, about: 'Delete the messages of a segment once it is stored.' }),
  segmentShare: share({
    default: 0.25,
    about:
      'Share of the context that segments before the newest may take; beyond it they are shortened and merged.',
  }),
  summaryRole: roleField('system', 'Role of the segments in the context.'),
};

type Options = OptionsOf<typeof sessionFields>;

export function createSession(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({
    strategy: 'session',
    fields: sessionFields,
    rawOptions,
    rules,
    setting,
    modelSummarizes: true,
  });
  return {
    name: 'session',
    options,
    onFailure: options.onFailure,
    ...(options.model !== null && { summarizerModels: { option: 'model', names: [options.model] } }),
    sectionOrder: stableFirst,
    mode: options.mode,
    showsWork: true,
    check(input) {
      if (!options.enabled) return undefined;
      const outgrown =
        input.state.liveSummaries > 1 &&
        input.state.summaryTokens > shareTokens(input, options) + newestTokens(input);
      return dueReason(input, options) ?? (outgrown ? outgrownReason(input.state.summaryTokens) : undefined);
    },
    plan: (input) => planSession(input, options),
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        verbatim: ({ shape }) => shape === 'verbatim',
        role: () => options.summaryRole,
        heading: () => '--- Earlier in conversation ---\n',
        footer: filesOf,
      }),
  };
}

function planSession(input: PlanInput, options: Options): Plan | Nothing {
  const { state, trigger } = input;
  if (!options.enabled && (trigger === 'append' || trigger === 'pressure')) return switchedOff;
  if (trigger === 'refresh') return redoSegments(input, options);
  const cuts = findCuts(input);
  const next = nextSegment(input, options, cuts);
  if (next) return addSegment(input, options, cuts, next.cut, next.reason);
  const { preserveSystem } = options;
  const merge = mergeOutgrown(input, { preserveSystem, share: shareTokens(input, options) });
  if (merge) return merge;
  if (trigger === 'pressure') return { nothing: 'The tail cannot be smaller.' };
  if (trigger === 'append' && state.messages - state.coveredTo <= options.triggerThreshold) {
    const active = counted(state.messages - state.coveredTo, 'active message');
    return { nothing: `${active}, due above ${options.triggerThreshold}.` };
  }
  return explainNothing(input, { window: options.preserveRecent, cuts });
}

function nextSegment(
  input: PlanInput,
  options: Options,
  cuts: Cuts,
): { cut: Cut; reason: string } | undefined {
  const { state, trigger, pass, targetTailTokens = 0 } = input;
  if (trigger === 'pressure') {
    if (state.tailTokens <= targetTailTokens) return undefined;
    const cut = cutToFit(cuts.all, targetTailTokens);
    return cut && { cut, reason: 'The context did not fit' };
  }
  if (pass > 0) return undefined;
  const reason = trigger === 'manual' ? 'Asked to summarize' : dueReason(input, options);
  const cut = lastCut(cuts.all, state.messages - options.preserveRecent);
  return reason === undefined || !cut ? undefined : { cut, reason };
}

function addSegment(input: PlanInput, options: Options, cuts: Cuts, cut: Cut, reason: string): Plan {
  const { state } = input;
  const sourceTokens = state.tailTokens - cut.tailTokens;
  const system =
    options.preserveSystem && state.coveredTo === 0 ? leadingSystem(input, cuts, cut) : undefined;
  const steps: PlanStep[] = [];
  if (system) {
    const limits = limitsFor(system.tokens);
    steps.push(stepFromMessages({ from: 1, to: system.to, level: 'system', shape: 'verbatim', limits }));
  }
  const from = system ? system.to + 1 : state.coveredTo + 1;
  if (from <= cut.seq) {
    const target = segmentTarget(input, options, sourceTokens - (system?.tokens ?? 0));
    const limits = limitsFor(target);
    steps.push(stepFromMessages({ from, to: cut.seq, level: 'segment', shape: 'bullets', limits }));
  }
  return makePlan(input, {
    strategy: 'session',
    reason,
    steps,
    coverTo: cut.seq,
  });
}

/** System messages at the beginning of the log, if they can be cut off from the rest. */
function leadingSystem(
  { head }: PlanInput,
  cuts: Cuts,
  cut: Cut,
): { to: number; tokens: number } | undefined {
  let to = 0;
  let tokens = 0;
  for (const meta of head) {
    if (meta.role !== 'system' || meta.seq > cut.seq) break;
    to = meta.seq;
    tokens += meta.tokens;
  }
  const possible = cuts.all.some(({ seq }) => seq === to);
  return possible ? { to, tokens } : undefined;
}

function redoSegments(input: PlanInput, options: Options): Plan | Nothing {
  const { state, live, pass } = input;
  const redone = live
    .slice(pass * stepsPerPass, (pass + 1) * stepsPerPass)
    .filter((head) => head.rung !== 'person' && head.shape !== 'verbatim');
  if (redone.length === 0) {
    if (pass > 0) return { nothing: 'All segments were made afresh.' };
    return live.length === 0
      ? explainNothing(input, { window: options.preserveRecent })
      : { nothing: 'All segments were written by a person or are verbatim; they are kept.' };
  }
  return makePlan(input, {
    strategy: 'session',
    reason: 'Asked to summarize afresh',
    steps: redone.map((head) => redoStep(head, limitsFor(redoneTarget(input, options, head)))),
    replaces: redone.map((head) => head.id),
    coverTo: state.coveredTo,
  });
}

/** Largest size of the newest segment. */
function newestTokens({ budget }: CheckInput): number {
  return Math.max(smallestSegmentTokens, Math.floor(budget.available / 2));
}

/** Only the newest segment has the size that was asked for. Earlier ones share theirs. */
function redoneTarget(input: PlanInput, options: Options, head: SummaryHead): number {
  const target = segmentTarget(input, options, head.sourceTokens);
  return head.id === input.live.at(-1)!.id
    ? target
    : Math.round(Math.min(target, largestSegment(shareTokens(input, options))));
}

function segmentTarget(input: CheckInput, options: Options, sourceTokens: number): number {
  return clamp(sourceTokens * options.targetCompression, smallestSegmentTokens, newestTokens(input));
}

function shareTokens({ budget }: CheckInput, options: Options): number {
  return Math.max(smallestSegmentTokens, Math.floor(budget.available * options.segmentShare));
}

function dueReason({ state }: CheckInput, options: Options): string | undefined {
  const active = state.messages - state.coveredTo;
  return active > options.triggerThreshold ? counted(active, 'active message') : undefined;
}

function filesOf({ segment }: SummaryRecord): string | undefined {
  const files = segment?.filesModified ?? [];
  if (files.length === 0) return undefined;
  const more = files.length > filesShown ? ` and ${files.length - filesShown} more` : '';
  return `Files modified: ${files
    .slice(0, filesShown)
    .map((file) => neutralLine(file))
    .join(', ')}${more}`;
}

function rules(options: Options, path: OptionPath): void {
  keepOrder(options, path, { lower: 'preserveRecent', upper: 'triggerThreshold', orEqual: true });
}
