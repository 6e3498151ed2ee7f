/** Options of `eternal`, and the figures its decisions are made from. */
import { invalidOption } from '../errors.ts';
import { type CheckInput, planWindow } from '../strategy.ts';
import {
  commonFields,
  count,
  keepOrder,
  type OptionPath,
  type OptionsOf,
  optionalCount,
  optionalShare,
  roleField,
  share,
} from './options.ts';
import { clamp } from './plans.ts';

export const eternalFields = {
  ...commonFields,
  triggerTokenRatio: share({ default: 0.8, about: 'Ratio at which prepared summaries are swapped in.' }),
  resetTokenRatio: share({
    default: 0.7,
    about: 'A compaction that ended below this ratio arms the trigger again at once.',
  }),
  prepareTokenRatio: share({ default: 0.6, about: 'Ratio from which summaries are prepared ahead.' }),
  cooldownMessages: count({
    default: 4,
    min: 0,
    about: 'Messages after which the trigger is armed again although the ratio stayed high.',
  }),
  preserveRecent: count({
    default: 4,
    min: 1,
    max: planWindow,
    about: 'Newest messages kept verbatim, unless the context would overflow: two exchanges of a plain chat.',
  }),
  fanout: count({
    default: 4,
    min: 2,
    max: 32,
    about: 'Neighbours of one tier that merge into one of the next.',
  }),
  leafTokens: optionalCount({
    min: 50,
    about:
      'Tokens of messages in a leaf. Default: an eighth of the budget, 400 to 6,000, or a quarter of the room where that is less.',
  }),
  summaryShare: share({ default: 0.25, about: 'Share of the room that summaries may take.' }),
  tailShare: optionalShare({
    about:
      'Share of the room left to the tail by a compaction. Default: resetTokenRatio - summaryShare, two thirds of it where passages are recalled.',
  }),
  maxRewrites: count({
    default: 5,
    min: 1,
    about:
      'Rewrites since the originals after which a merge is made from the originals again, where those are a few calls of which half was not read before.',
  }),
  // Not `system`: what was said by users and tools gains no authority by being summarized.
  summaryRole: roleField('user'),
};

export type EternalOptions = OptionsOf<typeof eternalFields>;

export function eternalRules(options: EternalOptions, path: OptionPath): void {
  keepOrder(options, path, { lower: 'resetTokenRatio', upper: 'triggerTokenRatio' });
  keepOrder(options, path, { lower: 'prepareTokenRatio', upper: 'triggerTokenRatio' });
  keepOrder(options, path, { lower: 'summaryShare', upper: 'resetTokenRatio' });
  const most = options.resetTokenRatio - options.summaryShare;
  if (options.tailShare !== null && options.tailShare > most + 1e-9) {
    throw invalidOption(
      path('tailShare'),
      `at most resetTokenRatio - summaryShare (${Number(most.toFixed(4))})`,
      options.tailShare,
    );
  }
}

/** Part of what fixed parts leave that may be left to recall: with less than the rest, compactions would never end. */
const mostRecall = 0.7;

/** The figures all decisions are made from, in tokens. */
export type Measures = {
  /** What fixed parts and recalled passages leave of the budget. */
  room: number;
  ratio: number;
  tailTarget: number;
  summaryBound: number;
  leafTokens: number;
};

/**
 * With recall, what leaves the tail is found again when it is asked for: more of it may go at once, and compactions
 * are fewer.
 */
function usualTailShare({ resetTokenRatio, summaryShare }: EternalOptions, recalls: boolean): number {
  return (resetTokenRatio - summaryShare) * (recalls ? 2 / 3 : 1);
}

export function measure({ state, budget }: CheckInput, options: EternalOptions): Measures {
  const free = budget.available - state.fixedTokens;
  const recall = Math.min(budget.recall, Math.max(0, free) * mostRecall);
  const room = Math.floor(Math.min(free, (free - recall) / options.triggerTokenRatio));
  const tailShare = options.tailShare ?? usualTailShare(options, recall > 0);
  return {
    room,
    ratio: (state.summaryTokens + state.tailTokens) / Math.max(1, room),
    tailTarget: Math.floor(Math.max(0, room) * tailShare),
    summaryBound: Math.floor(Math.max(0, room) * options.summaryShare),
    leafTokens: options.leafTokens ?? Math.min(clamp(budget.total / 8, 400, 6_000), Math.max(150, room / 4)),
  };
}
