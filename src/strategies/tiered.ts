/**
 * `tiered`: eternal history in three tiers (R-16 … R-20). The newest messages are shown in full, those before them as
 * one condensed summary, everything older as one compressed summary. Both summaries are replaced together.
 *
 * The border between the two summaries may part a tool call from its result, because both sides are prose. Only the
 * border to the verbatim messages must not.
 */
import { invalidOption } from '../errors.ts';
import type { SummaryHead } from '../records/summary.ts';
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
  isPlainObject,
  keepOrder,
  type OptionPath,
  type OptionsOf,
  optionalCount,
  readOptions,
  roleField,
  unknownOption,
} from './options.ts';
import {
  clamp,
  counted,
  explainNothing,
  limitsFor,
  makePlan,
  type Nothing,
  nextInChain,
  planUnderPressure,
  stepFromMessages,
  switchedOff,
  withinBudget,
  writtenByPerson,
} from './plans.ts';
import { presentSummaries, stableFirst } from './present.ts';

const condensedRatio = 0.25;
const compressedTokens = 500;

export const tieredFields = {
  ...commonFields,
  recentCount: count({ default: 20, min: 1, max: planWindow, about: 'Newest messages kept in full.' }),
  condensedCount: count({
    default: 50,
    min: 1,
    max: planWindow,
    about: 'Messages before them that are condensed.',
  }),
  recentTokens: optionalCount({
    min: 50,
    about:
      'Measures the newest tier in tokens instead of messages; `recentCount`, `batch` and `autoThreshold` are then ignored.',
  }),
  condensedTokens: optionalCount({
    min: 50,
    about: 'Measures the condensed tier by the tokens of its messages instead of `condensedCount`.',
  }),
  autoSummarize: flag({ default: true, about: 'Off: only when asked for.' }),
  autoThreshold: count({
    default: 100,
    min: 1,
    about: 'Threads with more messages than this are summarized automatically.',
  }),
  batch: optionalCount({
    min: 1,
    about: 'Messages that must have aged before the next automatic compaction. Default: recentCount.',
  }),
  compressedRole: roleField('system', 'Role of the compressed tier in the context.'),
  condensedRole: roleField('assistant', 'Role of the condensed tier in the context.'),
};

type Options = OptionsOf<typeof tieredFields>;

export function createTiered(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({ strategy: 'tiered', fields: tieredFields, rawOptions, rules, setting });
  return {
    name: 'tiered',
    options,
    onFailure: options.onFailure,
    sectionOrder: stableFirst,
    mode: options.mode,
    check: (input) => (options.enabled && options.autoSummarize ? dueReason(input, options) : undefined),
    plan: (input) => planTiered(input, options),
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        role: ({ level }) => (level === 'condensed' ? options.condensedRole : options.compressedRole),
        heading: ({ level, messagesCovered }) =>
          `## Earlier in this conversation (${level}, ${counted(messagesCovered, 'message')})\n`,
      }),
  };
}

/** Turns the section `summarization` of a parsed YAML file into options of this strategy. */
export function fromYamlSection(section: unknown): { name: 'tiered'; [option: string]: unknown } {
  if (!isPlainObject(section)) throw invalidOption('summarization', 'a section of keys and values', section);
  const names = new Map(Object.entries(yamlNames));
  const rawOptions: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(section)) {
    const option = names.get(key);
    if (option === undefined) throw unknownOption(`summarization.${key}`, 'the section', [...names.keys()]);
    rawOptions[option] = value;
  }
  const path = (option: string) =>
    `summarization.${[...names].find(([, name]) => name === option)?.[0] ?? option}`;
  readOptions({ strategy: 'tiered', fields: tieredFields, rawOptions, rules, path });
  return { name: 'tiered', ...rawOptions };
}

const yamlNames = {
  enabled: 'enabled',
  recent_count: 'recentCount',
  condensed_count: 'condensedCount',
  auto_summarize: 'autoSummarize',
  auto_threshold: 'autoThreshold',
} satisfies { [key: string]: keyof typeof tieredFields };

function planTiered(input: PlanInput, options: Options): Plan | Nothing {
  const { state, trigger, pass } = input;
  const automatic = trigger === 'append' || trigger === 'pressure';
  if (automatic && !options.enabled) return switchedOff;
  if (automatic && !options.autoSummarize)
    return { nothing: 'Automatic summarizing is off (autoSummarize: false).' };
  const cuts = findCuts(input);
  const window = options.recentTokens === null ? options.recentCount : 1;
  const byWindow = recentCut(input, options, cuts);

  if (trigger === 'pressure')
    return planUnderPressure(input, cuts, ({ seq }, reason) => moveTiers(input, options, cuts, seq, reason));
  if (pass > 0) return { nothing: 'Both tiers are up to date.' };
  if (trigger === 'refresh') {
    const to = byWindow?.seq ?? state.coveredTo;
    return to > 0
      ? moveTiers(input, options, cuts, to, 'Asked to summarize afresh')
      : explainNothing(input, { window, cuts });
  }
  const reason = trigger === 'manual' ? 'Asked to summarize' : dueReason(input, options);
  if (reason === undefined && byWindow) return { nothing: notDue(input, options) };
  return reason === undefined || !byWindow
    ? explainNothing(input, { window, cuts })
    : moveTiers(input, options, cuts, byWindow.seq, reason);
}

/** The cut before the newest tier, or undefined if all messages without a summary belong to it. */
function recentCut({ state }: PlanInput, options: Options, cuts: Cuts): Cut | undefined {
  const { recentTokens } = options;
  if (recentTokens === null) return lastCut(cuts.all, state.messages - options.recentCount);
  return state.tailTokens <= recentTokens ? undefined : cutToFit(cuts.all, recentTokens);
}

