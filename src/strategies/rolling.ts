/**
 * `rolling`: one summary, rolled forward (R-1 … R-8). It counts messages only; a compaction under `pressure` keeps it
 * within a budget. Summaries left by other strategies are folded into its one summary.
 */
import {
  type CheckInput,
  type PlanInput,
  planWindow,
  type Strategy,
  type StrategySetting,
} from '../strategy.ts';
import { type Cut, findCuts, lastCut } from './cuts.ts';
import {
  commonFields,
  count,
  keepOrder,
  type OptionPath,
  type OptionsOf,
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
import { presentSummaries, stableFirst } from './present.ts';

export const rollingFields = {
  ...commonFields,
  messages: count({ default: 20, min: 1, about: 'Messages since the last compaction that make one due.' }),
  verbatimExchanges: count({
    default: 10,
    min: 1,
    max: planWindow / 2,
    about: 'Exchanges of a plain chat kept verbatim: twice as many messages.',
  }),
  targetWords: count({ default: 300, min: 20, about: 'The summarizer is asked for fewer words than this.' }),
  maxWords: count({ default: 500, min: 20, about: 'The stored text is capped at this many words.' }),
  maxOutputTokens: count({ default: 500, min: 32, about: 'Cap on what the model may write.' }),
  summaryRole: roleField('system'),
};

type Options = OptionsOf<typeof rollingFields>;

export function createRolling(rawOptions: Record<string, unknown>, setting?: StrategySetting): Strategy {
  const options = readOptions({ strategy: 'rolling', fields: rollingFields, rawOptions, rules, setting });
  const window = options.verbatimExchanges * 2;

  const due = ({ state }: CheckInput) => {
    const since = state.messages - state.checkpoint;
    if (since < options.messages || state.messages - state.coveredTo <= window) return undefined;
    return `${counted(since, 'message')} since the last summary`;
  };

  const { targetWords, maxWords, maxOutputTokens } = options;
  const limits = { targetWords, maxWords, maxOutputTokens };
  const one = (input: PlanInput, to: number, reason: string) =>
    plainSummary(input, { strategy: 'rolling', ...limits, to, reason });

  return {
    name: 'rolling',
    options,
    onFailure: options.onFailure,
    sectionOrder: stableFirst,
    mode: options.mode,
    emptyText: '(No prior messages in this conversation)',
    check: (input) => (options.enabled ? due(input) : undefined),
    plan(input) {
      const { state, trigger, pass } = input;
      const cuts = findCuts(input);
      const byWindow = lastCut(cuts.all, state.messages - window);
      const fold = (cut: Cut, reason: string) => foldAll(input, one(input, cut.seq, reason));

      if (trigger === 'pressure') {
        return options.enabled ? planUnderPressure(input, cuts, fold) : switchedOff;
      }
      if (pass > 0) return { nothing: 'One summary stands for all that may be summarized.' };
      if (trigger === 'refresh') {
        const to = byWindow?.seq ?? state.coveredTo;
        return to > 0
          ? rerootAll(input, one(input, to, 'Asked to summarize afresh'))
          : explainNothing(input, { window, cuts });
      }
      if (trigger === 'append') {
        if (!options.enabled) return switchedOff;
        const reason = due(input);
        if (reason === undefined) return notDue(input, options, window);
        return byWindow ? fold(byWindow, reason) : explainNothing(input, { window, cuts });
      }
      return byWindow ? fold(byWindow, 'Asked to summarize') : explainNothing(input, { window, cuts });
    },
    present: ({ summaries }) =>
      presentSummaries(summaries, {
        role: () => options.summaryRole,
        heading: (_, first) => (first ? '## Earlier in this conversation\n' : ''),
      }),
  };
}

function notDue(input: CheckInput, options: Options, window: number) {
  const since = input.state.messages - input.state.checkpoint;
  if (since >= options.messages) return explainNothing(input, { window });
  return { nothing: `${counted(since, 'message')} since the last summary, due at ${options.messages}.` };
}

function rules(options: Options, path: OptionPath): void {
  keepOrder(options, path, { lower: 'targetWords', upper: 'maxWords', orEqual: true });
}
