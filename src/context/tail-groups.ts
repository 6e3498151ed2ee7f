/** Puts the messages of the tail into groups that no cut may separate, because they hold calls and their results. */
import type { Message } from '../message/message.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { contentOf, isPlain, type RepairedMessage, repairSteps, unchanged } from './repair.ts';
import type { ShownMessage } from './shape.ts';

/** Messages that no cut may separate: a unit, or units that overlap. */
export type Group = {
  from: number;
  to: number;
  tokensBefore: number;
  messages: readonly Message[];
  repaired: readonly RepairedMessage[];
};

export function* groupTail(options: {
  messages: readonly Message[];
  counter: TokenCounter;
  /** Messages above this size cannot be shown whole, so they are not counted again when they are repaired. */
  countUpTo: number;
}): Steps<Group[]> {
  const { messages, counter, countUpTo } = options;
  if (messages.every(standsAlone)) return messages.map(groupOfOne);
  const groups: (Group & { repaired: RepairedMessage[] })[] = [];
  let end = messages.length;
  // The first message of any unit that begins here or later in the group.
  let earliest = Number.POSITIVE_INFINITY;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const { seq, unitStart, tokensBefore } = messages[index]!;
    earliest = Math.min(earliest, unitStart);
    if (index > 0 && earliest < seq) continue;
    const own = messages.slice(index, end);
    groups.push({ from: seq, to: own.at(-1)!.seq, tokensBefore, messages: own, repaired: [] });
    end = index;
    earliest = Number.POSITIVE_INFINITY;
  }
  groups.reverse();
  const groupOf = new Map<number, (typeof groups)[number]>();
  for (const group of groups) for (const { seq } of group.messages) groupOf.set(seq, group);
  for (const repaired of yield* repairSteps({ messages, counter, countUpTo })) {
    groupOf.get(repaired.seq)!.repaired.push(repaired);
  }
  return groups;
}

/**
 * Plain messages that are units of their own are shown the same whatever is around them. Most messages are like that.
 */
function standsAlone(message: Message): boolean {
  return message.unitStart === message.seq && isPlain(message);
}

function groupOfOne(message: Message): Group {
  const { seq, tokensBefore } = message;
  return { from: seq, to: seq, tokensBefore, messages: [message], repaired: [unchanged(message)] };
}

/** All messages in full, if none of them needs repair; otherwise undefined. */
export function showPlainMessages(messages: readonly Message[]): ShownMessage[] | undefined {
  const shown: ShownMessage[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]!;
    if (!standsAlone(message)) return undefined;
    const { seq, tokens, hash } = message;
    shown.push({ seq, content: contentOf(message), tokens, final: true, hash, shortened: false });
  }
  return shown;
}

/** The repaired messages in full. */
export function showWhole(groups: readonly Group[]): ShownMessage[] {
  const shown: ShownMessage[] = [];
  for (const { repaired } of groups)
    for (const { seq, content, tokens, final, hash } of repaired)
      shown.push({ seq, content, tokens, final, hash, shortened: false });
  return shown;
}
