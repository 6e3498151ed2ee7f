/** Options of `eternal`, and the figures for its decisions. */
import { invalidOption } from '../errors.ts';
import { type CheckInput, planWindow } from '../strategy.ts';
import { affordedCompaction, talkOf } from './eternal-afforded.ts';
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
  triggerTokenRatio: optionalShare({
    about:
      'Ratio at which the oldest messages are summarized whatever it costs. Default: 0.9, or up to 0.97 if a request of the usual size still fits.',
  }),
  resetTokenRatio: share({
    default: 0.7,
    about: 'A compaction that ended below this ratio arms the trigger again at once.',
  }),
  prepareTokenRatio: share({
    default: 0.75,
    about:
      'Ratio from which summaries are prepared for the next compaction. Below it they are prepared only for a pause that outlasts the cache, if that would save something.',
  }),
  cooldownMessages: count({
    default: 4,
    min: 0,
    about: 'Messages after which the trigger is armed again even if the ratio stayed high.',
  }),
  preserveRecent: count({
    default: 4,
    min: 1,
    max: planWindow,
    about:
      'Newest messages kept verbatim (4 are two exchanges of a plain chat), unless they take more than twice the tokens a compaction leaves to the tail.',
  }),
  fanout: count({
    default: 4,
    min: 2,
    max: 32,
    about: 'Number of neighbouring summaries of one tier that merge into one of the next.',
  }),
  leafTokens: optionalCount({
    min: 50,
    about:
      'Tokens of messages in a leaf. Default: an eighth of the budget, 400 to 6,000, or a quarter of the room if that is less. If a model writes: seven tenths of the room, at most 24,000 and three quarters of what one call reads.',
  }),
  summaryShare: optionalShare({
    about:
      'Share of the room that summaries may take. Default: 0.25, but at most 1,700 tokens, or 12 per 1,000 tokens of messages, up to 3,000 or three hundredths of the room. For steps of work, which the work record holds too, 900 tokens or 6 per 1,000.',
  }),
  tailShare: optionalShare({
    about:
      'Share of the room that a compaction leaves to the tail. Default: 0.3, but at most 1,000 tokens or five thousandths of the room, in a talk 2,000 or sixteen thousandths. The first time at most a part of what the compaction saves at once (two tenths in work, three in a talk), if the window is large enough to wait until that is usable.',
  }),
  maxRewrites: count({
    default: 5,
    min: 1,
    about:
      'After this many rewrites a merge is made from the originals again, if they fit a few calls of which half was not read before.',
  }),
  // The default is not `system`, because the words of users and tools gain no authority by being summarized.
  summaryRole: roleField('user'),
};

export type EternalOptions = OptionsOf<typeof eternalFields>;

const usualSummaryShare = 0.25;

/** The default trigger lies between these: as late as a request of the usual size still fits. */
const usualTrigger = { earliest: 0.9, latest: 0.97 };
/** Usual size of a request as a share of the mean, because a few large requests raise the mean. */
const usualRequest = 0.5;

export function eternalRules(ownOptions: EternalOptions, path: OptionPath): void {
  const options = { ...ownOptions, triggerTokenRatio: ownOptions.triggerTokenRatio ?? usualTrigger.earliest };
  keepOrder(options, path, { lower: 'resetTokenRatio', upper: 'triggerTokenRatio' });
  keepOrder(options, path, { lower: 'prepareTokenRatio', upper: 'triggerTokenRatio' });
  const summaryShare = options.summaryShare ?? usualSummaryShare;
  if (summaryShare >= options.resetTokenRatio) {
    throw invalidOption(
      path('summaryShare'),
      `below resetTokenRatio (${options.resetTokenRatio})`,
      options.summaryShare,
    );
  }
  const most = options.resetTokenRatio - summaryShare;
  if (options.tailShare !== null && options.tailShare > most + 1e-9) {
    throw invalidOption(
      path('tailShare'),
      `at most resetTokenRatio - summaryShare (${Number(most.toFixed(4))})`,
      options.tailShare,
    );
  }
}

