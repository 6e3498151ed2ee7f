/**
 * Fits the newest messages into the tail's allotment (step 4 of sections.ts): shortens what is oversized, then
 * replaces the oldest messages by prepared summaries or by one stand-in. Cuts only between units.
 *
 * Built to stay put while messages arrive (I-7): limits of single messages come from the allotment, and the cut
 * moves in steps of a quarter of it, measured from the beginning of the thread.
 */
import type { Message } from '../message/message.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type RepairedMessage, repairMessages } from './repair.ts';
import { shortenParts, shortenToText, waterLevel } from './shorten.ts';
import { messagesStandIn } from './stand-in.ts';
import { systemNote } from './text.ts';

/** Uncovered messages older than those read, with a sample of them (see `standInSample`). */
export type UnreadRange = { from: number; to: number; tokens: number; messages: readonly Message[] };

/** The first so many prepared summaries, and what they stand for and cost. */
export type PreparedOption = { count: number; to: number; tokens: number; sourceTokens: number };

export type ShownMessage = RepairedMessage & { shortened: boolean };

export type StandIn = { from: number; to: number; text: string; tokens: number };

export type TailLayout = { prepared: number; standIn: StandIn | undefined; shown: ShownMessage[] };

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
};

/** Messages no cut may part. */
export type Group = {
  from: number;
  to: number;
  tokensBefore: number;
  messages: readonly Message[];
  repaired: readonly RepairedMessage[];
};

const smallestLimit = 64;

export function groupTail(options: {
  messages: readonly Message[];
  counter: TokenCounter;
  /** Messages above this size cannot be shown whole; they are not counted again when repaired. */
  countUpTo: number;
}): Group[] {
  const { messages, counter, countUpTo } = options;
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
  const groupOf = new Map(groups.flatMap((group) => group.messages.map(({ seq }) => [seq, group] as const)));
  for (const repaired of repairMessages({ messages, counter, countUpTo })) {
    groupOf.get(repaired.seq)!.repaired.push(repaired);
  }
  return groups;
}

/** What a message takes of the budget: a provider without system messages in the middle needs a word more. */
export function costOf({ content, tokens }: RepairedMessage, counter: TokenCounter): number {
  return content.role === 'system' ? tokens + counter.count(systemNote) : tokens;
}

/**
 * `actual` is what is shown. `usual` is what would be shown if the newest message got no more room than any
 * other: what the two have in common will still be there when the next message comes. Undefined when the
 * allotment is too small for any layout.
 */
export function fitTail(input: TailInput): { actual: TailLayout; usual: TailLayout } | undefined {
  const usual = layOut(input, { favoursNewest: false });
  const newest = input.messages.at(-1)!;
  const isUsual = usual?.shown.every(({ seq, shortened }) => seq !== newest.seq || !shortened);
  const actual = isUsual ? usual : layOut(input, { favoursNewest: true });
  return actual === undefined ? undefined : { actual, usual: usual ?? actual };
}

