/**
 * `chain`: token ratio, hysteresis, structured records (R-21 … ). Each summary folds in the previous one and
 * names it as its parent. At the depth cap the chain is re-rooted: a new summary is made from the originals, so that
 * the chain can go on for ever.
 */
import { invalidOption } from '../errors.ts';
import { contextTokens } from '../records/thread-state.ts';
import {
  type CheckInput,
  type Plan,
  type PlanInput,
  planWindow,
  type Strategy,
  type StrategySetting,
} from '../strategy.ts';
import { type Cut, cutToFit, findCuts, lastCut } from './cuts.ts';
import {
  commonFields,
  count,
  flag,
  keepOrder,
  type OptionPath,
  type OptionsOf,
  optionalCount,
  readOptions,
  roleField,
  share,
  texts,
} from './options.ts';
import {
  clamp,
  contextRatio,
  counted,
  deepest,
  explainNothing,
  foldAll,
  type Nothing,
  type OneSummary,
  percent,
  planUnderPressure,
  rerootAll,
  switchedOff,
} from './plans.ts';
import { presentSummaries, stableFirst } from './present.ts';

/** The tail is never made smaller than this. */
const smallestTail = 2;
/** A record needs at least these tokens. Shortening it further would only lose its content. */
const smallestRecordTokens = 150;
const largestRecordTokens = 1_500;

export const chainFields = {
  ...commonFields,
  triggerTokenRatio: share({ default: 0.8, about: 'Context tokens / budget at which a compaction is due.' }),
  resetTokenRatio: share({
    default: 0.7,
    about: 'A compaction that ended below this ratio arms the trigger again at once.',
  }),
  minMessages: count({ default: 12, min: 1, about: 'Shorter threads are left alone until they overflow.' }),
  preserveRecent: count({
    default: 6,
    min: smallestTail,
    max: planWindow,
    about: 'Newest messages kept verbatim.',
  }),
  maxSummaryChainDepth: count({
    default: 3,
    min: 1,
    max: 100,
    about: 'Depth at which the chain is re-rooted.',
  }),
  forceRefreshAfterMessages: optionalCount({
    min: 1,
    about: 'Messages since the last compaction after which the chain is re-rooted. Default: off.',
  }),
  summarizerModelPreference: texts({
    about:
      'The only models to summarize with, in order of preference, by the names the summarizer has for them. Default: all models of the summarizer.',
  }),
  cooldownMessages: count({
    default: 4,
    min: 0,
    about: 'Messages after which the trigger is armed again even if the ratio stayed high.',
  }),
  abortOnFailure: flag({
    default: false,
    about: 'On: the same as `onFailure: throw`.',
  }),
  summaryRole: roleField('system'),
};

type Options = OptionsOf<typeof chainFields>;

export function createChain(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({ strategy: 'chain', fields: chainFields, rawOptions, rules, setting });
  const preference = options.summarizerModelPreference;
  return {
    name: 'chain',
    options,
    onFailure: options.abortOnFailure ? 'throw' : options.onFailure,
    ...(preference.length > 0 && {
      summarizerModels: { option: 'summarizerModelPreference', names: preference },
    }),
    sectionOrder: stableFirst,
    mode: options.mode,
    check: (input) =>
      options.enabled ? (refreshReason(input, options) ?? ratioReason(input, options)) : undefined,
    plan: (input) => planChain(input, options),
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        role: () => options.summaryRole,
        heading: (summary) => `[summary-depth:${summary.depth}] `,
      }),
  };
}

function planChain(input: PlanInput, options: Options): Plan | Nothing {
  const { state, trigger, pass, live } = input;
  if (!options.enabled && (trigger === 'append' || trigger === 'pressure')) return switchedOff;
  const cuts = findCuts(input);
  const window = options.preserveRecent;
  const byWindow = lastCut(cuts.all, state.messages - window);

  if (trigger === 'pressure')
    return planUnderPressure(input, cuts, (cut, reason) => summarizeTo(input, options, cut, reason));
  if (trigger === 'refresh') {
    if (pass > 0) return { nothing: 'The chain was re-rooted.' };
    const to = byWindow?.seq ?? state.coveredTo;
    return to > 0
      ? rerootAll(input, summaryUpTo(input, options, to, 'Asked to summarize afresh'))
      : explainNothing(input, { window, cuts });
  }
  if (pass > 0) return furtherPass(input, options, cuts.all);
  if (trigger === 'manual') {
    return byWindow
      ? summarizeTo(input, options, byWindow, 'Asked to summarize')
      : explainNothing(input, { window, cuts });
  }

  const refresh = refreshReason(input, options);
  if (refresh !== undefined && byWindow) {
    return live.length > 0
      ? rerootAll(input, summaryUpTo(input, options, byWindow.seq, refresh))
      : summarizeTo(input, options, byWindow, refresh);
  }
  const reason = ratioReason(input, options);
  if (reason === undefined) return { nothing: notDue(input, options) };
  if (byWindow) return summarizeTo(input, options, byWindow, reason);
  if (contextRatio(input) < 1) return explainNothing(input, { window, cuts });
  return furtherPass(input, options, cuts.all);
}

/**
 * What a run does if the context is still over the trigger after a pass: it shortens the summary while depth allows,
 * then makes the tail smaller, once. Shortening comes first only if it can be enough by itself, because every
 * shortening loses something.
 */
