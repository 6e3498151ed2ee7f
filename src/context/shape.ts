/** Gives messages of the tail a form that fits a limit: unchanged, with parts cut, or as text. */
import type { Message } from '../message/message.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { type RepairedMessage, repairSteps } from './repair.ts';
import { shortenParts, shortenToText } from './shorten.ts';
import { systemNote } from './text.ts';

export type ShownMessage = RepairedMessage & { shortened: boolean };

/** The smallest limit for a message, because a mark and a few words need this many tokens. */
export const smallestLimit = 64;

/** Tokens that a message takes from the budget. Some providers need a note before system text in the middle. */
export function costOf({ content, tokens }: RepairedMessage, counter: TokenCounter): number {
  return content.role === 'system' ? tokens + counter.count(systemNote) : tokens;
}

/** Returns a message within a limit, or undefined if that is impossible. */
type Shape = (message: RepairedMessage, limit: number) => Steps<ShownMessage | undefined>;
/** `cut` cuts the largest parts; `asText` turns the message into one shortened text. */
export type Shapes = { cut: Shape; asText: Shape };

/** Remembers shapes, because several layouts try the same message with the same limits, and many parts take long. */
export function rememberShapes(counter: TokenCounter): Shapes {
  const remembering = (shape: Shape): Shape => {
    const known = new Map<RepairedMessage, Map<number, ShownMessage | undefined>>();
    return function* (message, limit) {
      const shapes = known.get(message) ?? new Map<number, ShownMessage | undefined>();
      if (shapes.size === 0) known.set(message, shapes);
      if (!shapes.has(limit)) shapes.set(limit, yield* shape(message, limit));
      return shapes.get(limit);
    };
  };
  const cut = remembering((message, limit) => shapeMessage(message, limit, counter));
  return {
    *cut(message, limit) {
      return costOf(message, counter) <= limit
        ? { ...message, shortened: false }
        : yield* cut(message, limit);
    },
    asText: remembering((message, limit) => shapeAsText(message, limit, counter)),
  };
}

/**
 * The group as it is; undefined if a message of it is above its limit. Asked first, because most groups fit, and steps
 * would cost more than the check.
 */
export function wholeGroup(
  { repaired }: { repaired: readonly RepairedMessage[] },
  { limitOf, counter }: { limitOf: (message: RepairedMessage) => number; counter: TokenCounter },
): ShownMessage[] | undefined {
  const shown: ShownMessage[] = [];
  for (const one of repaired) {
    if (costOf(one, counter) > limitOf(one)) return undefined;
    shown.push({ ...one, shortened: false });
  }
  return shown;
}

/** Every message of the group within its limit. If a call or result cannot be kept, all of the group's become text. */
export function* shapeGroup(options: {
  group: { repaired: readonly RepairedMessage[] };
  limitOf: (message: RepairedMessage) => number;
  shapes: Shapes;
  /** The group with its calls and results as text. */
  asText: () => Steps<readonly RepairedMessage[]>;
}): Steps<ShownMessage[] | undefined> {
  const { group, limitOf, shapes, asText } = options;
  const shaped: ShownMessage[] = [];
  for (const one of group.repaired) {
    const limit = limitOf(one);
    const shown =
      (yield* shapes.cut(one, limit)) ?? (hasPairs(one) ? undefined : yield* shapes.asText(one, limit));
    if (shown === undefined) break;
    shaped.push(shown);
  }
  if (shaped.length === group.repaired.length) return shaped;
  const plain: ShownMessage[] = [];
  for (const one of yield* asText()) {
    const limit = limitOf(one);
    const shown = (yield* shapes.cut(one, limit)) ?? (yield* shapes.asText(one, limit));
    if (shown === undefined) return undefined;
    plain.push(shown);
  }
  return plain;
}

function* shapeMessage(
  message: RepairedMessage,
  limit: number,
  counter: TokenCounter,
): Steps<ShownMessage | undefined> {
  const extra = costOf(message, counter) - message.tokens;
  if (message.tokens + extra <= limit) return { ...message, shortened: false };
  const shorter = yield* shortenParts({ ...message, limit: limit - extra, counter });
  return shorter && { ...message, ...shorter, hash: undefined, shortened: true };
}

function* shapeAsText(
  message: RepairedMessage,
  limit: number,
  counter: TokenCounter,
): Steps<ShownMessage | undefined> {
  const extra = costOf(message, counter) - message.tokens;
  const shorter = yield* shortenToText({ ...message, limit: limit - extra, counter });
  return shorter && { ...message, ...shorter, hash: undefined, shortened: true };
}

function hasPairs({ content }: RepairedMessage): boolean {
  return content.parts.some(({ type }) => type === 'tool-call' || type === 'tool-result');
}

/** One message without the other messages of its unit, in at most `limit` tokens. */
export function* showAlone(options: {
  message: Message;
  limit: number;
  counter: TokenCounter;
}): Steps<ShownMessage[] | undefined> {
  const { message, limit, counter } = options;
  const repaired = yield* repairSteps({ messages: [message], counter, countUpTo: limit });
  const shown: ShownMessage[] = [];
  for (const one of repaired) {
    const shaped = (yield* shapeMessage(one, limit, counter)) ?? (yield* shapeAsText(one, limit, counter));
    if (shaped === undefined) return undefined;
    shown.push(shaped);
  }
  return shown.reduce((sum, one) => sum + costOf(one, counter), 0) <= limit ? shown : undefined;
}
