/**
 * Decides in which form ledger, summaries and tail are shown: whole while they fit, the ledger within its own budget,
 * then everything within its allotment, and at the very least one pointer and the newest message. Fixed
 * and volatile sections are not its business.
 */

import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { Strategy } from '../strategy.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type RenderLedger, type ShownLedger, showLedger } from './ledger.ts';
import { type LedgerPage, type ShownPage, showPages } from './ledger-pages.ts';
import { preparedBlocks } from './prepared-blocks.ts';
import {
  type OpenRequest,
  requestBefore,
  requestReserve,
  type ShownRequest,
  showRequest,
  tellRequest,
} from './request.ts';
import { allotStable, type SectionShares } from './sections.ts';
import { costOf, type ShownMessage, showAlone } from './shape.ts';
import { type Excerpt, messagesStandIn } from './stand-in.ts';
import { countBlocks, fitSummaries, type ShownSummary } from './summaries.ts';
import {
  fitTail,
  type Group,
  groupTail,
  type StandIn,
  showAsSaid,
  showWhole,
  type TailLayout,
  type UnreadRange,
} from './tail.ts';
import { openingText } from './text.ts';

export type StableLayout = {
  summaries: ShownSummary[];
  /** Of `summaries`, from the end: made ahead, and shown before their time. */
  prepared: number;
  /** Parts of the ledger that stand behind their summaries. */
  pages: ShownPage[];
  ledger: ShownLedger | undefined;
  /** What the shown messages go on with, where nothing else tells it. */
  request: ShownRequest | undefined;
  standIn: StandIn | undefined;
  shown: ShownMessage[];
  /** Messages or summaries are not shown as they should be. A shorter ledger is no reason to compact. */
  forced: boolean;
  /** Tokens it takes of the budget. */
  cost: number;
};

/** Of the usual budget of facts: what a long request may take to be told in full. */
const wholeRequest = 0.25;
/** Tokens of the ledger that more or less of room is not worth another one. */
const ledgerStep = 64;

type LayoutParts = Omit<StableLayout, 'forced' | 'cost' | 'request'>;

export type LayoutInput = {
  counter: TokenCounter;
  strategy: Pick<Strategy, 'present'>;
  summaries: readonly SummaryRecord[];
  prepared: readonly SummaryRecord[];
  ledger: readonly Fact[];
  work: WorkRecord | null;
  /** What the user last asked for in the summarized messages. */
  request: OpenRequest | null;
  /** Somebody goes on from the context (see `showLedger`). */
  handOff: boolean;
  /** Facts of merged summaries, where they stand behind those. */
  pages: readonly LedgerPage[];
  /** The budget of facts whatever else there is. */
  usualFacts: number;
  renderLedger: RenderLedger;
  coveredTo: number;
  messages: readonly Message[];
  unread: UnreadRange | null;
  excerpt: Excerpt;
  /** Tokens left when the fixed sections are in. */
  room: number;
  budgets: SectionShares;
  pinnedTokens: number;
  /** Where there is no room for shares: one pointer and the newest message, rather than nothing. */
  orSmallest: boolean;
};

/**
 * `usual` is the layout the next turn would begin with (see `fitTail`). Undefined when the room is too small for
 * any form of the conversation.
 */
