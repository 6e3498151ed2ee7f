/**
 * Fits the newest messages into the tail's allotment (step 3 of sections.ts): shortens oversized messages, then
 * replaces the oldest ones by prepared summaries or by one stand-in. It cuts only between units.
 *
 * The result must stay the same while messages arrive (I-7). So the limits of single messages depend on the allotment
 * alone, and the cut moves in steps of a quarter of it, measured from the beginning of the thread.
 */
import type { Message } from '../message/message.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type RepairedMessage, repairSteps } from './repair.ts';
import {
  costOf,
  rememberShapes,
  type Shapes,
  type ShownMessage,
  shapeGroup,
  showAlone,
  smallestLimit,
  wholeGroup,
} from './shape.ts';
import { commonLimit } from './shorten.ts';
import { type Excerpter, messagesStandIn } from './stand-in.ts';
import type { Group } from './tail-groups.ts';

/** Messages without a summary that are older than those read, with a sample of them (see `standInSample`). */
export type UnreadRange = { from: number; to: number; tokens: number; messages: readonly Message[] };

/** The first `count` prepared summaries: the last message they cover, what they cost, and the tokens they replace. */
export type PreparedOption = { count: number; to: number; tokens: number; sourceTokens: number };

export type StandIn = { from: number; to: number; text: string; tokens: number };

/** `prepared` says how many prepared summaries stand before the stand-in and the shown messages. */
export type TailLayout = { prepared: number; standIn: StandIn | undefined; shown: ShownMessage[] };

const emptyLayout: TailLayout = { prepared: 0, standIn: undefined, shown: [] };

export type TailInput = {
  counter: TokenCounter;
  /** First message that no live summary covers. */
  from: number;
  messages: readonly Message[];
  groups: readonly Group[];
  unread: UnreadRange | null;
  /** For one, two, three … prepared summaries. */
  prepared: readonly PreparedOption[];
  allotment: number;
  excerpt: Excerpter;
};

type FitInput = TailInput & { textOf: (group: Group) => Steps<readonly RepairedMessage[]>; shapes: Shapes };

/**
 * `actual` is what is shown. `usual` is what would be shown if the newest message got no more room than any
 * other: what the two have in common will still be there when the next message comes. Undefined if the allotment is
 * too small even for the newest message.
 */
export function* fitTail(given: TailInput): Steps<{ actual: TailLayout; usual: TailLayout } | undefined> {
  const input = { ...given, textOf: groupTexts(given), shapes: rememberShapes(given.counter) };
  const usual = yield* layOutTail(input, { favoursNewest: false });
  const newest = input.messages.at(-1)!;
  const favoursNewest = usual?.shown.some(({ seq, shortened }) => seq === newest.seq && shortened) ?? true;
  const actual = favoursNewest ? yield* layOutTail(input, { favoursNewest }) : usual;
  if (actual !== undefined) return { actual, usual: usual ?? emptyLayout };
  const smallest = yield* layOutNewest(input);
  return smallest && { actual: smallest, usual: emptyLayout };
}

/** The calls and results of a group as text. Remembered, because a group may be shaped for several limits. */
function groupTexts({ counter, allotment }: TailInput): FitInput['textOf'] {
  const known = new Map<Group, readonly RepairedMessage[]>();
  return function* (group) {
    const { messages } = group;
    const texts =
      known.get(group) ??
      (yield* repairSteps({ messages, counter, countUpTo: allotment, pairsAsText: true }));
    known.set(group, texts);
    return texts;
  };
}

function* layOutTail(
  input: FitInput,
  { favoursNewest }: { favoursNewest: boolean },
): Steps<TailLayout | undefined> {
  const { counter, messages, unread, allotment } = input;
  const newest = messages.at(-1)!.seq;
  const newestLimit = allotment - standInLimitOf(allotment);
  const resultLimit = Math.max(smallestLimit, Math.floor(allotment / 8));
  const messageLimit = Math.max(smallestLimit, Math.floor(allotment / 4));
  const limitFor = (otherLimit: number) => (message: RepairedMessage) => {
    if (favoursNewest && message.seq === newest) return newestLimit;
    return message.content.parts.some(({ type }) => type === 'tool-result') ? resultLimit : otherLimit;
  };
  if (unread === null) {
    const resultsShortened = (yield* shapeAll(input, limitFor(Number.POSITIVE_INFINITY)))?.flat();
    if (resultsShortened !== undefined && costOfAll(resultsShortened, counter) <= allotment)
      return { prepared: 0, standIn: undefined, shown: resultsShortened };
  }
  const shaped = yield* shapeAll(input, limitFor(messageLimit));
  if (shaped === undefined) return undefined;
  if (unread === null) {
    const shown = shaped.flat();
    if (costOfAll(shown, counter) <= allotment) return { prepared: 0, standIn: undefined, shown };
  }
  const costFrom = shaped.map((shown) => costOfAll(shown, counter));
  for (let index = costFrom.length - 2; index >= 0; index -= 1) costFrom[index]! += costFrom[index + 1]!;
  return (
    withPreparedAlone(input, { shaped, costFrom }) ??
    withStandIn(input, { shaped, costFrom, prepared: usablePrepared(input) }) ??
    withStandIn(input, { shaped, costFrom, prepared: 0 })
  );
}

/** Every group within the limits of its messages. */
function* shapeAll(
  { groups, shapes, textOf, counter }: FitInput,
  limitOf: (message: RepairedMessage) => number,
): Steps<ShownMessage[][] | undefined> {
  const all: ShownMessage[][] = [];
  for (const group of groups) {
    const shown =
      wholeGroup(group, { limitOf, counter }) ??
      (yield* shapeGroup({ group, limitOf, shapes, asText: () => textOf(group) }));
    if (shown === undefined) return undefined;
    all.push(shown);
  }
  return all;
}