function layOut(input: TailInput, { favoursNewest }: { favoursNewest: boolean }): TailLayout | undefined {
  const { counter, groups, messages, unread, prepared, allotment } = input;
  const newest = messages.at(-1)!.seq;
  const standInLimit = Math.min(600, Math.max(smallestLimit, Math.floor(allotment / 10)));
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
  if (shaped === undefined) return squeezed();
  if (unread === null && cost(shaped.flat()) <= allotment) {
    return { prepared: 0, standIn: undefined, shown: shaped.flat() };
  }

  /** Cost of each group and all after it. */
  const suffix: number[] = shaped.map(cost);
  for (let index = suffix.length - 2; index >= 0; index -= 1) suffix[index]! += suffix[index + 1]!;
  return withPreparedAlone() ?? withCut(usablePrepared()) ?? withCut(0) ?? squeezed();

  function shapeAll(limitOf: (message: RepairedMessage) => number): ShownMessage[][] | undefined {
    const all: ShownMessage[][] = [];
    for (const group of groups) {
      const shown = shapeGroup({ group, limitOf, counter, countUpTo: allotment });
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
    return first === undefined
      ? undefined
      : standingIn(preparedCount, groups[first]!.from - 1, shaped!.slice(first).flat());
  }

  function standingIn(preparedCount: number, to: number, shown: ShownMessage[]): TailLayout | undefined {
    const option = prepared[preparedCount - 1];
    const from = option === undefined ? input.from : option.to + 1;
    if (from > to) return { prepared: preparedCount, standIn: undefined, shown };
    const start = messages[0]!.tokensBefore - (unread?.tokens ?? 0) + (option?.sourceTokens ?? 0);
    const end = messages.find(({ seq }) => seq > to)!.tokensBefore;
    const overhead = counter.message({ role: 'user', parts: [] });
    const text = messagesStandIn({
      from,
      to,
      tokens: Math.max(0, end - start),
      messages: [...(unread?.messages ?? []), ...messages].filter(({ seq }) => seq >= from && seq <= to),
      complete: unread === null,
      limit: standInLimit - overhead,
      counter,
    });
    if (text === undefined) return undefined;
    return {
      prepared: preparedCount,
      standIn: { from, to, text, tokens: overhead + counter.count(text) },
      shown,
    };
  }

  /** Not even the newest unit fits as it is: its messages share the room, or only the newest is left. */
  function squeezed(): TailLayout | undefined {
    const group = groups.at(-1)!;
    const room = allotment - standInLimit;
    const level = waterLevel(
      group.repaired.map((one) => costOf(one, counter)),
      room,
    );
    if (level >= smallestLimit) {
      const shown = shapeGroup({ group, limitOf: () => level, counter, countUpTo: allotment });
      if (shown !== undefined && cost(shown) <= room) return standingIn(0, group.from - 1, shown);
    }
    const alone = showAlone({ message: messages.at(-1)!, limit: room, counter });
    return alone === undefined ? undefined : standingIn(0, newest - 1, alone);
  }
}

/** One message without those it belongs to, in at most `limit` tokens. */
export function showAlone(options: {
  message: Message;
  limit: number;
  counter: TokenCounter;
}): ShownMessage[] | undefined {
  const { message, limit, counter } = options;
  const repaired = repairMessages({ messages: [message], counter, countUpTo: limit });
  const shown: ShownMessage[] = [];
  for (const one of repaired) {
    const shaped = shapeMessage(one, limit, counter) ?? shapeAsText(one, limit, counter);
    if (shaped === undefined) return undefined;
    shown.push(shaped);
  }
  return shown.reduce((sum, one) => sum + costOf(one, counter), 0) <= limit ? shown : undefined;
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

/** Every message of the group within its limit; calls and results become text when one of them cannot be kept. */
function shapeGroup(options: {
  group: Group;
  limitOf: (message: RepairedMessage) => number;
  counter: TokenCounter;
  countUpTo: number;
}): ShownMessage[] | undefined {
  const { group, limitOf, counter, countUpTo } = options;
  const shaped = group.repaired.map(
    (one) =>
      shapeMessage(one, limitOf(one), counter) ??
      (hasPairs(one) ? undefined : shapeAsText(one, limitOf(one), counter)),
  );
  if (isComplete(shaped)) return shaped;
  const plain = repairMessages({ messages: group.messages, counter, countUpTo, pairsAsText: true }).map(
    (one) => shapeMessage(one, limitOf(one), counter) ?? shapeAsText(one, limitOf(one), counter),
  );
  return isComplete(plain) ? plain : undefined;
}

function shapeMessage(
  message: RepairedMessage,
  limit: number,
  counter: TokenCounter,
): ShownMessage | undefined {
  const extra = costOf(message, counter) - message.tokens;
  if (message.tokens + extra <= limit) return { ...message, shortened: false };
  const shorter = shortenParts({ ...message, limit: limit - extra, counter });
  return shorter && { ...message, ...shorter, shortened: true };
}

function shapeAsText(
  message: RepairedMessage,
  limit: number,
  counter: TokenCounter,
): ShownMessage | undefined {
  const extra = costOf(message, counter) - message.tokens;
  const shorter = shortenToText({ ...message, limit: limit - extra, counter });
  return shorter && { ...message, ...shorter, shortened: true };
}

function hasPairs({ content }: RepairedMessage): boolean {
  return content.parts.some(({ type }) => type === 'tool-call' || type === 'tool-result');
}

function isComplete(shown: readonly (ShownMessage | undefined)[]): shown is ShownMessage[] {
  return shown.every((one) => one !== undefined);
}
