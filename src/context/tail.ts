/**
 * Fits the newest messages into the tail's allotment (step 4 of sections.ts): shortens what is oversized, then
 * replaces the oldest messages by prepared summaries or by one stand-in. Cuts only between units.
 *
 * Built to stay put while messages arrive (I-7): limits of single messages come from the allotment, and the cut
 * moves in steps of a quarter of it, measured from the beginning of the thread.
 */
import type { Message } from '../message/message.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { contentOf, isPlain, type RepairedMessage, repairMessages, unchanged } from './repair.ts';
import {
  costOf,
  rememberShapes,
  type Shapes,
  type ShownMessage,
  shapeGroup,
  showAlone,
  smallestLimit,
} from './shape.ts';
import { waterLevel } from './shorten.ts';
import { type Excerpt, messagesStandIn } from './stand-in.ts';

/** Uncovered messages older than those read, with a sample of them (see `standInSample`). */
export type UnreadRange = { from: number; to: number; tokens: number; messages: readonly Message[] };

/** The first so many prepared summaries, and what they stand for and cost. */
export type PreparedOption = { count: number; to: number; tokens: number; sourceTokens: number };

export type StandIn = { from: number; to: number; text: string; tokens: number };

export type TailLayout = { prepared: number; standIn: StandIn | undefined; shown: ShownMessage[] };

/** Nothing that the next turn could begin with. */
const nothing: TailLayout = { prepared: 0, standIn: undefined, shown: [] };

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
  excerpt: Excerpt;
};

/** Messages no cut may part. */
export type Group = {
  from: number;
  to: number;
  tokensBefore: number;
  messages: readonly Message[];
  repaired: readonly RepairedMessage[];
};

export function groupTail(options: {
  messages: readonly Message[];
  counter: TokenCounter;
  /** Messages above this size cannot be shown whole; they are not counted again when repaired. */
  countUpTo: number;
}): Group[] {
  const { messages, counter, countUpTo } = options;
  if (standAlone(messages)) return messages.map(groupOfOne);
  const groups: (Group & { repaired: RepairedMessage[] })[] = [];
  let end = messages.length;
  let reach = Number.POSITIVE_INFINITY;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const { seq, unitStart, tokensBefore } = messages[index]!;
    reach = Math.min(reach, unitStart);
    if (index > 0 && reach < seq) continue;
    const own = messages.slice(index, end);
    groups.push({ from: seq, to: own.at(-1)!.seq, tokensBefore, messages: own, repaired: [] });
    end = index;
    reach = Number.POSITIVE_INFINITY;
  }
  groups.reverse();
  const groupOf = new Map<number, (typeof groups)[number]>();
  for (const group of groups) for (const { seq } of group.messages) groupOf.set(seq, group);
  for (const repaired of repairMessages({ messages, counter, countUpTo })) {
    groupOf.get(repaired.seq)!.repaired.push(repaired);
  }
  return groups;
}

/** Words in units of their own: most messages of most conversations, and nothing around them decides anything. */
function standAlone(messages: readonly Message[]): boolean {
  return messages.every(standsAlone);
}

function standsAlone(message: Message): boolean {
  return message.unitStart === message.seq && isPlain(message);
}

function groupOfOne(message: Message): Group {
  const { seq, tokensBefore } = message;
  return { from: seq, to: seq, tokensBefore, messages: [message], repaired: [unchanged(message)] };
}

/** All of them as they were said; undefined where something around one of them decides how it is shown. */
export function showAsSaid(messages: readonly Message[]): ShownMessage[] | undefined {
  const shown: ShownMessage[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]!;
    if (!standsAlone(message)) return undefined;
    const { seq, tokens, hash } = message;
    shown.push({ seq, content: contentOf(message), tokens, settled: true, hash, shortened: false });
  }
  return shown;
}

export function showWhole(groups: readonly Group[]): ShownMessage[] {
  const shown: ShownMessage[] = [];
  for (const { repaired } of groups)
    for (const { seq, content, tokens, settled, hash } of repaired)
      shown.push({ seq, content, tokens, settled, hash, shortened: false });
  return shown;
}

/**
 * `actual` is what is shown. `usual` is what would be shown if the newest message got no more room than any
 * other: what the two have in common will still be there when the next message comes. Undefined when the
 * allotment is too small even for the newest message.
 */
export function fitTail(given: TailInput): { actual: TailLayout; usual: TailLayout } | undefined {
  const input = { ...given, textOf: groupTexts(given), shapes: rememberShapes(given.counter) };
  const usual = layOut(input, { favoursNewest: false });
  const newest = input.messages.at(-1)!;
  const favours = usual?.shown.some(({ seq, shortened }) => seq === newest.seq && shortened) ?? true;
  const actual = favours ? layOut(input, { favoursNewest: true }) : usual;
  if (actual !== undefined) return { actual, usual: usual ?? nothing };
  const squeezed = squeeze(input);
  return squeezed && { actual: squeezed, usual: nothing };
}

type FitInput = TailInput & { textOf: (group: Group) => readonly RepairedMessage[]; shapes: Shapes };

/** A group may be shaped for several limits: of thousands of parts, its text is written once. */
function groupTexts({ counter, allotment }: TailInput): FitInput['textOf'] {
  const known = new Map<Group, readonly RepairedMessage[]>();
  return (group) => {
    const { messages } = group;
    const texts =
      known.get(group) ?? repairMessages({ messages, counter, countUpTo: allotment, pairsAsText: true });
    known.set(group, texts);
    return texts;
  };
}