function costOfAll(shown: readonly ShownMessage[], counter: TokenCounter): number {
  return shown.reduce((sum, one) => sum + costOf(one, counter), 0);
}

/** The messages of each group as they are shown, and what each group costs together with all groups after it. */
type ShapedGroups = { shaped: readonly ShownMessage[][]; costFrom: readonly number[] };

/** The fewest prepared summaries with which everything after them fits. */
function withPreparedAlone(
  { groups, unread, prepared, allotment }: FitInput,
  { shaped, costFrom }: ShapedGroups,
): TailLayout | undefined {
  for (const option of prepared) {
    if (unread !== null && option.to < unread.to) continue;
    const first = groups.findIndex(({ from }) => from > option.to);
    if (first === -1 || (first > 0 && groups[first - 1]!.to > option.to)) continue;
    if (costFrom[first]! + option.tokens <= allotment)
      return { prepared: option.count, standIn: undefined, shown: shaped.slice(first).flat() };
  }
  return undefined;
}

/** How many prepared summaries may stand before a stand-in: they leave the newest group and half of the allotment. */
function usablePrepared({ groups, prepared, allotment }: FitInput): number {
  const newestGroup = groups.at(-1)!;
  return prepared.filter(({ to, tokens }) => to < newestGroup.from && tokens <= allotment / 2).length;
}

/** The layout with this many prepared summaries, a stand-in, and the newest groups that fit behind them. */
function withStandIn(
  input: FitInput,
  { shaped, costFrom, prepared }: ShapedGroups & { prepared: number },
): TailLayout | undefined {
  const { groups, unread, allotment } = input;
  const option = input.prepared[prepared - 1];
  const first = chooseCut({
    groups,
    costFrom,
    room: allotment - standInLimitOf(allotment) - (option?.tokens ?? 0),
    after: option?.to ?? 0,
    step: Math.max(1, Math.floor(allotment / 4)),
    hasUnread: unread !== null,
  });
  if (first === undefined) return undefined;
  const shown = shaped.slice(first).flat();
  return addStandIn(input, { prepared, to: groups[first]!.from - 1, shown });
}

/**
 * The layout if not even the newest group fits with the usual limits. Its messages share the room equally. If that
 * leaves too little for each, only the newest message is shown.
 */
function* layOutNewest(input: FitInput): Steps<TailLayout | undefined> {
  const { counter, groups, messages, allotment, shapes, textOf } = input;
  const group = groups.at(-1)!;
  const room = allotment - standInLimitOf(allotment);
  const sizes = group.repaired.map((one) => costOf(one, counter));
  const limit = commonLimit(sizes, room);
  if (limit >= smallestLimit) {
    const shown = yield* shapeGroup({ group, limitOf: () => limit, shapes, asText: () => textOf(group) });
    if (shown !== undefined && costOfAll(shown, counter) <= room)
      return addStandIn(input, { prepared: 0, to: group.from - 1, shown });
  }
  const newest = messages.at(-1)!;
  const alone = yield* showAlone({ message: newest, limit: room, counter });
  return alone && addStandIn(input, { prepared: 0, to: newest.seq - 1, shown: alone });
}

function standInLimitOf(allotment: number): number {
  return Math.min(600, Math.max(smallestLimit, Math.floor(allotment / 10)));
}

/** The layout with a stand-in for all messages up to `to` that the prepared summaries do not cover. */
function addStandIn(
  input: TailInput,
  { prepared, to, shown }: { prepared: number; to: number; shown: ShownMessage[] },
): TailLayout | undefined {
  const { counter, messages, unread, allotment } = input;
  const option = input.prepared[prepared - 1];
  const from = option === undefined ? input.from : option.to + 1;
  if (from > to) return { prepared, standIn: undefined, shown };
  const start = messages[0]!.tokensBefore - (unread?.tokens ?? 0) + (option?.sourceTokens ?? 0);
  const end = messages.find(({ seq }) => seq > to)!.tokensBefore;
  const overhead = counter.message({ role: 'user', parts: [] });
  const text = messagesStandIn({
    from,
    to,
    tokens: Math.max(0, end - start),
    messages: [...(unread?.messages ?? []), ...messages].filter(({ seq }) => seq >= from && seq <= to),
    complete: unread === null,
    limit: standInLimitOf(allotment) - overhead,
    counter,
    excerpt: input.excerpt,
  });
  if (text === undefined) return undefined;
  return { prepared, standIn: { from, to, text, tokens: overhead + counter.count(text) }, shown };
}

/**
 * The first group to show. It is the earliest one that fits among those where a new step begins, so that the choice
 * stays the same until a whole step of messages has come.
 */
function chooseCut(options: {
  groups: readonly Group[];
  /** Cost of each group together with all groups after it. */
  costFrom: readonly number[];
  room: number;
  /** The last message that prepared summaries cover. */
  after: number;
  /** Tokens of a step. */
  step: number;
  /** True if older messages were not read. A stand-in then also replaces the first group, unless it is the only one. */
  hasUnread: boolean;
}): number | undefined {
  const { groups, costFrom, room, after, step, hasUnread } = options;
  const stepOf = (index: number) => Math.floor(groups[index]!.tokensBefore / step);
  let earliest: number | undefined;
  for (let index = hasUnread ? 1 : 0; index < groups.length; index += 1) {
    if (groups[index]!.from <= after || costFrom[index]! > room) continue;
    if (index > 0 && stepOf(index) > stepOf(index - 1)) return index;
    earliest ??= index;
  }
  return earliest ?? (hasUnread && groups.length === 1 && costFrom[0]! <= room ? 0 : undefined);
}