/** The figures for all decisions, in tokens. */
export type Measures = {
  /** The budget without fixed parts and recalled passages. */
  room: number;
  ratio: number;
  /** The ratio from which a compaction is due whatever it costs. */
  trigger: number;
  tailTarget: number;
  /** Size of the tail after a compaction in a pause. */
  pauseTail: number;
  /** The newest messages are not all kept verbatim if they take more. */
  mostRecent: number;
  /** Merges reduce summaries to this size when a compaction changes them anyway. */
  summaryBound: number;
  /**
   * Larger summaries are merged even without another reason. Measured against the whole budget: passages and facts
   * make the room smaller only for a while, and merges would write the summaries anew.
   */
  summaryMost: number;
  leafTokens: number;
  /** Tokens of a leaf that is written when it is shown. If it costs money, it covers all of a compaction that fits a call. */
  leafAtOnce: number;
  /**
   * Tokens that may remain in the tail beyond its target if a model would have to write a leaf for them. More would
   * bring the next compaction nearer.
   */
  spareTail: number;
  /** True if the savings do not pay for what a compaction usually leaves, and never would in this window. */
  isShort: boolean;
  /** Least tokens of a leaf that is prepared near the trigger. */
  leastPrepared: number;
  /** A leaf for a possible pause is prepared above this size. */
  leastForPause: number;
  /** How much longer to wait for a compaction than until the cheapest moment, as a factor. */
  patience: number;
  /** Whether a first compaction saves enough at once to pay for the least it has to leave. */
  affordsFirst: boolean;
  /** Whether summaries cost money. Then few calls that read much are cheaper than many. */
  paid: boolean;
};

/**
 * The tail that a compaction leaves is read again with every request and written again with every compaction. Beyond
 * what the current work needs, it costs more than it helps. A large window may have a little more.
 */
const usualTailShare = 0.3;
const usualTail = { tokens: 1_000, share: 0.005 };
/** In a talk, whose last two exchanges are short, the next answer needs more of the tail. */
const tailOfTalk = { tokens: 2_000, share: 0.016 };
/**
 * After the cache has lapsed, the tail may be larger: a multiple of its usual size, or a share of the room if that is
 * more. All of it is written anew anyway, a shorter tail would save less and less, and a large window has room for it.
 */
const tailAtPause = { times: 2, share: 0.1 };
/**
 * Distance between two compactions, as a multiple of the cheapest one. Waiting longer costs little more, and messages
 * stay verbatim meanwhile, which is worth more in a talk, because it has no work record.
 */
const patience = { work: 2, talk: 3 };
/**
 * The newest messages are not all kept above this size: a share of the room in a talk, a multiple of the tail in work
 * and in the first compaction, which has to be paid for at once.
 */
const mostRecent = { talk: 0.4, work: 2, first: 2, short: 1.5 };
const usualSummaries = { tokens: 3_000, share: 0.03 };
/** Summaries get more room as the thread grows: at least these tokens, or this share of all messages. */
const grownSummaries = { tokens: 1_700, share: 0.012 };
/** Less for steps of work, because the work record and the exact facts hold what was done. */
const grownSummariesOfWork = { tokens: 900, share: 0.006 };
/** Messages count as steps of work if at least this share of them are tool results. */
const mostlySteps = 0.25;

/** Share of what one call can read. A leaf may turn out a quarter larger and should still fit one call. */
export const leafOfCall = 0.75;
/**
 * A model's leaf covers most of the messages of a compaction, because every call reads instructions, facts and work
 * record again, and a summary that is soon merged is read a second time.
 */
const paidLeaf = { share: 0.7, most: 24_000 };
/** Share of the room, with a maximum in tokens. */
const mostSpareTail = { share: 0.05, tokens: 2_000 };
/**
 * How full a prepared leaf must be: nearly full if the call costs money or the leaf may not be needed for long, half
 * full if code writes and a compaction is near.
 */
const preparedFullness = { paid: 0.9, free: 0.5, early: 0.9 };

/** Figures of the messages that a plan knows, but not a check, which sees only the thread's row. */
export type KnownMessages = {
  /** Tokens of the last two exchanges, if there are two. All steps of a tool loop are one exchange. */
  lastExchanges?: number | undefined;
  /** Share of not yet summarized messages that are tool results. */
  steps?: number;
  /** Tokens that one call for a summary can read. */
  callTokens?: number;
};

