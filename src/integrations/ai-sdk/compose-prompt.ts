/**
 * A context as the prompt of a model call. The client's own prompt is used where the context says the same, and the
 * client's own messages where the context cannot say them: calls that wait for an approval or are still run by the
 * provider have no result yet, and a context would tell of them in words only.
 */
import type { ContextItem } from '../../context/context.ts';
import { type Context, createContext } from '../../context/render.ts';
import { emptyMessageText, openingText } from '../../context/text.ts';
import { type MessageContent, textOf } from '../../message/message.ts';
import { keyOfId, messageKey } from './message-key.ts';
import type { Prompt, PromptMessage, SystemMessage } from './model-types.ts';
import { toPromptMessage } from './prompt-messages.ts';
import type { ReadPrompt } from './read-prompt.ts';

export type ComposeOptions = {
  context: Context;
  /** The call's own instructions, with the fields they came with. */
  system: readonly SystemMessage[];
  prompt: ReadPrompt;
};

/** Said before a conversation that no longer begins with the user. */
export const openingMessage: PromptMessage = { role: 'user', content: [{ type: 'text', text: openingText }] };

export function systemText(system: readonly SystemMessage[]): string {
  return system.map(({ content }) => content).join('\n\n');
}

export function composePrompt(options: ComposeOptions & { withNewestUser: boolean }): Prompt {
  const { context, system, prompt, withNewestUser } = options;
  if (isUnchanged(options)) return [...system, ...prompt.messages];
  const start = tailStart(context.items);
  const content = [
    ...context.content.slice(0, start),
    ...(withNewestUser ? [prompt.contentAt(prompt.lastUser)] : []),
    ...context.content.slice(start),
  ].filter((message) => !isEmpty(message));
  const { said, lookedUp } = splitLookedUp(content, prompt);
  const { shown, waiting } = splitWaiting(said, prompt);
  const whole = lookedUp === undefined ? shown : withLookedUp(shown, lookedUp, prompt);
  const { instructions = [], messages } = createContext({ ...context, content: [...whole] }).toAiSdk();
  const own = systemText(system);
  const ownFirst = own.trim() !== '' && instructions[0]?.content === own;
  const body = [...messages.map(toPromptMessage), ...waiting];
  return [
    ...(ownFirst ? system : []),
    ...instructions.slice(ownFirst ? 1 : 0).map(toPromptMessage),
    ...(body[0]?.role === 'user' ? [] : [openingMessage]),
    ...body,
  ];
}

/** Whether the newest words of the user are in the context as they were said. */
export function showsNewestUser({ context, prompt }: Pick<ComposeOptions, 'context' | 'prompt'>): boolean {
  return prompt.lastUser === -1 || placeOfNewestUser(context.content, prompt) !== -1;
}

function placeOfNewestUser(content: readonly MessageContent[], prompt: ReadPrompt): number {
  const wanted = prompt.contentAt(prompt.lastUser).parts.filter((part) => !isBlank(part));
  return content.findLastIndex(
    ({ role, parts }) =>
      role === 'user' && wanted.every((part, index) => JSON.stringify(part) === JSON.stringify(parts[index])),
  );
}

function isBlank(part: MessageContent['parts'][number]): boolean {
  return part.type === 'text' && part.text.trim() === '';
}

/** The thread is the prompt, message for message, and all of it is shown as it is. */
function isUnchanged({ context, system, prompt }: ComposeOptions): boolean {
  const isOrdinary = ({ section, kind }: ContextItem) =>
    section === 'system' || (section === 'tail' && kind === 'verbatim');
  if (!context.items.every(isOrdinary)) return false;
  const head = systemText(system).trim() === '' ? 0 : 1;
  const said = context.content.slice(head);
  const kept = said.filter((message) => !isEmpty(message));
  const ids = context.items.flatMap(({ messageIds }) => messageIds);
  const sameIds =
    kept.length === said.length &&
    ids.length === prompt.length &&
    ids.every((id, index) => keyOfId(id) === prompt.keyAt(index));
  return (
    sameIds ||
    (kept.length === prompt.length &&
      kept.every((message, index) => messageKey(message) === prompt.keyAt(index)))
  );
}

/** Messages that were forgotten or taken back. */
function isEmpty({ parts }: MessageContent): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' && only.text === emptyMessageText;
}

/** How many messages stand before the first that is shown as it was said. */
function tailStart(items: readonly ContextItem[]): number {
  const first = items.findIndex(({ section, messageIds }) => section === 'tail' && messageIds.length > 0);
  const before = first === -1 ? items : items.slice(0, first);
  // Resources and passages stand together in one message.
  const joined = new Set<string>();
  return before.filter(({ section }) => {
    if (section !== 'resources' && section !== 'recall') return true;
    if (joined.has(section)) return false;
    joined.add(section);
    return true;
  }).length;
}

/** How volatile sections begin (see context/passages.ts and context/volatile.ts). */
const lookedUpText = /^<(?:recalled-passages|given-resources)\b/;

/** In the steps of a tool loop, what was looked up for the user's message is a message of its own at the end. */
function splitLookedUp(
  content: readonly MessageContent[],
  prompt: ReadPrompt,
): { said: readonly MessageContent[]; lookedUp?: MessageContent } {
  const last = content.at(-1);
  const isStep = prompt.lastUser < prompt.length - 1;
  const isLookedUp = last?.role === 'user' && lookedUpText.test(textOf(last.parts));
  return isStep && isLookedUp ? { said: content.slice(0, -1), lookedUp: last } : { said: content };
}

/** It belongs to the message it was looked up for, where it also stood in the first step: so the steps share a prefix. */
function withLookedUp(
  content: readonly MessageContent[],
  lookedUp: MessageContent,
  prompt: ReadPrompt,
): MessageContent[] {
  const place = prompt.lastUser === -1 ? -1 : placeOfNewestUser(content, prompt);
  const newest = content[place];
  if (newest === undefined) return [...content, lookedUp];
  return content.with(place, { ...newest, parts: [...newest.parts, ...lookedUp.parts] });
}

/** Parts off what the client must say itself. */
function splitWaiting(
  content: readonly MessageContent[],
  prompt: ReadPrompt,
): { shown: readonly MessageContent[]; waiting: readonly PromptMessage[] } {
  const first = firstWaiting(prompt);
  const key = first === undefined || first === 0 ? undefined : prompt.keyAt(first - 1);
  const before = content.findLastIndex((message) => key !== undefined && messageKey(message) === key);
  if (first === undefined || before === -1) return { shown: content, waiting: [] };
  return { shown: content.slice(0, before + 1), waiting: prompt.messages.slice(first) };
}

/** The first message of the exchange in progress with a call that has no result. */
function firstWaiting(prompt: ReadPrompt): number | undefined {
  const answered = new Set<string>();
  let first: number | undefined;
  for (let index = prompt.length - 1; index > prompt.lastUser; index -= 1) {
    for (const part of prompt.contentAt(index).parts) {
      if (part.type === 'tool-result') answered.add(part.callId);
    }
    const isOpen = prompt
      .contentAt(index)
      .parts.some((part) => part.type === 'tool-call' && !answered.has(part.callId));
    if (isOpen) first = index;
  }
  return first;
}
