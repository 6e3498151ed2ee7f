/**
 * Decides in which form the ledger, the summaries and the tail are shown. They are whole while they fit; the ledger
 * always stays within its own budget. Otherwise each gets an allotment. If even that is impossible, only one pointer
 * and the newest message are shown. Fixed and volatile sections are handled elsewhere.
 */
import type { Fact } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { Strategy } from '../strategy.ts';
import { rememberWays } from '../text/remembered.ts';
import type { Steps } from '../text/steps.ts';
import { type RenderLedger, type ShownLedger, showLedger } from './ledger.ts';
import { type LedgerPage, showPages } from './ledger-pages.ts';
import { preparedBlocks } from './prepared-blocks.ts';
import { requestReserve } from './request.ts';
import { allotStable, type SectionShares, totalOf } from './sections.ts';
import { showAlone } from './shape.ts';
import {
  type CostInput,
  fittingLayout,
  ledgerTokensOf,
  type StableLayout,
  withCost,
} from './stable-layout.ts';
import { type Excerpter, messagesStandIn } from './stand-in.ts';
import { countBlocks, fitSummaries, type ShownSummary } from './summaries.ts';
import { fitTail, type TailLayout } from './tail.ts';
import { type Group, groupTail, showPlainMessages, showWhole } from './tail-groups.ts';

/** `actual` is shown. `usual` is what the next turn would begin with (see `fitTail`). */
type Layouts = { actual: StableLayout; usual: StableLayout };

export type LayoutInput = CostInput & {
  strategy: Pick<Strategy, 'present'>;
  summaries: readonly SummaryRecord[];
  prepared: readonly SummaryRecord[];
  ledger: readonly Fact[];
  work: WorkRecord | null;
  /** True if another model or person goes on from this context (see `showLedger`). */
  handOff: boolean;
  /** Facts of merged summaries, if they are to stand behind those. */
  pages: readonly LedgerPage[];
  /** The budget of facts, whatever else the context shows. */
  usualFacts: number;
  renderLedger: RenderLedger;
  /** The last message that a live summary covers. */
  coveredTo: number;
  excerpt: Excerpter;
  budgets: SectionShares;
  pinnedTokens: number;
  /** True if one pointer and the newest message may be shown when nothing larger fits. */
  orSmallest: boolean;
};

/** Share of the usual budget of facts that a long request may take to be shown in full. */
const wholeRequestShare = 0.25;
/** The ledger shrinks in steps of this many tokens, so that it stays the same while the room changes a little. */
const ledgerStep = 64;

/** What every form of the conversation is made from. */
type Basis = {
  input: LayoutInput;
  /** All live summaries, as the strategy presents them. */
  live: readonly ShownSummary[];
  /** Those of them that are shown verbatim. They are never cut, so they get room first. */
  preserved: readonly ShownSummary[];
  /** The other ones. */
  blocks: readonly ShownSummary[];
  /** Tokens that the fixed sections and `preserved` leave. */
  free: number;
  /** The messages in groups that no cut may separate, once they were needed (see `groupsOf`). */
  groups?: readonly Group[];
};

/** Undefined if the room is too small for any form of the conversation. */
export function* layOutStable(input: LayoutInput): Steps<Layouts | undefined> {
  const basis = basisOf(input);
  const whole = yield* wholeLayout(basis);
  if (input.unread === null && whole.cost <= input.room) return sameForNextTurn(whole);
  const allotted = yield* allottedLayout(basis, whole);
  return allotted ?? (input.orSmallest ? yield* smallestLayout(basis) : undefined);
}

function basisOf(input: LayoutInput): Basis {
  const { counter, strategy, summaries, room } = input;
  const live = presented(summaries, { strategy, counter });
  const preserved = live.filter(({ verbatim }) => verbatim === true);
  return {
    input,
    live,
    preserved,
    blocks: live.filter(({ verbatim }) => verbatim !== true),
    free: room - totalOf(preserved),
  };
}

function* groupsOf(basis: Basis): Steps<readonly Group[]> {
  const { counter, messages, room } = basis.input;
  basis.groups ??= yield* groupTail({ messages, counter, countUpTo: room });
  return basis.groups;
}

/** All summaries and messages in full, whether they fit or not. */
function* wholeLayout(basis: Basis): Steps<StableLayout> {
  const { input, live } = basis;
  const { budgets, pinnedTokens, messages, usualFacts } = input;
  const parts = {
    summaries: [...live],
    prepared: 0,
    // Within its own budget even if there is room for more: it must not change while the tail grows (I-7).
    ...ledgerWithin(input, Math.max(0, budgets.facts - pinnedTokens)),
    standIn: undefined,
    shown: showPlainMessages(messages) ?? showWhole(yield* groupsOf(basis)),
  };
  return withCost(input, parts, { mostWholeRequest: usualFacts * wholeRequestShare });
}

