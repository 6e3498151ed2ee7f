/** Options of `eternal`, and the figures its decisions are made from. */
import { invalidOption } from '../errors.ts';
import { type CheckInput, planWindow } from '../strategy.ts';
import { affordedBy, talkOf } from './eternal-afforded.ts';
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
      'Share of the room that a compaction leaves to the tail. Default: 0.3, but at most 1,000 tokens or five thousandths of the room, in a talk 2,000 or sixteen thousandths. The first time at most three tenths of what the compaction saves at once, if the window is large enough to wait until that is usable.',
  }),
  maxRewrites: count({
    default: 5,
    min: 1,
    about:
      'After this many rewrites a merge is made from the originals again, if they fit a few calls of which half was not read before.',
  }),
  // Not `system`: words of users and tools gain no authority by being summarized.
  summaryRole: roleField('user'),
};

export type EternalOptions = OptionsOf<typeof eternalFields>;

const usualSummaryShare = 0.25;

/** Between these, as late as a request of the usual size still fits. */
const usualTrigger = { earliest: 0.9, latest: 0.97 };
/** Of the mean: most requests add less, and few add much more. */
const usualRequest = 0.5;

export function eternalRules(given: EternalOptions, path: OptionPath): void {
  const options = { ...given, triggerTokenRatio: given.triggerTokenRatio ?? usualTrigger.earliest };
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

/** The figures all decisions are made from, in tokens. */
export type Measures = {
  /** What fixed parts and passages beside the tail leave of the budget. */
  room: number;
  ratio: number;
  /** The ratio that asks for a compaction, whatever it costs. */
  trigger: number;
  tailTarget: number;
  /** What is left of the tail where nothing asks for room. */
  pauseTail: number;
  /** Newest messages that take more are no longer all kept. */
  mostRecent: number;
  /** What merges bring summaries down to, where a compaction changes them anyway. */
  summaryBound: number;
  /**
   * Above this they are merged even where nothing else is to be done. Of the whole budget: passages and facts make the
   * room smaller for a while, which is no reason to write anew what has its place.
   */
  summaryMost: number;
  leafTokens: number;
  /** A leaf that is made ahead has at least so many; one for a pause that may come is made where they are more than that. */
  leastAhead: number;
  leastEarly: number;
  /** How much longer than to the cheapest moment is waited. */
  patience: number;
  /** What a first compaction has to leave at least is paid for by what it saves at once. */
  affordsFirst: boolean;
  /** Whether a model is paid for summaries: then few calls that read much each are cheaper than many. */
  paid: boolean;
};

/**
 * What a compaction leaves is read again with every request and written again with every compaction: past what the
 * work at hand needs, more of it costs more than it tells. A large window may have a little more.
 */
const usualTailShare = 0.3;
const usualTail = { tokens: 1_000, share: 0.005 };
/** In a talk, where the last two exchanges are short, more of it is what the next answer goes on from. */
const tailOfTalk = { tokens: 2_000, share: 0.016 };
/**
 * Times as much where the cache has lapsed, or a part of the room where that is more: all of it is written anew once, little
 * by little there is less to save, and in a large window nothing else asks for the place.
 */
const tailAtPause = { times: 2, share: 0.1 };
/**
 * Times the cheapest distance between two compactions: the curve is flat there, and words as they were said are worth
 * something, in a talk, of which no work record is kept, a little more.
 */
const patience = { work: 2, talk: 3 };
/** Newest messages that take more are no longer all kept: of the room in a talk, else times what is left to the tail. */
const mostRecent = { talk: 0.4, work: 2 };
const usualSummaries = { tokens: 3_000, share: 0.03 };
/** Of all that was said: summaries have more room as there is more to tell. */
const told = { tokens: 1_700, share: 0.012 };
/** The same of steps of work: what was done stands in the work record and the exact facts beside them. */
const toldOfWork = { tokens: 900, share: 0.006 };
/** Where as many of the messages are results of tools, they are steps of work. */
const mostlySteps = 0.25;

/** Of what one call can read: a leaf may turn out a quarter larger, and should still be made by one. */
export const leafOfCall = 0.75;
/**
 * Instructions, facts and work are read again with every call, and a summary that is soon merged is read a second time: a
 * leaf of a model tells most of what a compaction takes out.
 */
const paidLeaf = { share: 0.7, most: 24_000 };
/**
 * A leaf made ahead is nearly full where a call has to be paid, or where it may be long before it is needed; half full where
 * code writes and a compaction is near.
 */
const fullAhead = { paid: 0.9, free: 0.5, early: 0.9 };

/** What a plan sees of the messages, and a check of the row alone does not. */
export type Seen = {
  /** Tokens of the last two exchanges, where there are two. Steps of a tool loop are all one. */
  lastExchanges?: number | undefined;
  /** Of the messages that no summary tells yet: the part that are results of tools. */
  steps?: number;
  /** What one call for a summary can read. */
  callTokens?: number;
};

export function measure(input: CheckInput, options: EternalOptions, seen: Seen = {}): Measures {
  const { state, budget } = input;
  const { lastExchanges = Number.POSITIVE_INFINITY, steps = 0, callTokens = Number.POSITIVE_INFINITY } = seen;
  const room = Math.floor(budget.available - state.fixedTokens - recalledTokens(state));
  const shared = Math.max(0, room);
  const most = ({ tokens, share: part }: { tokens: number; share: number }) =>
    Math.max(tokens, shared * part);
  const talk = talkOf(lastExchanges, shared);
  const between = (ofWork: number, ofTalk: number) => ofWork + (ofTalk - ofWork) * talk;
  const afforded = affordedBy(input, { room: shared, talk });
  const worthLeaving = Math.min(shared * usualTailShare, between(most(usualTail), most(tailOfTalk)));
  const tail =
    options.tailShare === null ? afforded.bounded('tail', worthLeaving) : shared * options.tailShare;
  const summaryShare = options.summaryShare ?? usualSummaryShare;
  const ofRoom = shared * summaryShare;
  const worth = steps >= mostlySteps ? toldOfWork : told;
  const worthTelling = Math.max(worth.tokens, state.tokens * worth.share);
  const summaries =
    options.summaryShare === null
      ? afforded.bounded('summaries', Math.min(ofRoom, most(usualSummaries), worthTelling))
      : ofRoom;
  const paid = budget.prices.summarize > 0;
  const usualLeaf = paid
    ? Math.min(shared * paidLeaf.share, paidLeaf.most, callTokens * leafOfCall)
    : Math.min(clamp(budget.total / 8, 400, 6_000), room / 4);
  const leafTokens = options.leafTokens ?? Math.max(150, usualLeaf);
  // A lapsed cache has everything written anew, and bounds nothing: only steps of work are told in as few words as before.
  const tailOfPause = Math.max(tail, talk * (options.tailShare === null ? worthLeaving : tail));
  return {
    room,
    ratio: (state.summaryTokens + state.tailTokens) / Math.max(1, room),
    trigger: options.triggerTokenRatio ?? usualTriggerRatio(input, room),
    tailTarget: Math.floor(tail),
    pauseTail: Math.floor(
      Math.min(
        Math.max(tailOfPause * tailAtPause.times, shared * tailAtPause.share),
        shared * usualTailShare,
      ),
    ),
    mostRecent: Math.floor(between(tail * mostRecent.work, shared * mostRecent.talk)),
    patience: afforded.inTime ? between(patience.work, patience.talk) : patience.work,
    affordsFirst: afforded.enough,
    summaryBound: Math.floor(summaries),
    summaryMost: Math.floor(budget.available * summaryShare),
    leafTokens,
    leastAhead: leafTokens * (paid && options.leafTokens === null ? fullAhead.paid : fullAhead.free),
    leastEarly: leafTokens * fullAhead.early,
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
  const standing = (sent?.recalled ?? []).filter((place) => place.revision === revision);
  return standing.reduce((sum, { tokens }) => sum + tokens, 0);
}
