/**
 * Converts the messages of a history or a context to the shapes of providers and apps. The converters in
 * message/ know the shapes; the rules for whole conversations are here. Removed messages, and messages that are in the
 * log without being part of the conversation, are left out.
 */
import { invalidInput } from '../errors.ts';
import { toModelMessages } from '../message/ai-sdk.ts';
import type { ModelMessage } from '../message/ai-sdk-shapes.ts';
import { toAnthropic as toAnthropicPrompt } from '../message/anthropic.ts';
import type { AnthropicMessage, AnthropicPrompt } from '../message/anthropic-shapes.ts';
import { type Message, type MessageContent, textOf } from '../message/message.ts';
import { toOpenAIChat } from '../message/openai-chat.ts';
import type { OpenAIChatMessage } from '../message/openai-chat-shapes.ts';
import { toOpenAIResponses as toResponsesPrompt } from '../message/openai-responses.ts';
import type { ResponsesPrompt } from '../message/openai-responses-shapes.ts';
import { isAside } from '../message/origin.ts';
import { toUIMessages as toShownMessages } from '../message/ui-message.ts';
import type { UIMessage } from '../message/ui-message-shapes.ts';
import { acceptedAnthropic, acceptedChat, acceptedResponses } from './accepted.ts';
import { alternating } from './alternate.ts';
import { withoutCallsToApprove, withoutStrayAnswers } from './calls-to-approve.ts';
import { openingText, systemNote } from './text.ts';
import { wellFormed } from './well-formed.ts';

/** A message of a history, or of a context's `content`. */
export type ConvertibleMessage = MessageContent & Partial<Pick<Message, 'id' | 'removed' | 'origin'>>;

export type SystemModelMessage = Extract<ModelMessage, { role: 'system' }>;
export type AiSdkPrompt = { instructions?: SystemModelMessage[]; messages: ModelMessage[] };

export type OpenAIOptions = {
  /**
   * For templates of local models that accept only the order system, user, assistant, user …: one system message,
   * neighbours of one role joined, and the user first. Default: false.
   */
  alternate?: boolean;
};

/** For `generateText({ model, ...toAiSdk(messages) })`, with system messages apart, as the SDK requires. */
export function toAiSdk(messages: readonly ConvertibleMessage[]): AiSdkPrompt {
  const { leading, rest } = splitSystem(sendableToSdk(messages));
  const instructions = toModelMessages(leading) as SystemModelMessage[];
  return {
    ...(instructions.length > 0 && { instructions }),
    messages: toModelMessages(rest.map(systemAsUser)),
  };
}

export function toOpenAI(
  messages: readonly ConvertibleMessage[],
  { alternate = false }: OpenAIOptions = {},
): OpenAIChatMessage[] {
  if (typeof alternate !== 'boolean') throw invalidInput('alternate', 'true or false', alternate);
  const content = sendable(messages);
  if (!alternate) return acceptedChat(toOpenAIChat(content));
  const { leading, rest } = splitSystem(content);
  return alternating(acceptedChat(toOpenAIChat([...leading, ...rest.map(systemAsUser)])), openingText);
}

export function toOpenAIResponses(messages: readonly ConvertibleMessage[]): ResponsesPrompt {
  const prompt = toResponsesPrompt(sendable(messages));
  return { ...prompt, input: acceptedResponses(prompt.input) };
}

/** Roles alternate, the user speaks first, and system text stands apart. */
export function toAnthropic(messages: readonly ConvertibleMessage[]): AnthropicPrompt {
  const content = sendable(messages);
  const { leading, rest } = splitSystem(content);
  const prompt = toAnthropicPrompt([...leading, ...rest.map(systemAsUser)], { forRequest: true });
  if (content.length > 0 && rest.length === 0) {
    return { ...prompt, messages: [{ role: 'user', content: openingText }] };
  }
  return { ...prompt, messages: withoutTrailingSpace(acceptedAnthropic(prompt.messages)) };
}

/** For `useChat({ messages })`: an answer with all of its steps is one message. */
export function toUIMessages(messages: readonly ConvertibleMessage[]): UIMessage[] {
  return toShownMessages(partOfConversation(messages));
}

function sendable(messages: readonly ConvertibleMessage[]): ConvertibleMessage[] {
  return withoutCallsToApprove(partOfConversation(messages)).map(wellFormed);
}

/** For the AI SDK, which runs the calls that were approved. */
export function sendableToSdk(messages: readonly ConvertibleMessage[]): ConvertibleMessage[] {
  return withoutStrayAnswers(partOfConversation(messages)).map(wellFormed);
}

function partOfConversation(messages: readonly ConvertibleMessage[]): ConvertibleMessage[] {
  const isList = Array.isArray(messages) && messages.every((message) => Array.isArray(message?.parts));
  if (!isList)
    throw invalidInput('messages', 'a list of messages with parts, as history() yields them', messages);
  return messages.filter((message) => message.removed === undefined && !isAside(message));
}

export function splitSystem<Content extends MessageContent>(content: readonly Content[]) {
  const first = content.findIndex(({ role }) => role !== 'system');
  const start = first === -1 ? content.length : first;
  return { leading: content.slice(0, start), rest: content.slice(start) };
}

/** A later system message stays in its place as a user message, so that nothing before it changes (I-7). */
function systemAsUser(message: MessageContent): MessageContent {
  if (message.role !== 'system') return message;
  return { role: 'user', parts: [{ type: 'text', text: `${systemNote}${textOf(message.parts)}` }] };
}

/** The API refuses a last assistant message that ends in white space. */
function withoutTrailingSpace(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const content =
    typeof last.content === 'string'
      ? last.content.trimEnd()
      : last.content.map((block, index) =>
          index === last.content.length - 1 && block.type === 'text'
            ? { ...block, text: block.text.trimEnd() }
            : block,
        );
  return [...messages.slice(0, -1), { ...last, content }];
}