function layOut(input: FitInput, { favoursNewest }: { favoursNewest: boolean }): TailLayout | undefined {
  const { counter, groups, messages, unread, prepared, allotment } = input;
  const newest = messages.at(-1)!.seq;
  const standInLimit = standInLimitOf(allotment);
  const resultLimit = Math.max(smallestLimit, Math.floor(allotment / 8));
  const messageLimit = Math.max(smallestLimit, Math.floor(allotment / 4));
  const cost = (shown: readonly ShownMessage[]) => shown.reduce((sum, one) => sum + costOf(one, counter), 0);
  const limitFor = (otherLimit: number) => (message: RepairedMessage) => {
    if (favoursNewest && message.seq === newest) return allotment - standInLimit;
    return message.content.parts.some(({ type }) => type === 'tool-result') ? resultLimit : otherLimit;
  };

  if (unread === null) {
    const resultsShortened = shapeAll(limitFor(Number.POSITIVE_INFINITY));
    if (resultsShortened !== undefined && cost(resultsShortened.flat()) <= allotment) {
      return { prepared: 0, standIn: undefined, shown: resultsShortened.flat() };
    }
  }
  const shaped = shapeAll(limitFor(messageLimit));
  if (shaped === undefined) return undefined;
  if (unread === null && cost(shaped.flat()) <= allotment) {
    return { prepared: 0, standIn: undefined, shown: shaped.flat() };
  }

  /** Cost of each group and all after it. */
  const suffix: number[] = shaped.map(cost);
  for (let index = suffix.length - 2; index >= 0; index -= 1) suffix[index]! += suffix[index + 1]!;
  return withPreparedAlone() ?? withCut(usablePrepared()) ?? withCut(0);

  function shapeAll(limitOf: (message: RepairedMessage) => number): ShownMessage[][] | undefined {
    const all: ShownMessage[][] = [];
    for (const group of groups) {
      const shown = shapeGroup({ group, limitOf, shapes: input.shapes, asText: () => input.textOf(group) });
      if (shown === undefined) return undefined;
      all.push(shown);
    }
    return all;
  }

  /** The fewest prepared summaries with which everything after them fits. */
  function withPreparedAlone(): TailLayout | undefined {
    for (const option of prepared) {
      if (unread !== null && option.to < unread.to) continue;
      const first = groups.findIndex(({ from }) => from > option.to);
      if (first === -1 || (first > 0 && groups[first - 1]!.to > option.to)) continue;
      if (suffix[first]! + option.tokens <= allotment) {
        return { prepared: option.count, standIn: undefined, shown: shaped!.slice(first).flat() };
      }
    }
    return undefined;
  }

  function usablePrepared(): number {
    const newestGroup = groups.at(-1)!;
    return prepared.filter(({ to, tokens }) => to < newestGroup.from && tokens <= allotment / 2).length;
  }

  function withCut(preparedCount: number): TailLayout | undefined {
    const option = prepared[preparedCount - 1];
    const room = allotment - standInLimit - (option?.tokens ?? 0);
    const first = chooseCut({
      groups,
      suffix,
      room,
      after: option?.to ?? 0,
      step: Math.max(1, Math.floor(allotment / 4)),
      startIsOpen: unread !== null,
    });
    if (first === undefined) return undefined;
    const shown = shaped!.slice(first).flat();
    return standIn(input, { prepared: preparedCount, to: groups[first]!.from - 1, shown });
  }
}

/** Not even the newest unit fits as it is: its messages share the room, or only the newest is left. */
function squeeze(input: FitInput): TailLayout | undefined {
  const { counter, groups, messages, allotment } = input;
  const group = groups.at(-1)!;
  const room = allotment - standInLimitOf(allotment);
  const sizes = group.repaired.map((one) => costOf(one, counter));
  const level = waterLevel(sizes, room);
  if (level >= smallestLimit) {
    const shown = shapeGroup({
      group,
      limitOf: () => level,
      shapes: input.shapes,
      asText: () => input.textOf(group),
    });
    const size = shown?.reduce((sum, one) => sum + costOf(one, counter), 0);
    if (shown !== undefined && size! <= room)
      return standIn(input, { prepared: 0, to: group.from - 1, shown });
  }
  const newest = messages.at(-1)!;
  const alone = showAlone({ message: newest, limit: room, counter });
  return alone && standIn(input, { prepared: 0, to: newest.seq - 1, shown: alone });
}

function standInLimitOf(allotment: number): number {
  return Math.min(600, Math.max(smallestLimit, Math.floor(allotment / 10)));
}

/** The layout with one block for everything between the prepared summaries and what is shown. */
function standIn(
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
 * The first group to show: the earliest that fits among those where a new step begins, so that the choice stays
 * the same until a step's worth of messages has come.
 */
function chooseCut(options: {
  groups: readonly Group[];
  suffix: readonly number[];
  room: number;
  after: number;
  step: number;
  startIsOpen: boolean;
}): number | undefined {
  const { groups, suffix, room, after, step, startIsOpen } = options;
  const stepOf = (index: number) => Math.floor(groups[index]!.tokensBefore / step);
  let earliest: number | undefined;
  for (let index = startIsOpen ? 1 : 0; index < groups.length; index += 1) {
    if (groups[index]!.from <= after || suffix[index]! > room) continue;
    if (index > 0 && stepOf(index) > stepOf(index - 1)) return index;
    earliest ??= index;
  }
  return earliest ?? (startIsOpen && groups.length === 1 && suffix[0]! <= room ? 0 : undefined);
}
