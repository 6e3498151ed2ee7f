/**
 * Divides the room of one context between passages of earlier requests, passages and resources of this request, and the
 * conversation. The decisions depend on what was found. So a context that is made again from its record takes
 * the recorded figures instead of deciding again.
 */
import type { Arrangement } from '../records/request.ts';
import type { Steps } from '../text/steps.ts';
import type { Resource } from './context.ts';
import { type FittedFound, type FoundToFit, fitFound, leastTokensFound } from './fit-found.ts';
import type { FixedSection } from './fixed.ts';
import { createPassageLines, type PassageLines, type PlacedPassages } from './passages.ts';
import { totalOf } from './sections.ts';
import type { StableLayout } from './stable-layout.ts';
import { showResources, type VolatileText } from './volatile.ts';

/**
 * If new passages and resources do not all fit beside earlier passages, those stay if at least this share of the new
 * tokens fits.
 */
const enoughBesideEarlier = 0.6;
/** If they do not all fit beside the tail, the tail stays unchanged if at least this share of their tokens fits. */
const enoughBesideTail = 0.95;
/** To keep the newest message whole, new passages and resources are cut down to this share of their tokens at least. */
const leastBesideNewest = 0.6;
/**
 * This share of the available tokens stays free beside earlier passages. Otherwise the next message would already
 * displace them.
 */
const keptFree = 0.05;
/**
 * Removing earlier passages has everything behind them sent anew. If that is more than this share of the available
 * tokens, a compaction is cheaper.
 */
const mostSentAnew = 0.25;
/** Share of the tokens left by the fixed sections that resources may take, even from the tail. */
const resourcesShare = 0.5;

export type LaidOut = {
  fixed: readonly FixedSection[];
  layout: { actual: StableLayout; usual: StableLayout };
};

export type ArrangeInput = FoundToFit & {
  /** Tokens for the whole context. */
  available: number;
  /**
   * Lays the conversation out in the room that is left when `takenTokens` are taken off. If fixed sections are given,
   * it uses these, and the tail may lose its own share too.
   */
  layOut: (takenTokens: number, fixed?: readonly FixedSection[]) => Steps<LaidOut | undefined>;
  /** Number of the newest message; undefined if there is none. */
  newestSeq: number | undefined;
  /** Passages of earlier requests, oldest first. */
  earlierPassages: readonly PlacedPassages[];
  /** Most tokens that new passages may take once the tail was shortened for them; undefined for `mostRecalled`. */
  mostBesideLess: number | undefined;
  /** False if new passages may not take any room from the tail. */
  mayDisplace: boolean;
};

export type Arranged = {
  fixed: readonly FixedSection[];
  layout: StableLayout;
  usual: StableLayout;
  shownResources: VolatileText<Resource> | undefined;
  placed: PlacedPassages[];
  forced: boolean;
  displaced: boolean;
  arrangement: Arrangement;
};

/** The conversation beside the passages of earlier requests that stay. */
type Start = {
  earlier: readonly PlacedPassages[];
  laidOut: LaidOut;
  /** Tokens that the fixed sections leave. */
  afterFixed: number;
  /** Tokens that nothing uses yet. */
  unused: number;
  /** Tokens that new passages may use without displacing anything. */
  open: number;
};

/**
 * Tokens that new passages may use without displacing anything; undefined if something already has to be shortened or
 * removed.
 */
export function* openRoom(input: ArrangeInput): Steps<number | undefined> {
  const { earlierPassages, frameTokens } = input;
  const start = yield* firstThatFits(earlierPassages, (earlier) => layOutBeside(input, earlier));
  if (start === undefined || start.laidOut.layout.actual.forced) return undefined;
  return start.earlier.length < earlierPassages.length ? undefined : start.open - frameTokens;
}

/** Undefined if no form of the conversation fits. */
export function* arrange(input: ArrangeInput): Steps<Arranged | undefined> {
  const lines = createPassageLines();
  return yield* firstThatFits(input.earlierPassages, (earlier) => arrangeBeside(input, earlier, lines));
}

