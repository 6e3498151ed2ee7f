/**
 * Turns a context into the messages sent in place of the client's conversation. The client's own messages are used
 * where a context cannot express them: calls that wait for approval, or that the provider still runs, have no result
 * yet, and a context would only describe them in words.
 */
import type { AssembledContext, ContextItem } from '../../context/context.ts';
import { type Context, createContext } from '../../context/render.ts';
import { emptyMessageText } from '../../context/text.ts';
import { type MessageContent, textOf } from '../../message/message.ts';
import type { Conversation } from './conversation.ts';
import { keyOfId, messageKey } from './message-key.ts';

export type ShownContext = { context: Context; conversation: Conversation };

/** A context whose content is what is sent. */
export type ComposedContext = {
  context: Context;
  /** Index from which the client's own messages are sent after the context. */
  waitingFrom: number | undefined;
};

export function composeContent({ context, conversation }: ShownContext): ComposedContext {
  const content = context.content.filter((message) => !isEmpty(message));
  const { said: withoutVolatile, volatile } = splitVolatile(content, conversation);
  const { shown, waitingFrom } = splitWaiting(withoutVolatile, conversation);
  const whole = volatile === undefined ? shown : withVolatile(shown, volatile, conversation);
  return { context: createContext(rearranged(context, whole)), waitingFrom };
}

/** Keeps the figures of each message. New messages count as stable as the one before them. */
function rearranged(context: Context, content: readonly MessageContent[]): AssembledContext {
  const places = content.map((message) => context.content.indexOf(message));
  const endOf = (end: number) => places.findLastIndex((place) => place !== -1 && place < end) + 1;
  const isStable = context.stable >= context.content.length - 1;
  return {
    ...context,
    content: [...content],
    contentTokens: places.map((place) => context.contentTokens[place] ?? 0),
    spoken: places.map((place, index) => context.spoken[place] ?? content[index]!.parts.length),
    boundaries: context.boundaries.map(endOf),
    stable: isStable && content.length < context.content.length ? content.length : endOf(context.stable),
  };
}

function placeOfNewestUser(content: readonly MessageContent[], conversation: Conversation): number {
  const questionParts = conversation.contentAt(conversation.lastUser).parts.filter((part) => !isBlank(part));
  return content.findLastIndex(
    ({ role, parts }) =>
      role === 'user' &&
      questionParts.every((part, index) => JSON.stringify(part) === JSON.stringify(parts[index])),
  );
}

function isBlank(part: MessageContent['parts'][number]): boolean {
  return part.type === 'text' && part.text.trim() === '';
}

/** Whether the thread equals the conversation, message for message, and is shown in full. */
export function isUnchanged({ context, conversation }: ShownContext): boolean {
  const isOrdinary = ({ section, kind }: ContextItem) =>
    section === 'system' || (section === 'tail' && kind === 'verbatim');
  if (!context.items.every(isOrdinary)) return false;
  const head = context.items.some(({ section }) => section === 'system') ? 1 : 0;
  const conversationContent = context.content.slice(head);
  const kept = conversationContent.filter((message) => !isEmpty(message));
  const ids = context.items.flatMap(({ messageIds }) => messageIds);
  const sameIds =
    kept.length === conversationContent.length &&
    ids.length === conversation.length &&
    ids.every((id, index) => keyOfId(id) === conversation.keyAt(index));
  return (
    sameIds ||
    (kept.length === conversation.length &&
      kept.every((message, index) => messageKey(message) === conversation.keyAt(index)))
  );
}

/** Whether a message was forgotten or taken back. */
function isEmpty({ parts }: MessageContent): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' && only.text === emptyMessageText;
}

/**
 * Opening of the resources (see context/volatile.ts). Recalled passages keep the place that the thread gave them: it is
 * the same in every later request.
 */
const volatileText = /^<given-resources\b/;

/** Splits off the resources, which are a message of their own at the end in the steps of a tool loop. */
function splitVolatile(
  content: readonly MessageContent[],
  conversation: Conversation,
): { said: readonly MessageContent[]; volatile?: MessageContent } {
  const last = content.at(-1);
  const isStep = conversation.lastUser < conversation.length - 1;
  const isVolatile = last?.role === 'user' && volatileText.test(textOf(last.parts));
  return isStep && isVolatile ? { said: content.slice(0, -1), volatile: last } : { said: content };
}

/**
 * Puts the resources back to the user's message they were given for, where they were in the first step, so that the
 * steps share a prefix.
 */
function withVolatile(
  content: readonly MessageContent[],
  volatile: MessageContent,
  conversation: Conversation,
): MessageContent[] {
  const place = conversation.lastUser === -1 ? -1 : placeOfNewestUser(content, conversation);
  const newest = content[place];
  if (newest === undefined) return [...content, volatile];
  return content.with(place, { ...newest, parts: [...newest.parts, ...volatile.parts] });
}

/** Splits off the part that only the client's own messages can express. */
function splitWaiting(
  content: readonly MessageContent[],
  conversation: Conversation,
): { shown: readonly MessageContent[]; waitingFrom: number | undefined } {
  const first = firstWaiting(conversation);
  const key = first === undefined || first === 0 ? undefined : conversation.keyAt(first - 1);
  const before = content.findLastIndex((message) => key !== undefined && messageKey(message) === key);
  if (first === undefined || before === -1) return { shown: content, waitingFrom: undefined };
  return { shown: content.slice(0, before + 1), waitingFrom: first };
}

/** Index of the first message in the current exchange with a call that has no result. */
function firstWaiting(conversation: Conversation): number | undefined {
  const answered = new Set<string>();
  let first: number | undefined;
  for (let index = conversation.length - 1; index > conversation.lastUser; index -= 1) {
    for (const part of conversation.contentAt(index).parts) {
      if (part.type === 'tool-result') answered.add(part.callId);
    }
    const isOpen = conversation
      .contentAt(index)
      .parts.some((part) => part.type === 'tool-call' && !answered.has(part.callId));
    if (isOpen) first = index;
  }
  return first;
}