export function measure(input: CheckInput, options: EternalOptions, known: KnownMessages = {}): Measures {
  const { state, budget } = input;
  const {
    lastExchanges = Number.POSITIVE_INFINITY,
    steps = 0,
    callTokens = Number.POSITIVE_INFINITY,
  } = known;
  const room = Math.floor(budget.available - state.fixedTokens - recalledTokens(state));
  const positiveRoom = Math.max(0, room);
  const most = ({ tokens, share: part }: { tokens: number; share: number }) =>
    Math.max(tokens, positiveRoom * part);
  const talk = talkOf(lastExchanges, positiveRoom);
  const between = (ofWork: number, ofTalk: number) => ofWork + (ofTalk - ofWork) * talk;
  const afforded = affordedCompaction(input, { room: positiveRoom, talk });
  const usualTailTokens = Math.min(positiveRoom * usualTailShare, between(most(usualTail), most(tailOfTalk)));
  const tail =
    options.tailShare === null ? afforded.limited('tail', usualTailTokens) : positiveRoom * options.tailShare;
  const isShort = !afforded.windowCanPay && tail < usualTailTokens;
  const mostOfTalk = Math.min(
    positiveRoom * mostRecent.talk,
    afforded.isFirst ? tail * mostRecent.first : Number.POSITIVE_INFINITY,
    isShort ? tail * mostRecent.short : Number.POSITIVE_INFINITY,
  );
  const summaryShare = options.summaryShare ?? usualSummaryShare;
  const ofRoom = positiveRoom * summaryShare;
  const grown = steps >= mostlySteps ? grownSummariesOfWork : grownSummaries;
  const grownTokens = Math.max(grown.tokens, state.tokens * grown.share);
  const summaries =
    options.summaryShare === null
      ? afforded.limited('summaries', Math.min(ofRoom, most(usualSummaries), grownTokens))
      : ofRoom;
  const paid = budget.prices.summarize > 0;
  const longestPaid = Math.min(paidLeaf.most, callTokens * leafOfCall);
  const usualLeaf = paid
    ? Math.min(positiveRoom * paidLeaf.share, longestPaid)
    : Math.min(clamp(budget.total / 8, 400, 6_000), room / 4);
  const leafTokens = options.leafTokens ?? Math.max(150, usualLeaf);
  // After a lapsed cache everything is written anew, so savings do not limit the tail of a talk. Work keeps its own.
  const tailOfPause = Math.max(tail, talk * (options.tailShare === null ? usualTailTokens : tail));
  return {
    room,
    ratio: (state.summaryTokens + state.tailTokens) / Math.max(1, room),
    trigger: options.triggerTokenRatio ?? usualTriggerRatio(input, room),
    tailTarget: Math.floor(tail),
    pauseTail: Math.floor(
      Math.min(
        Math.max(tailOfPause * tailAtPause.times, positiveRoom * tailAtPause.share),
        positiveRoom * usualTailShare,
      ),
    ),
    mostRecent: Math.floor(between(tail * mostRecent.work, mostOfTalk)),
    patience: afforded.windowCanPay ? between(patience.work, patience.talk) : patience.work,
    affordsFirst: afforded.paysNow,
    summaryBound: Math.floor(summaries),
    summaryMost: Math.floor(budget.available * summaryShare),
    leafTokens,
    leafAtOnce: paid && options.leafTokens === null ? Math.max(leafTokens, longestPaid) : leafTokens,
    spareTail: paid ? Math.min(positiveRoom * mostSpareTail.share, mostSpareTail.tokens) : 0,
    isShort,
    leastPrepared:
      leafTokens * (paid && options.leafTokens === null ? preparedFullness.paid : preparedFullness.free),
    leastForPause: leafTokens * preparedFullness.early,
    paid,
  };
}

function usualTriggerRatio({ state }: CheckInput, room: number): number {
  const requests = state.sent?.requests ?? 0;
  if (requests === 0) return usualTrigger.earliest;
  const usual = (usualRequest * state.tokens) / requests;
  return Math.min(usualTrigger.latest, Math.max(usualTrigger.earliest, 1 - usual / Math.max(1, room)));
}

function recalledTokens({ sent, revision }: CheckInput['state']): number {
  const shown = (sent?.recalled ?? []).filter((place) => place.revision === revision);
  return shown.reduce((sum, { tokens }) => sum + tokens, 0);
}