function moveTiers(input: PlanInput, options: Options, cuts: Cuts, coverTo: number, reason: string): Plan {
  const { live } = input;
  const border = tierBorder(input, options, cuts, coverTo);
  const older = live.filter((head) => head.to <= border);
  const steps: PlanStep[] = [];
  const fresh = input.trigger === 'refresh';
  // The compressed summary stays as it is, byte for byte, if no message has moved into it.
  const unmoved = older.length === 1 && older[0]!.to === border && older[0]!.level !== 'condensed';
  const unchanged = unmoved && !fresh ? older : [];
  if (border > 0 && unchanged.length === 0) steps.push(compressedStep(input, older, border));
  if (coverTo > border) steps.push(condensedStep(input, border + 1, coverTo));
  return makePlan(input, {
    strategy: 'tiered',
    reason,
    steps,
    replaces: live.filter((head) => !unchanged.includes(head)).map((head) => head.id),
    coverTo,
  });
}

/**
 * Last message of the compressed tier. If a summary reaches over the border, it is split only if it is this strategy's
 * own condensed one, which has few originals. Other summaries go into the compressed tier whole. So do those a person
 * wrote, whose words a new condensed summary would lose.
 */
function tierBorder(input: PlanInput, options: Options, cuts: Cuts, coverTo: number): number {
  const { state, live } = input;
  let border = Math.max(0, coverTo - condensedMessages(input, options, cuts, coverTo));
  for (const head of live) {
    const own = head.strategy === 'tiered' && head.rung !== 'person';
    if (head.rung === 'person') border = Math.max(border, head.to);
    else if (head.level === 'compressed' && own) border = Math.max(border, head.to);
    else if (head.from <= border && head.to > border && !own) border = head.to;
  }
  if (border <= state.coveredTo) return border;
  return lastCut(cuts.all, border)?.seq ?? state.coveredTo;
}

/** Number of messages up to `coverTo` that the condensed tier has room for. */
function condensedMessages(
  { state, live }: PlanInput,
  { condensedCount, condensedTokens }: Options,
  cuts: Cuts,
  coverTo: number,
): number {
  if (condensedTokens === null) return condensedCount;
  const left = coverTo === state.coveredTo ? state.tailTokens : (lastCut(cuts.all, coverTo)?.tailTokens ?? 0);
  const room = condensedTokens - (state.tailTokens - left);
  if (room <= 0) {
    const first = cuts.all.find(({ tailTokens }) => tailTokens - left <= condensedTokens);
    return coverTo - Math.min(coverTo, first?.seq ?? coverTo);
  }
  const before = live.find(({ to, level }) => to === state.coveredTo && level === 'condensed');
  if (!before) return coverTo - state.coveredTo;
  // The sizes of single messages are no longer known here, so they count as equal.
  const share = Math.min(1, room / Math.max(1, before.sourceTokens));
  return coverTo - state.coveredTo + Math.floor((before.to - before.from + 1) * share);
}

function compressedStep(input: PlanInput, older: readonly SummaryHead[], to: number): PlanStep {
  const folded = older[older.length - 1]?.to ?? 0;
  const fresh = input.trigger === 'refresh';
  return {
    from: 1,
    to,
    sources: fresh
      ? { summaries: writtenByPerson(older), messages: { from: 1, to }, method: 'reroot' }
      : {
          summaries: older.map((head) => head.id),
          messages: to > folded ? { from: folded + 1, to } : null,
          method: 'fold',
        },
    level: 'compressed',
    tier: 1,
    ...(fresh ? { depth: 0, parentId: null } : nextInChain(older)),
    shape: 'compressed',
    limits: limitsFor(withinBudget(compressedTokens, input, 0.1)),
    status: 'live',
  };
}

function condensedStep(input: PlanInput, from: number, to: number): PlanStep {
  const sourceTokens = ((to - from + 1) * input.state.tokens) / Math.max(1, input.state.messages);
  const limits = limitsFor(withinBudget(clamp(sourceTokens * condensedRatio, 150, 1_200), input, 0.15));
  return stepFromMessages({ from, to, level: 'condensed', shape: 'condensed', limits });
}

function dueReason({ state }: CheckInput, options: Options): string | undefined {
  const { recentTokens } = options;
  if (recentTokens !== null) {
    const agedTokens = state.tailTokens - recentTokens;
    return agedTokens < recentTokens
      ? undefined
      : `${counted(agedTokens, 'token')} aged out of the newest ${recentTokens}`;
  }
  const aged = agedOut(state, options);
  if (state.messages <= options.autoThreshold || aged < batchOf(options)) return undefined;
  return `${counted(aged, 'message')} aged out of the newest ${options.recentCount}`;
}

function notDue({ state }: CheckInput, options: Options): string {
  const { recentTokens } = options;
  if (recentTokens !== null)
    return `${counted(state.tailTokens, 'token')} in full, due at ${recentTokens * 2}.`;
  if (state.messages <= options.autoThreshold) {
    return `${counted(state.messages, 'message')}, due above ${options.autoThreshold}.`;
  }
  const aged = agedOut(state, options);
  return `${counted(aged, 'message')} aged out of the newest ${options.recentCount}, due at ${batchOf(options)}.`;
}

function agedOut(state: CheckInput['state'], options: Options): number {
  return Math.max(0, state.messages - options.recentCount - state.coveredTo);
}

function batchOf(options: Options): number {
  return options.batch ?? options.recentCount;
}

function rules(options: Options, path: OptionPath): void {
  keepOrder(options, path, { lower: 'recentCount', upper: 'autoThreshold', orEqual: true });
}