/** Every section within its allotment. */
function* allottedLayout(basis: Basis, whole: StableLayout): Steps<Layouts | undefined> {
  const { input, live, preserved, blocks, free } = basis;
  const { counter, messages, handOff } = input;
  const ledgerTokens = ledgerTokensOf(whole);
  const allotment = allotStable({
    room: free - input.openingTokens - (handOff ? 0 : requestReserve(free)),
    budgets: input.budgets,
    pinned: input.pinnedTokens,
    demand: { summaries: totalOf(blocks), ledger: ledgerTokens, hasTail: messages.length > 0 },
  });
  const shownBlocks = fitSummaries({ blocks, limit: allotment.summaries, counter });
  if (shownBlocks === undefined) return undefined;
  const ledgerParts =
    allotment.ledger >= ledgerTokens
      ? { pages: whole.pages, ledger: whole.ledger }
      : { pages: [], ledger: ledgerWithoutPages(input, allotment.ledger - (allotment.ledger % ledgerStep)) };
  const prepared = preparedBlocks({ ...input, shownLive: live });
  const layoutWith = (tail: TailLayout): StableLayout => {
    const added = prepared[tail.prepared - 1]?.blocks ?? [];
    const summaries = [...preserved, ...shownBlocks, ...added];
    return withCost(input, { ...tail, summaries, prepared: added.length, ...ledgerParts });
  };
  const tail =
    messages.length === 0
      ? sameForNextTurn<TailLayout>({ prepared: 0, standIn: undefined, shown: [] })
      : yield* fitTail({
          counter,
          from: input.coveredTo + 1,
          messages,
          groups: yield* groupsOf(basis),
          unread: input.unread,
          prepared: prepared.map(({ option }) => option),
          allotment: allotment.tail,
          excerpt: input.excerpt,
        });
  if (tail === undefined) return undefined;
  const actual = fittingLayout(input, layoutWith(tail.actual));
  return actual && { actual, usual: tail.usual === tail.actual ? actual : layoutWith(tail.usual) };
}

/** One pointer to everything before the newest message, and that message. */
function* smallestLayout(basis: Basis): Steps<Layouts | undefined> {
  const { input, preserved, blocks, free } = basis;
  const { counter, messages, excerpt, openingTokens } = input;
  const newest = messages.at(-1);
  if (newest === undefined) {
    const summaries = fitSummaries({ blocks, limit: free - openingTokens, counter });
    return summaries && smallestWith(basis, { summaries, standIn: undefined, shown: [] });
  }
  const overhead = counter.message({ role: 'user', parts: [] });
  const limit = Math.floor((free - openingTokens) / 2) - overhead;
  const from = (preserved.at(-1)?.to ?? 0) + 1;
  const to = newest.seq - 1;
  const text =
    newest.seq === from
      ? ''
      : messagesStandIn({
          from,
          to,
          tokens: newest.tokensBefore,
          messages: [],
          complete: true,
          limit,
          counter,
          excerpt,
        });
  if (text === undefined) return undefined;
  const tokens = text === '' ? 0 : overhead + counter.count(text);
  const left = free - openingTokens - tokens;
  const shown = yield* showAlone({ message: newest, limit: left - requestReserve(left), counter });
  const standIn = text === '' ? undefined : { from, to, text, tokens };
  return shown && smallestWith(basis, { summaries: [], standIn, shown });
}

/** The next turn keeps nothing of the smallest layout. */
function smallestWith(
  { input, preserved }: Basis,
  parts: Pick<StableLayout, 'summaries' | 'standIn' | 'shown'>,
): Layouts | undefined {
  const summaries = [...preserved, ...parts.summaries];
  const noLedger = { prepared: 0, pages: [], ledger: undefined };
  const actual = fittingLayout(input, withCost(input, { ...parts, ...noLedger, summaries }));
  const usual = withCost(input, { ...noLedger, summaries: [], standIn: undefined, shown: [] });
  return actual && { actual, usual };
}

function ledgerWithin(input: LayoutInput, limit: number): Pick<StableLayout, 'pages' | 'ledger'> {
  const { ledger, work, pages, renderLedger, counter } = input;
  const usual = Math.max(0, input.usualFacts - input.pinnedTokens);
  const paged = showPages({ facts: ledger, work, pages, usual, renderLedger, counter, limit });
  return paged ?? { pages: [], ledger: ledgerWithoutPages(input, limit) };
}

function ledgerWithoutPages(
  { ledger, work, renderLedger, counter, handOff }: LayoutInput,
  limit: number,
): ShownLedger | undefined {
  return showLedger({ facts: ledger, work, renderLedger, counter, limit, handOff });
}

/** Remembered, because it is the same in every request until the next compaction. */
const presented = rememberWays(
  (
    summaries: readonly SummaryRecord[],
    { strategy, counter }: Pick<LayoutInput, 'strategy' | 'counter'>,
  ): readonly ShownSummary[] => countBlocks(strategy.present({ summaries }), counter),
  { most: 4 },
);

/** For a layout that will still be the beginning of the next turn's context. */
function sameForNextTurn<Layout>(layout: Layout): { actual: Layout; usual: Layout } {
  return { actual: layout, usual: layout };
}