export function layOutStable(input: LayoutInput): { actual: StableLayout; usual: StableLayout } | undefined {
  const { counter, strategy, summaries, ledger, renderLedger, work, messages, unread, excerpt } = input;
  const { room, budgets, handOff } = input;
  const opening = counter.message({ role: 'user', parts: [{ type: 'text', text: openingText }] });
  const shownLive = presented(summaries, { strategy, counter });
  /** Never cut, so they are the first to get room. */
  const preserved = shownLive.filter(({ verbatim }) => verbatim === true);
  const blocks = shownLive.filter(({ verbatim }) => verbatim !== true);
  const free = room - preserved.reduce((sum, { tokens }) => sum + tokens, 0);
  let groups: Group[] | undefined;
  const grouped = (): Group[] => {
    groups ??= groupTail({ messages, counter, countUpTo: room });
    return groups;
  };
  const ownLedger = Math.max(0, budgets.facts - input.pinnedTokens);
  const everything: StableLayout = measured(
    {
      summaries: [...shownLive],
      prepared: 0,
      // Within its own budget even where there is room for more: it must not change while the tail grows (I-7).
      ...ledgerWithin(ownLedger),
      standIn: undefined,
      shown: showAsSaid(messages) ?? showWhole(grouped()),
    },
    { hasRoom: true },
  );
  return whole() ?? allotted() ?? (input.orSmallest ? smallest() : undefined);

  function whole() {
    return unread === null && everything.cost <= room ? same(everything) : undefined;
  }

  function allotted() {
    const allotment = allotStable({
      room: free - opening - (handOff ? 0 : requestReserve(free)),
      budgets,
      pinned: input.pinnedTokens,
      demand: {
        summaries: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
        ledger: ledgerTokens(everything),
        hasTail: messages.length > 0,
      },
    });
    const shownBlocks = fitSummaries({ blocks, limit: allotment.summaries, counter });
    if (shownBlocks === undefined) return undefined;
    // In steps, so that it is the same from one request to the next, and laid out once for all of them.
    const shownLedger =
      allotment.ledger >= ledgerTokens(everything)
        ? { pages: everything.pages, ledger: everything.ledger }
        : { pages: [], ledger: ledgerWhole(allotment.ledger - (allotment.ledger % ledgerStep)) };
    const prepared = preparedBlocks({ ...input, shownLive });
    const build = (tail: TailLayout): StableLayout =>
      measured({
        ...tail,
        summaries: [...preserved, ...shownBlocks, ...(prepared[tail.prepared - 1]?.blocks ?? [])],
        prepared: prepared[tail.prepared - 1]?.blocks.length ?? 0,
        ...shownLedger,
      });
    const tail =
      messages.length === 0
        ? same<TailLayout>({ prepared: 0, standIn: undefined, shown: [] })
        : fitTail({
            counter,
            from: input.coveredTo + 1,
            messages,
            groups: grouped(),
            unread,
            prepared: prepared.map(({ option }) => option),
            allotment: allotment.tail,
            excerpt,
          });
    if (tail === undefined) return undefined;
    const actual = fitting(build(tail.actual));
    return actual && { actual, usual: tail.usual === tail.actual ? actual : build(tail.usual) };
  }

  /** No room for shares: one pointer to all that was said, and the newest message. */
  function smallest() {
    const newest = messages.at(-1);
    if (newest === undefined) {
      const shownBlocks = fitSummaries({ blocks, limit: free - opening, counter });
      return shownBlocks && accept({ summaries: shownBlocks, standIn: undefined, shown: [] });
    }
    const overhead = counter.message({ role: 'user', parts: [] });
    const limit = Math.floor((free - opening) / 2) - overhead;
    const from = (preserved.at(-1)?.to ?? 0) + 1;
    const text =
      newest.seq === from
        ? ''
        : messagesStandIn({
            from,
            to: newest.seq - 1,
            tokens: newest.tokensBefore,
            messages: [],
            complete: true,
            limit,
            counter,
            excerpt,
          });
    if (text === undefined) return undefined;
    const tokens = text === '' ? 0 : overhead + counter.count(text);
    const left = free - opening - tokens;
    const shown = showAlone({ message: newest, limit: left - requestReserve(left), counter });
    const standIn = text === '' ? undefined : { from, to: newest.seq - 1, text, tokens };
    return shown && accept({ summaries: [], standIn, shown });
  }

  /** Of such a layout the next turn keeps nothing. */
  function accept(parts: Pick<StableLayout, 'summaries' | 'standIn' | 'shown'>) {
    const summaries = [...preserved, ...parts.summaries];
    const nothing = { prepared: 0, pages: [], ledger: undefined };
    const actual = fitting(measured({ ...parts, ...nothing, summaries }));
    const usual = measured({ ...nothing, summaries: [], standIn: undefined, shown: [] });
    return actual && { actual, usual };
  }

  function measured(parts: LayoutParts, { hasRoom } = { hasRoom: false }): StableLayout {
    const { summaries: blocks, prepared, standIn, shown } = parts;
    const request = requestFor(parts, hasRoom);
    let cost = beginsWithUser({ ...parts, request }) ? 0 : opening;
    cost += ledgerTokens(parts) + (standIn?.tokens ?? 0);
    for (const { tokens } of blocks) cost += tokens;
    let forced = standIn !== undefined || prepared > 0 || blocks.some(({ kind }) => kind !== 'summary');
    for (let index = 0; index < shown.length; index += 1) {
      const one = shown[index]!;
      cost += costOf(one, counter);
      forced ||= one.shortened;
    }
    return { ...parts, forced, request, cost: cost + (request?.tokens ?? 0) };
  }

  /** Without it rather than not at all. */
  function fitting(layout: StableLayout): StableLayout | undefined {
    const { request, cost } = layout;
    if (cost <= room) return layout;
    const bare = { ...layout, request: undefined };
    const first = request === undefined || beginsWithUser(bare) ? 0 : opening;
    bare.cost = cost - (request?.tokens ?? 0) + first;
    return bare.cost <= room ? bare : undefined;
  }

  function requestFor(parts: LayoutParts, hasRoom: boolean) {
    const {
      summaries: blocks,
      ledger: record,
      standIn,
      shown: [first],
    } = parts;
    const summarized = unread === null ? input.request : null;
    const request = requestBefore({ shown: first, messages, summarized });
    if (request === null) return undefined;
    const told = [blocks.at(-1), record, standIn].filter((one) => one !== undefined);
    if (tellRequest(told, request)) return undefined;
    const mostWhole = hasRoom ? input.usualFacts * wholeRequest : 0;
    return showRequest(request, { counter, mostWhole });
  }

  function ledgerWithin(limit: number): Pick<StableLayout, 'pages' | 'ledger'> {
    const { pages } = input;
    const usual = Math.max(0, input.usualFacts - input.pinnedTokens);
    const paged = showPages({ facts: ledger, work, pages, usual, renderLedger, counter, limit });
    return paged ?? { pages: [], ledger: ledgerWhole(limit) };
  }

  function ledgerWhole(limit: number): ShownLedger | undefined {
    return showLedger({ facts: ledger, work, renderLedger, counter, limit, handOff });
  }
}

/** The same from one request to the next, until a compaction changes them. */
const presented = rememberWays(
  (
    summaries: readonly SummaryRecord[],
    { strategy, counter }: Pick<LayoutInput, 'strategy' | 'counter'>,
  ): readonly ShownSummary[] => countBlocks(strategy.present({ summaries }), counter),
  { most: 4 },
);

function ledgerTokens({ pages, ledger }: Pick<StableLayout, 'pages' | 'ledger'>): number {
  return pages.reduce((sum, { tokens }) => sum + tokens, ledger?.tokens ?? 0);
}

/** Some providers want the user to speak first, and get a line to that end where it is not so. */
function beginsWithUser(parts: Omit<StableLayout, 'forced' | 'cost'>): boolean {
  const { summaries, request, standIn, shown } = parts;
  const isOurs = request !== undefined || standIn !== undefined;
  const speaking =
    summaries.find(({ role }) => role !== 'system')?.role ??
    (isOurs ? 'user' : shown.find(({ content }) => content.role !== 'system')?.content.role);
  const nothing = summaries.length === 0 && !isOurs && shown.length === 0;
  return nothing || speaking === 'user';
}

function same<Layout>(layout: Layout): { actual: Layout; usual: Layout } {
  return { actual: layout, usual: layout };
}
