/**
 * Who gets which room in one context: passages of earlier requests, what was looked up for this one, and the
 * conversation beside them. What is decided here depends on what was found, so that a context that is made again from
 * its record takes the figures of the decision instead of deciding a second time.
 */
import type { Arrangement } from '../records/request.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Passage, Resource } from './context.ts';
import type { FixedSection } from './fixed.ts';
import type { StableLayout } from './layout.ts';
import { createPassageLines, type PlacedPassages, showPassages } from './passages.ts';
import { showResources, type VolatileText } from './volatile.ts';

/** Part of what is looked up that is shown where showing all of it would change what was sent before. */
const goodEnough = 0.6;
/** The same where only the oldest of the tail would give way. */
const nearlyAll = 0.95;
/** Part of everything that new passages leave free beside older ones, or the next step would already displace those. */
const headroom = 0.05;
/** Part of everything that may be sent anew to take passages out; where more stands behind them, a compaction is cheaper. */
const mostSentAnew = 0.5;
/** Part of what fixed sections leave that resources may take from the tail. */
const largestResources = 0.5;

export type LaidOut = {
  fixed: readonly FixedSection[];
  layout: { actual: StableLayout; usual: StableLayout };
};

export type ArrangeInput = {
  counter: TokenCounter;
  /** Tokens of an empty message around looked up text. */
  frameTokens: number;
  /** Tokens for everything. */
  available: number;
  /** The conversation beside so many tokens; beside these fixed sections it may take the tail's own share too. */
  layOut: (taken: number, beside?: readonly FixedSection[]) => LaidOut | undefined;
  newest: number | undefined;
  standing: readonly PlacedPassages[];
  passages: readonly Passage[];
  recallAfter: number;
  /** What passages take at most. */
  mostRecalled: number | undefined;
  /** The same where the conversation has given way to them, and would leave the rest of the room unused. */
  mostBesideLess: number | undefined;
  mayDisplace: boolean;
  resources: readonly Resource[];
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

type Beside = { kept: readonly PlacedPassages[]; whole: LaidOut; free: number; spare: number; open: number };

/** The conversation beside passages that stand; undefined where it does not fit with them. */
function layOutKept(input: ArrangeInput, kept: readonly PlacedPassages[]): Beside | undefined {
  const { frameTokens, available, layOut } = input;
  const keptTokens = tokensOfKept(kept, frameTokens);
  const whole = layOut(keptTokens);
  // What is being answered keeps its passages as long as anything can be shown beside them; older ones go first.
  if (whole === undefined || (kept.length > 1 && whole.layout.actual.forced)) return undefined;
  // Where they push out the message they were recalled for, they have no place themselves.
  if (kept.some(({ after }) => !hasPlace(input, whole.layout.actual, after))) return undefined;
  const free = available - totalOf(whole.fixed);
  const spare = free - whole.layout.actual.cost - keptTokens;
  const open = kept.length > 0 ? Math.max(0, spare - Math.floor(available * headroom)) : spare;
  return { kept, whole, free, spare, open };
}

function tokensOfKept(kept: readonly PlacedPassages[], frameTokens: number): number {
  return kept.reduce((sum, { tokens }) => sum + tokens + frameTokens, 0);
}

function hasPlace({ newest }: ArrangeInput, layout: StableLayout, after: number): boolean {
  return after === newest || isShownWhole(layout, after);
}

/** Tokens there are for passages that push nothing out; undefined where something does not fit as it is. */
export function openRoom(input: ArrangeInput): number | undefined {
  const { standing } = input;
  const beside =
    layOutKept(input, standing) ?? layOutKept(input, standing.slice(-1)) ?? layOutKept(input, []);
  if (beside === undefined || beside.whole.layout.actual.forced) return undefined;
  return beside.kept.length < standing.length ? undefined : beside.open - input.frameTokens;
}

/** Undefined where there is no room for anything at all. */
export function arrange(input: ArrangeInput): Arranged | undefined {
  const { counter, frameTokens, available, layOut, newest, standing, passages, resources } = input;
  const lines = createPassageLines();
  return arrangeWith(standing) ?? arrangeWith(standing.slice(-1)) ?? arrangeWith([]);

  /** Undefined where it does not fit with the passages that `kept` stands for. */
  function arrangeWith(kept: readonly PlacedPassages[]): Arranged | undefined {
    const beside = layOutKept(input, kept);
    if (beside === undefined) return undefined;
    const { whole, free, spare, open } = beside;
    const { fixed } = whole;
    const needed = lookUp(whole.layout.actual, {
      resources: Math.max(spare, Math.floor(free * largestResources)),
      passages: !input.mayDisplace && resources.length === 0 ? open : free,
    });
    if (needed.tokens <= open) return settled(whole.layout.actual, needed);
    // A little less is better than sending everything behind the change anew.
    if (spare >= needed.tokens * (kept.length > 0 ? goodEnough : nearlyAll)) {
      return settled(whole.layout.actual, lookUp(whole.layout.actual, { resources: spare, passages: open }));
    }
    if (kept.length > 0) return undefined;
    // What was looked up for this request goes before the oldest of the tail, for this request only.
    const smaller = layOutBeside(needed.tokens, fixed);
    const layout = smaller?.layout ?? whole.layout.actual;
    const room = free - layout.cost;
    const most = smaller && input.mostBesideLess;
    return settled(layout, lookUp(layout, { resources: room, passages: room, most }), smaller?.taken);

    function settled(layout: StableLayout, found: ReturnType<typeof lookUp>, taken?: number): Arranged {
      const { shownResources, resourceRoom, fresh } = found;
      return {
        ...arrangedAs({ whole, layout, shownResources, isDear: isDear(layout) }),
        placed: [...kept, ...fresh].filter(({ after }) => hasPlace(input, layout, after)),
        arrangement: {
          kept: tokensOfKept(kept, frameTokens),
          displacing: taken ?? null,
          resources: resourceRoom,
        },
      };
    }

    /** Whether taking out the passages that are not kept has too much sent anew. */
    function isDear(layout: StableLayout): boolean {
      if (kept.length === standing.length) return false;
      const from = standing[0]!.after;
      const behind = layout.shown.reduce((sum, { seq, tokens }) => sum + (seq > from ? tokens : 0), 0);
      return behind > available * mostSentAnew;
    }

    function unseen(layout: StableLayout): readonly Passage[] {
      const seen = new Set(kept.flatMap(({ shown }) => shown.map(({ source }) => source.seq)));
      for (const { seq, shortened } of layout.shown) if (!shortened) seen.add(seq);
      return passages.filter(({ seq }) => !seen.has(seq));
    }

    function lookUp(
      layout: StableLayout,
      room: { resources: number; passages: number; most?: number | undefined },
    ) {
      const resourceRoom = room.resources - frameTokens;
      const shownResources = showResources({ sources: resources, room: resourceRoom, counter });
      const resourceTokens = shownResources === undefined ? 0 : shownResources.tokens + frameTokens;
      const left = room.passages - resourceTokens - frameTokens;
      const most = Math.min(left, room.most ?? input.mostRecalled ?? left);
      const shown = showPassages({
        sources: passages.length === 0 ? passages : unseen(layout),
        room: most,
        counter,
        lines,
      });
      return {
        shownResources,
        resourceRoom,
        fresh: shown === undefined ? [] : [{ after: input.recallAfter, room: most, ...shown }],
        tokens: resourceTokens + (shown === undefined ? 0 : shown.tokens + frameTokens),
      };
    }
  }

  /** The newest message stays as it is where most of what was found can stand beside it. */
  function layOutBeside(most: number, fixed: readonly FixedSection[]) {
    const beside = (taken: number) => {
      const found = layOut(taken, fixed);
      return found && { taken, layout: found.layout.actual };
    };
    const all = beside(most);
    let found = all;
    for (let share = 0.9; share >= goodEnough && found && newest; share -= 0.1) {
      if (isShownWhole(found.layout, newest)) return found;
      found = beside(Math.floor(most * share));
    }
    return all;
  }
}

/** A context of the past, by the figures of its record. */
export function arrangeAgain(
  input: Pick<ArrangeInput, 'counter' | 'layOut' | 'standing' | 'resources'>,
  arrangement: Arrangement,
): Arranged | undefined {
  const { counter, layOut, standing, resources } = input;
  const { kept, displacing, resources: room } = arrangement;
  const whole = layOut(kept);
  if (whole === undefined) return undefined;
  const smaller = displacing === null ? undefined : layOut(displacing, whole.fixed);
  return {
    ...arrangedAs({
      whole,
      layout: (smaller ?? whole).layout.actual,
      shownResources: showResources({ sources: resources, room, counter }),
      isDear: false,
    }),
    placed: [...standing],
    arrangement,
  };
}

function arrangedAs(
  options: { whole: LaidOut; isDear: boolean } & Pick<Arranged, 'layout' | 'shownResources'>,
) {
  const { whole, layout, shownResources, isDear } = options;
  const { actual, usual } = whole.layout;
  return {
    fixed: whole.fixed,
    layout,
    usual,
    shownResources,
    forced: actual.forced,
    displaced: isDear || (layout !== actual && layout.forced),
  };
}

/** Passages stand beside the newest message, or one that is shown as it was said. */
function isShownWhole({ shown }: StableLayout, seq: number): boolean {
  return shown.some((message) => message.seq === seq && !message.shortened);
}

export function totalOf(sections: readonly { tokens: number }[]): number {
  return sections.reduce((sum, { tokens }) => sum + tokens, 0);
}
