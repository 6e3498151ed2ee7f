/** A layout of the conversation: which parts it shows, the open request before them, and what all of it costs. */
import type { Message } from '../message/message.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ShownLedger } from './ledger.ts';
import type { ShownPage } from './ledger-pages.ts';
import {
  firstSaid,
  isRequestShown,
  type OpenRequest,
  requestBefore,
  type ShownRequest,
  showRequest,
} from './request.ts';
import { costOf, type ShownMessage } from './shape.ts';
import type { ShownSummary } from './summaries.ts';
import type { StandIn, UnreadRange } from './tail.ts';

export type StableLayout = {
  summaries: ShownSummary[];
  /** How many of `summaries`, counted from the end, are prepared ones that are shown early. */
  prepared: number;
  /** Parts of the ledger that stand behind their summaries. */
  pages: ShownPage[];
  ledger: ShownLedger | undefined;
  /** The request that the shown messages go on with, if nothing else shows it. */
  request: ShownRequest | undefined;
  standIn: StandIn | undefined;
  shown: ShownMessage[];
  /**
   * True if messages or summaries are shortened or replaced. A shorter ledger does not count: it needs no compaction.
   */
  forced: boolean;
  /** Tokens it takes from the budget. */
  cost: number;
};

export type LayoutParts = Omit<StableLayout, 'forced' | 'cost' | 'request'>;

/** What the cost of a layout depends on besides its parts. */
export type CostInput = {
  counter: TokenCounter;
  messages: readonly Message[];
  unread: UnreadRange | null;
  /** The user's last request in the summarized messages. */
  request: OpenRequest | null;
  /** Tokens that the fixed sections leave. */
  room: number;
  /** Tokens of the line that opens the messages for some providers if the user does not speak first. */
  openingTokens: number;
};

/** Adds the open request to the parts, and computes the cost of the layout. */
export function withCost(
  input: CostInput,
  parts: LayoutParts,
  { mostWholeRequest = 0 }: { mostWholeRequest?: number } = {},
): StableLayout {
  const { summaries, prepared, standIn, shown } = parts;
  const request = requestFor(input, parts, mostWholeRequest);
  let cost = beginsWithUser({ ...parts, request }) ? 0 : input.openingTokens;
  cost += ledgerTokensOf(parts) + (standIn?.tokens ?? 0);
  for (const { tokens } of summaries) cost += tokens;
  let forced = standIn !== undefined || prepared > 0 || summaries.some(({ kind }) => kind !== 'summary');
  for (let index = 0; index < shown.length; index += 1) {
    const one = shown[index]!;
    cost += costOf(one, input.counter);
    forced ||= one.shortened;
  }
  return { ...parts, forced, request, cost: cost + (request?.tokens ?? 0) };
}

/** Leaves the open request out if the layout fits only without it. */
export function fittingLayout(input: CostInput, layout: StableLayout): StableLayout | undefined {
  const { request, cost } = layout;
  if (cost <= input.room) return layout;
  const bare = { ...layout, request: undefined };
  const opening = request === undefined || beginsWithUser(bare) ? 0 : input.openingTokens;
  bare.cost = cost - (request?.tokens ?? 0) + opening;
  return bare.cost <= input.room ? bare : undefined;
}

/** The request that the shown messages go on with, unless the text before them already shows it. */
function requestFor(
  { counter, messages, unread, request: summarizedRequest }: CostInput,
  { summaries, ledger, standIn, shown }: LayoutParts,
  mostWhole: number,
): ShownRequest | undefined {
  const summarized = unread === null ? summarizedRequest : null;
  const first = firstSaid(shown, messages);
  const request = requestBefore({ first, messages, summarized });
  if (request === null) return undefined;
  const textsBefore = [summaries.at(-1), ledger, standIn].filter((one) => one !== undefined);
  // Behind summaries alone, nothing but the request tells what is to be answered.
  const isShown = first !== undefined && isRequestShown(textsBefore, request);
  return isShown ? undefined : showRequest(request, { counter, mostWhole });
}

export function ledgerTokensOf({ pages, ledger }: Pick<StableLayout, 'pages' | 'ledger'>): number {
  return pages.reduce((sum, { tokens }) => sum + tokens, ledger?.tokens ?? 0);
}

/** Whether the user speaks first. If not, some providers need an opening line. */
function beginsWithUser(parts: Omit<StableLayout, 'forced' | 'cost'>): boolean {
  const { summaries, request, standIn, shown } = parts;
  const hasOwnText = request !== undefined || standIn !== undefined;
  const speaking =
    summaries.find(({ role }) => role !== 'system')?.role ??
    (hasOwnText ? 'user' : shown.find(({ content }) => content.role !== 'system')?.content.role);
  const isEmpty = summaries.length === 0 && !hasOwnText && shown.length === 0;
  return isEmpty || speaking === 'user';
}