/** Beside all passages of earlier requests, else beside those of the newest, else beside none. */
function* firstThatFits<Result>(
  passages: readonly PlacedPassages[],
  make: (earlier: readonly PlacedPassages[]) => Steps<Result | undefined>,
): Steps<Result | undefined> {
  const choices = [
    passages,
    ...(passages.length > 1 ? [passages.slice(-1)] : []),
    ...(passages.length > 0 ? [[]] : []),
  ];
  for (const earlier of choices) {
    const made = yield* make(earlier);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** Undefined if the conversation does not fit beside these passages. */
function* layOutBeside(input: ArrangeInput, earlier: readonly PlacedPassages[]): Steps<Start | undefined> {
  const { frameTokens, available, layOut } = input;
  const earlierTokens = tokensOf(earlier, frameTokens);
  const laidOut = yield* layOut(earlierTokens);
  if (laidOut === undefined) return undefined;
  const { actual } = laidOut.layout;
  // The newest passages belong to the request that is being answered. They stay even if messages are shortened for
  // them; older ones do not.
  if (earlier.length > 1 && actual.forced) return undefined;
  // Passages are dropped if the message they were recalled for is no longer shown whole.
  if (earlier.some(({ after }) => !canStandBehind(input, actual, after))) return undefined;
  const afterFixed = available - totalOf(laidOut.fixed);
  const unused = afterFixed - actual.cost - earlierTokens;
  const open = earlier.length > 0 ? Math.max(0, unused - Math.floor(available * keptFree)) : unused;
  return { earlier, laidOut, afterFixed, unused, open };
}

/** Undefined if the context does not fit with these passages of earlier requests. */
function* arrangeBeside(
  input: ArrangeInput,
  earlier: readonly PlacedPassages[],
  lines: PassageLines,
): Steps<Arranged | undefined> {
  const start = yield* layOutBeside(input, earlier);
  if (start === undefined) return undefined;
  const { laidOut, afterFixed, unused, open } = start;
  const { actual } = laidOut.layout;
  const hasEarlier = earlier.length > 0;
  const hasResources = input.resources.length > 0;
  const options = {
    earlier,
    layout: actual,
    lines,
    resourceRoom: Math.max(unused, Math.floor(afterFixed * resourcesShare)),
    passageRoom: !input.mayDisplace && !hasResources ? open : afterFixed,
  };
  // Most questions find far more than fits beside earlier passages. The lower bound shows it without fitting them.
  if (hasEarlier && !hasResources && leastTokensFound(input, options) * enoughBesideEarlier > unused)
    return undefined;
  const all = fitFound(input, options);
  if (all.tokens <= open) return arrangedWith(input, start, { layout: actual, fitted: all });
  // Showing a little less is better than sending everything behind the change anew.
  if (unused >= all.tokens * (hasEarlier ? enoughBesideEarlier : enoughBesideTail)) {
    const fitted = fitFound(input, {
      earlier,
      layout: actual,
      lines,
      resourceRoom: unused,
      passageRoom: open,
    });
    return arrangedWith(input, start, { layout: actual, fitted });
  }
  if (hasEarlier) return undefined;
  // New passages and resources replace the oldest messages of the tail, for this request only.
  const shorter = yield* layOutShorter(input, { tokens: all.tokens, fixed: laidOut.fixed });
  const layout = shorter?.layout ?? actual;
  const room = afterFixed - layout.cost;
  const most = shorter && input.mostBesideLess;
  const fitted = fitFound(input, {
    earlier,
    layout,
    lines,
    resourceRoom: room,
    passageRoom: room,
    most,
  });
  return arrangedWith(input, start, { layout, fitted, displacing: shorter?.takenTokens ?? null });
}

function arrangedWith(
  input: ArrangeInput,
  { earlier, laidOut }: Start,
  options: { layout: StableLayout; fitted: FittedFound; displacing?: number | null },
): Arranged {
  const { layout, fitted, displacing = null } = options;
  const { shownResources, resourceRoom, newPassages } = fitted;
  const sendsMuchAnew = earlier.length < input.earlierPassages.length && removesMuch(input, layout);
  return {
    ...resultOf({ laidOut, layout, shownResources, sendsMuchAnew }),
    placed: [...earlier, ...newPassages].filter(({ after }) => canStandBehind(input, layout, after)),
    arrangement: {
      kept: tokensOf(earlier, input.frameTokens),
      displacing,
      resources: resourceRoom,
    },
  };
}

/** Whether too much is sent anew because passages of earlier requests are removed. */
function removesMuch({ earlierPassages, available }: ArrangeInput, { shown }: StableLayout): boolean {
  const from = earlierPassages[0]!.after;
  const sentAnew = shown.reduce((sum, { seq, tokens }) => sum + (seq > from ? tokens : 0), 0);
  return sentAnew > available * mostSentAnew;
}

type Shorter = { takenTokens: number; layout: StableLayout };

/**
 * A shorter conversation that leaves `tokens` for new passages and resources. Leaves less if that keeps the newest
 * message whole.
 */
function* layOutShorter(
  { layOut, newestSeq }: ArrangeInput,
  { tokens, fixed }: { tokens: number; fixed: readonly FixedSection[] },
): Steps<Shorter | undefined> {
  function* shorterBy(takenTokens: number): Steps<Shorter | undefined> {
    const laidOut = yield* layOut(takenTokens, fixed);
    return laidOut && { takenTokens, layout: laidOut.layout.actual };
  }
  const shortest = yield* shorterBy(tokens);
  let found = shortest;
  for (let share = 0.9; share >= leastBesideNewest && found && newestSeq; share -= 0.1) {
    if (isShownWhole(found.layout, newestSeq)) return found;
    found = yield* shorterBy(Math.floor(tokens * share));
  }
  return shortest;
}

/** Makes a past context again from the figures of its record. */
export function* arrangeAgain(
  input: Pick<ArrangeInput, 'counter' | 'layOut' | 'earlierPassages' | 'resources'>,
  arrangement: Arrangement,
): Steps<Arranged | undefined> {
  const { counter, layOut, earlierPassages, resources } = input;
  const { kept, displacing, resources: room } = arrangement;
  const laidOut = yield* layOut(kept);
  if (laidOut === undefined) return undefined;
  const shorter = displacing === null ? undefined : yield* layOut(displacing, laidOut.fixed);
  return {
    ...resultOf({
      laidOut,
      layout: (shorter ?? laidOut).layout.actual,
      shownResources: showResources({ sources: resources, room, counter }),
      sendsMuchAnew: false,
    }),
    placed: [...earlierPassages],
    arrangement,
  };
}

function resultOf(
  options: { laidOut: LaidOut; sendsMuchAnew: boolean } & Pick<Arranged, 'layout' | 'shownResources'>,
) {
  const { laidOut, layout, shownResources, sendsMuchAnew } = options;
  const { actual, usual } = laidOut.layout;
  return {
    fixed: laidOut.fixed,
    layout,
    usual,
    shownResources,
    forced: actual.forced,
    displaced: sendsMuchAnew || (layout !== actual && layout.forced),
  };
}

/** Passages stand behind the newest message, or behind one that is shown whole. */
function canStandBehind({ newestSeq }: ArrangeInput, layout: StableLayout, seq: number): boolean {
  return seq === newestSeq || isShownWhole(layout, seq);
}

function isShownWhole({ shown }: StableLayout, seq: number): boolean {
  return shown.some((message) => message.seq === seq && !message.shortened);
}

function tokensOf(passages: readonly PlacedPassages[], frameTokens: number): number {
  return passages.reduce((sum, { tokens }) => sum + tokens + frameTokens, 0);
}