function furtherPass(input: PlanInput, options: Options, cuts: readonly Cut[]): Plan | Nothing {
  const { state, budget, live, pass } = input;
  if (!overTrigger(input, options)) return { nothing: `The context is at ${percent(contextRatio(input))}.` };
  if (pass > 2 * (options.maxSummaryChainDepth + 1)) return { nothing: 'No further pass would help.' };
  const allowed = Math.min(options.triggerTokenRatio * budget.total, budget.available);
  const reason = `Still at ${percent(contextRatio(input))}`;

  const roomForSummary =
    Math.floor(options.resetTokenRatio * budget.total) - state.fixedTokens - state.tailTokens;
  const shortenTo = Math.max(smallestRecordTokens, roomForSummary);
  const canShorten =
    live.length > 0 &&
    deepest(live) < options.maxSummaryChainDepth &&
    shortenTo <= state.summaryTokens * 0.75;
  const shorten = () => {
    const summary = summaryUpTo(input, options, state.coveredTo, `${reason}: a shorter summary`);
    return foldAll(input, { ...summary, limits: recordLimits(shortenTo) });
  };
  if (canShorten && roomForSummary >= smallestRecordTokens) return shorten();

  const untouched = state.messages - state.coveredTo >= options.preserveRecent;
  if (untouched || pass === 0) {
    const smaller = cuts.filter((cut) => cut.seq <= state.messages - smallestTail);
    const cut = cutToFit(smaller, allowed - state.fixedTokens - state.summaryTokens - 1);
    if (cut) return summarizeTo(input, options, cut, `${reason}: a smaller tail`);
  }
  if (canShorten) return shorten();
  return { nothing: `${reason}, and the tail cannot be smaller.` };
}

/** Folds in the previous summary, or starts a new chain if the chain has become too deep. */
function summarizeTo(input: PlanInput, options: Options, cut: Cut, reason: string): Plan {
  const summary = summaryUpTo(input, options, cut.seq, reason);
  const atCap = deepest(input.live) >= options.maxSummaryChainDepth;
  return atCap
    ? rerootAll(input, { ...summary, reason: `${reason}; chain of depth ${deepest(input.live)} re-rooted` })
    : foldAll(input, summary);
}

function summaryUpTo(input: PlanInput, options: Options, to: number, reason: string): OneSummary {
  const { state, budget } = input;
  const tailLeft = to > state.coveredTo ? Math.floor(state.tailTokens / 2) : state.tailTokens;
  const room = options.resetTokenRatio * budget.total - state.fixedTokens - tailLeft;
  const target = clamp(Math.min(budget.total * 0.15, room), smallestRecordTokens, largestRecordTokens);
  return { strategy: 'chain', level: 'chain', shape: 'record', limits: recordLimits(target), reason, to };
}

/** Structured output spends about half as much again on its own syntax. */
function recordLimits(targetTokens: number): OneSummary['limits'] {
  return { targetTokens, maxWords: null, maxOutputTokens: Math.ceil(targetTokens * 1.5) + 200 };
}

function overTrigger(input: CheckInput, options: Options): boolean {
  const full = contextTokens(input.state) >= input.budget.available;
  return contextRatio(input) >= options.triggerTokenRatio || full;
}

function ratioReason(input: CheckInput, options: Options): string | undefined {
  const { state, budget } = input;
  // No compaction can help if the fixed parts alone fill the budget (I-3).
  if (state.fixedTokens >= budget.available || !overTrigger(input, options)) return undefined;
  const ratio = contextRatio(input);
  if (ratio < 1 && (state.messages < options.minMessages || !armed(input, options))) return undefined;
  return `Context at ${percent(ratio)} of ${counted(budget.total, 'token')}`;
}

function armed({ state, budget }: CheckInput, options: Options): boolean {
  return (
    state.compactions === 0 ||
    state.tokensAfterCompaction / Math.max(1, budget.total) < options.resetTokenRatio ||
    state.messages - state.checkpoint >= options.cooldownMessages
  );
}

function refreshReason({ state, budget }: CheckInput, options: Options): string | undefined {
  const { forceRefreshAfterMessages: after, preserveRecent } = options;
  const since = state.messages - state.checkpoint;
  if (after === null || since < after || state.messages <= preserveRecent) return undefined;
  if (state.fixedTokens >= budget.available) return undefined;
  return `${counted(since, 'message')} since the last summary`;
}

function notDue(input: CheckInput, options: Options): string {
  const at = `The context is at ${percent(contextRatio(input))}`;
  if (!overTrigger(input, options)) return `${at}, due at ${percent(options.triggerTokenRatio)}.`;
  if (input.state.fixedTokens >= input.budget.available) return 'The fixed parts alone fill the budget.';
  if (input.state.messages < options.minMessages) {
    return `${at}, but the thread has fewer than ${counted(options.minMessages, 'message')}.`;
  }
  return `${at}, but the last compaction is fewer than ${counted(options.cooldownMessages, 'message')} ago.`;
}

function rules(options: Options, path: OptionPath): void {
  if (options.abortOnFailure && options.onFailure === 'keep') {
    throw invalidOption(path('onFailure'), 'throw or left out where abortOnFailure is on', options.onFailure);
  }
  keepOrder(options, path, { lower: 'resetTokenRatio', upper: 'triggerTokenRatio' });
  keepOrder(options, path, { lower: 'preserveRecent', upper: 'minMessages' });
  if (options.forceRefreshAfterMessages !== null) {
    keepOrder(options, path, {
      lower: 'cooldownMessages',
      upper: 'forceRefreshAfterMessages',
      orEqual: true,
    });
  }
}
