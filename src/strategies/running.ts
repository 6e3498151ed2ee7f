/**
 * `running`: a running summary with a checkpoint (R-31 … R-34). While the context fits its budget, everything is sent.
 * When it does not, the oldest chunk is merged into the summary, one chunk per pass, until the context fits.
 */
import { contextTokens } from '../records/thread-state.ts';
import {
  type CheckInput,
  type PlanInput,
  planWindow,
  type SectionName,
  type Strategy,
  type StrategySetting,
} from '../strategy.ts';
import { type Cut, type Cuts, findCuts, lastCut } from './cuts.ts';
import {
  commonFields,
  count,
  keepOrder,
  type OptionPath,
  type OptionsOf,
  optionalCount,
  readOptions,
  roleField,
} from './options.ts';
import {
  counted,
  explainNothing,
  foldAll,
  plainSummary,
  planUnderPressure,
  rerootAll,
  switchedOff,
} from './plans.ts';
import { presentSummaries } from './present.ts';

/** The value of `budgetTokens` if neither it nor a budget for the thread was set. */
const defaultBudgetTokens = 2_000;
/** A backlog of more chunks than this (an import) is first reduced in one pass, so that a run stays short. */
const maxChunks = 20;

export const runningFields = {
  ...commonFields,
  budgetTokens: optionalCount({
    min: 50,
    about: 'Tokens for summary and messages. Default: the budget set for the thread, else 2,000.',
  }),
  chunkMessages: count({ default: 10, min: 1, max: planWindow, about: 'Messages merged at a time.' }),
  minRawMessages: count({
    default: 5,
    min: 1,
    max: planWindow,
    about: 'Newest messages that always stay raw.',
  }),
  maxRawMessages: count({
    default: 10,
    min: 1,
    max: planWindow,
    about: 'Newest messages that stay raw after a compaction when they fit.',
  }),
  softLimit: optionalCount({ min: 1, about: 'More raw messages than this start it early. Default: off.' }),
  maxWords: count({ default: 200, min: 20, about: 'The summary is kept under this many words.' }),
  maxOutputTokens: count({ default: 400, min: 32, about: 'Cap on what the model may write.' }),
  summaryRole: roleField('system'),
};

type Options = OptionsOf<typeof runningFields>;

/** Fresh resources come before the summary, as the design demands, although the provider's cache suffers. */
const sectionOrder: readonly SectionName[] = [
  'system',
  'profile',
  'pinned',
  'resources',
  'summaries',
  'ledger',
  'tail',
  'recall',
];

export function createRunning(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({ strategy: 'running', fields: runningFields, rawOptions, rules, setting });

  const { maxWords, maxOutputTokens } = options;
  const limits = { targetWords: maxWords, maxWords, maxOutputTokens };
  const summaryUpTo = (input: PlanInput, to: number, reason: string) =>
    plainSummary(input, { strategy: 'running', ...limits, to, reason });

  return {
    name: 'running',
    options,
    onFailure: options.onFailure,
    sectionOrder,
    mode: options.mode,
    check: (input) => (options.enabled ? dueReason(input, options) : undefined),
    plan(input) {
      const { state, trigger, pass, live } = input;
      if (!options.enabled && (trigger === 'append' || trigger === 'pressure')) return switchedOff;
      const cuts = findCuts(input);
      const raw = state.messages - state.coveredTo;

      if (trigger === 'refresh') {
        if (pass > 0) return { nothing: 'The summary was made afresh.' };
        const to = lastCut(cuts.all, state.messages - options.maxRawMessages)?.seq ?? state.coveredTo;
        return to > 0
          ? rerootAll(input, summaryUpTo(input, to, 'Asked to summarize afresh'))
          : explainNothing(input, { window: options.maxRawMessages, cuts });
      }
      if (trigger === 'pressure')
        return planUnderPressure(input, cuts, ({ seq }, reason) =>
          foldAll(input, summaryUpTo(input, seq, reason)),
        );

      const over = overBudget(input, options);
      const due = dueReason(input, options);
      const reason = due ?? (trigger === 'manual' ? 'Asked to summarize' : 'Down to the newest messages');
      if (due === undefined && trigger === 'append' && pass === 0) return { nothing: 'Everything fits.' };
      const keep = rawToKeep(raw, over !== undefined, due !== undefined && over === undefined, pass, options);
      const cut = nextChunk(cuts, input, keep, options);
      if (cut) return foldAll(input, summaryUpTo(input, cut.seq, reason));
      // Several summaries of another strategy become one.
      if (over !== undefined && live.length > 1)
        return foldAll(input, summaryUpTo(input, state.coveredTo, reason));
      if (over !== undefined && state.messages > keep) {
        return { nothing: `Still ${over}, but the newest messages stay raw.` };
      }
      return explainNothing(input, { window: keep, cuts });
    },
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        role: () => options.summaryRole,
        heading: () => 'PREVIOUS CONVERSATION SUMMARY: ',
      }),
  };
}

function overBudget({ state, budget }: CheckInput, options: Options): string | undefined {
  const talk = state.summaryTokens + state.tailTokens;
  const own = options.budgetTokens ?? (budget.explicit ? budget.available : defaultBudgetTokens);
  if (talk > own) return `over the budget of ${counted(own, 'token')}`;
  // No compaction can help if the fixed parts alone fill the budget (I-3).
  if (state.fixedTokens >= budget.available || contextTokens(state) <= budget.available) return undefined;
  return `over the ${counted(budget.available, 'token')} of the context`;
}

function dueReason(input: CheckInput, options: Options): string | undefined {
  const raw = input.state.messages - input.state.coveredTo;
  const over = overBudget(input, options);
  if (over !== undefined && (raw > options.minRawMessages || input.state.liveSummaries > 1)) {
    return `Context of ${counted(contextTokens(input.state), 'token')}, ${over}`;
  }
  if (options.softLimit !== null && raw > options.softLimit && raw > options.minRawMessages) {
    return `${counted(raw, 'raw message')}, over the soft limit of ${options.softLimit}`;
  }
  return undefined;
}

/**
 * Number of raw messages that this pass leaves at least. It goes below `maxRawMessages` only if the context does not
 * fit, or if the soft limit asks, so that the soft limit is not exceeded again by the next message.
 */
function rawToKeep(raw: number, over: boolean, soft: boolean, pass: number, options: Options): number {
  if (soft && pass === 0) return options.minRawMessages;
  return over && raw <= options.maxRawMessages ? options.minRawMessages : options.maxRawMessages;
}

function nextChunk(cuts: Cuts, { state }: PlanInput, keep: number, options: Options): Cut | undefined {
  const { chunkMessages, minRawMessages } = options;
  const surplus = state.messages - state.coveredTo - keep;
  if (surplus <= 0) return undefined;
  const size = chunkSize(surplus, chunkMessages);
  const fitting = lastCut(cuts.near, state.coveredTo + size);
  if (fitting) return fitting;
  // The oldest unit is longer than a chunk. It is summarized whole, as long as enough messages stay raw.
  return cuts.all.find((cut) => cut.seq <= state.messages - Math.min(keep, minRawMessages));
}

function chunkSize(surplus: number, chunk: number): number {
  if (surplus > chunk * maxChunks) return surplus - chunk * (maxChunks - 1);
  // A few remaining messages are not worth a call of their own.
  return surplus < chunk * 1.5 ? surplus : chunk;
}

function rules(options: Options, path: OptionPath): void {
  keepOrder(options, path, { lower: 'minRawMessages', upper: 'maxRawMessages', orEqual: true });
}
