/**
 * Converts the input of `append` into a message: Everthread's own shape, or a message of any other format, recognized
 * by its shape (see detect-format.ts). The input is copied, so that later changes to it do not reach the log.
 */
import { type EverthreadError, invalidInput } from '../errors.ts';
import { readGiven } from '../input/foreign-values.ts';
import { millisecondsIn, readMilliseconds, timeMembers } from '../input/time.ts';
import { isoTime } from '../runtime.ts';
import { atOnce, type Steps } from '../text/steps.ts';
import { fromModelMessage } from './ai-sdk.ts';
import type { ModelMessage } from './ai-sdk-shapes.ts';
import { fromAnthropic } from './anthropic.ts';
import type { AnthropicMessage } from './anthropic-shapes.ts';
import { blockTypes, type DetectedFormat, detectFormat } from './detect-format.ts';
import { fromGemini } from './gemini.ts';
import { fromLangChain, isLangChain, plainLangChain } from './langchain.ts';
import { checkId, checkLimits, copyJson, manyParts } from './limits.ts';
import {
  type MessageContent,
  type MessageFormat,
  messageFormats,
  type Part,
  type Role,
  roles,
} from './message.ts';
import { chatRoles, fromOpenAIChat } from './openai-chat.ts';
import type { OpenAIChatMessage } from './openai-chat-shapes.ts';
import { fromOpenAIResponsesItem, isItemType, itemTypes } from './openai-responses.ts';
import type { ResponsesItem } from './openai-responses-shapes.ts';
import { type Origin, readOrigin } from './origin.ts';
import {
  isObject,
  listChoices,
  readArray,
  readChoice,
  readObject,
  readString,
  type Source,
} from './provider-fields.ts';
import { readExtra, readPart } from './read-part.ts';
import { fromUIMessage } from './ui-message.ts';
import type { UIMessage } from './ui-message-shapes.ts';

/** `created_at` and `timestamp` are read in the same forms. */
type Own = { id?: string; createdAt?: string | number | Date };

/**
 * Types of messages in clients and frameworks, including other versions with additional members and blocks. Values that
 * these types allow and this package does not know are refused on reading.
 */
type Foreign =
  | {
      readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function' | 'human' | 'ai';
      readonly content?: string | null | readonly { readonly type: string }[];
    }
  | { readonly role: 'system' | 'user' | 'assistant'; readonly parts: readonly { readonly type: string }[] }
  | { readonly role: 'user' | 'model'; readonly parts: readonly object[] }
  | { readonly type: string }
  | { readonly id: string; readonly type?: 'item_reference' | null };

export type MessageInput =
  | (Own & { role: Role; content: string | readonly Part[]; name?: string; origin?: Origin })
  | (Own & MessageContent & { origin?: Origin })
  | (Own & (ModelMessage | OpenAIChatMessage | AnthropicMessage | UIMessage))
  | (Omit<Own, 'id'> & (ResponsesItem | Foreign));

export type NormalizedMessage = MessageContent & { id?: string; createdAt?: string; origin?: Origin };

export type NormalizeOptions = {
  /** The caller's name for this message, such as `messages[3]`. */
  field?: string;
  /** Set if the format is known; otherwise it is recognized by the message's shape. */
  format?: MessageFormat;
};

/** Members that the log gives to a stored message. They are ignored in input. */
const storedMembers = [
  'threadId',
  'seq',
  'unitStart',
  'tokensBefore',
  'tokens',
  'hash',
  'editedAt',
  'removed',
];
const ownMembers = ['role', 'content', 'parts', 'name', 'extra', 'id', 'type', ...storedMembers];

export function normalizeMessage(input: MessageInput, options: NormalizeOptions = {}): NormalizedMessage {
  return atOnce(normalizeSteps(input, options));
}

/** The same in steps, so that a message with many parts can pause between them. */
export function* normalizeSteps(
  input: MessageInput,
  { field = 'message', format }: NormalizeOptions = {},
): Steps<NormalizedMessage> {
  if (!readGiven(field, () => isObject(input)))
    throw invalidInput(field, 'an object with a role and content', input);
  const flat = flatCopy(input);
  const words = format === undefined && flat !== undefined ? plainWords(flat, field) : undefined;
  if (words !== undefined) {
    checkLimits(words, field);
    return words;
  }
  const given = copyJson(flat ?? input, { field }) as Record<string, unknown>;
  const hasMany = [given.parts, given.content].some(
    (parts) => Array.isArray(parts) && parts.length > manyParts,
  );
  if (hasMany) yield;
  const isSerialized = format === undefined && isLangChain(given);
  const message = isSerialized ? { ...plainLangChain(given) } : given;
  const time = takeTime(message, field);
  const mark = takeOrigin(message, field);
  const found = isSerialized ? 'langchain' : formatOf(message, format);
  checkShape(message, found, field);
  const content = convert(message, found, field);
  if (hasMany) yield;
  const id = message.id === undefined ? {} : { id: readId(message.id, `${field}.id`) };
  checkLimits(content, field);
  return { ...content, ...id, ...time, ...mark };
}

/**
 * A shallow copy in which each member was read once. Undefined for anything but a plain object, or if a member cannot
 * be read.
 */
function flatCopy(input: object): Source | undefined {
  try {
    return Object.getPrototypeOf(input) === Object.prototype ? { ...input } : undefined;
  } catch {
    // The error is reported by the copy that reads member by member.
    return undefined;
  }
}

/** A fast path for plain text, which most messages are, and which every format reads in the same way. */
function plainWords(given: Source, field: string): NormalizedMessage | undefined {
  for (const member in given)
    if (member !== 'role' && member !== 'content' && member !== 'createdAt') return undefined;
  const { role, content, createdAt } = given;
  const speaks = role === 'user' || role === 'assistant' || role === 'system';
  if (!speaks || typeof content !== 'string') return undefined;
  const words: NormalizedMessage = { role, parts: [{ type: 'text', text: content }] };
  if (createdAt === undefined) return words;
  if (typeof createdAt !== 'string') return undefined;
  const time = readMilliseconds(createdAt);
  if (time === undefined) throw noTime(field, createdAt);
  words.createdAt = isoTime(time);
  return words;
}

function noTime(field: string, given: unknown): EverthreadError {
  const accepted = 'an ISO time, an RFC 2822 time, seconds or milliseconds since 1970, or a Date';
  return invalidInput(`${field}.createdAt`, accepted, given);
}

function formatOf(message: Source, format: MessageFormat | undefined): DetectedFormat | undefined {
  return format === undefined ? detectFormat(message) : readChoice(format, messageFormats, 'format');
}

/**
 * The message's own time, from any of its members. A time member with another kind of value belongs to the
 * provider and stays.
 */
function takeTime(message: Record<string, unknown>, field: string): { createdAt?: string } {
  const { createdAt } = message;
  if (createdAt !== undefined && createdAt !== null && readMilliseconds(createdAt) === undefined)
    throw noTime(field, createdAt);
  const time = millisecondsIn(message);
  for (const member of timeMembers) {
    if (message[member] === null || readMilliseconds(message[member]) !== undefined) delete message[member];
  }
  return time === undefined ? {} : { createdAt: isoTime(time) };
}

/** A provider may have a member of the same name; ours has a `kind`. */
function takeOrigin(message: Record<string, unknown>, field: string): { origin?: Origin } {
  const { origin } = message;
  if (!isObject(origin) || origin.kind === undefined) return {};
  delete message.origin;
  return { origin: readOrigin(origin, `${field}.origin`) };
}

function checkShape(
  message: Source,
  format: DetectedFormat | undefined,
  field: string,
): asserts format is DetectedFormat {
  if (format === 'gemini' || format === 'langchain') return;
  const isItem = format === 'openai-responses' && typeof message.type === 'string';
  if (isItem && message.role === undefined && !isItemType(message.type as string)) {
    throw invalidInput(
      `${field}.type`,
      `an item of the OpenAI responses API (${itemTypes.join(', ')}, …_call, …_output), or a message with a role and content`,
      message.type,
    );
  }
  if (!isItem && !(chatRoles as readonly unknown[]).includes(message.role)) {
    throw invalidInput(`${field}.role`, listChoices([...roles, 'developer']), message.role);
  }
  if (format !== undefined) return;
  readArray(message.content, `${field}.content`).forEach((block, index) => {
    const place = `${field}.content[${index}]`;
    const { type } = readObject(block, place, 'an object with a type');
    if (!blockTypes.includes(type as string))
      throw invalidInput(`${place}.type`, listChoices(blockTypes), type);
  });
  throw invalidInput(`${field}.content`, 'content blocks of one format', message.content);
}

function convert(message: Record<string, unknown>, format: DetectedFormat, field: string): MessageContent {
  const options = { field };
  switch (format) {
    case 'everthread':
      return fromOwn(message, field);
    case 'ai-sdk':
      return fromModelMessage(withoutId(message) as ModelMessage, options);
    case 'openai-chat':
      return fromOpenAIChat(withoutId(message) as OpenAIChatMessage, options);
    case 'anthropic':
      return fromAnthropic(message as AnthropicMessage, options);
    case 'openai-responses':
      return fromOpenAIResponsesItem(message as ResponsesItem, options);
    case 'ui-message':
      return fromUIMessage(message, options);
    case 'gemini':
      return fromGemini(message, options);
    case 'langchain':
      return fromLangChain(message, options);
  }
}

function withoutId({ id: _ownId, ...message }: Record<string, unknown>): object {
  return message;
}

function fromOwn(message: Source, field: string): MessageContent {
  const role = readChoice(message.role, roles, `${field}.role`);
  // A message stored before other kinds of records existed has no type.
  if (message.type !== undefined) readChoice(message.type, ['message'], `${field}.type`);
  const strange = Object.keys(message).find((member) => !ownMembers.includes(member));
  if (strange !== undefined) {
    throw invalidInput(
      `${field}.${strange}`,
      `left out (a message has ${ownMembers.slice(0, 6).join(', ')}, createdAt, origin)`,
      message[strange],
    );
  }
  const key = message.parts === undefined ? 'content' : 'parts';
  const value = message[key];
  const parts: Part[] =
    typeof value === 'string' && key === 'content'
      ? [{ type: 'text', text: value }]
      : readArray(
          value,
          `${field}.${key}`,
          key === 'parts' ? 'an array of parts' : 'a string or an array of parts',
        ).map((part, index) => readPart(part, `${field}.${key}[${index}]`));
  if (role === 'tool') checkToolParts(parts, value, `${field}.${key}`);
  return {
    role,
    parts,
    ...(message.name !== undefined && { name: readString(message.name, `${field}.name`) }),
    ...readExtra(message, field),
  };
}

/** A tool message needs call ids, to know which call each result answers. */
function checkToolParts(parts: readonly Part[], value: unknown, field: string): void {
  const index = parts.findIndex((part) => part.type !== 'tool-result' && part.type !== 'opaque');
  if (index === -1) return;
  if (typeof value === 'string')
    throw invalidInput(field, 'an array of tool results for role tool, each with a callId', value);
  throw invalidInput(`${field}[${index}].type`, listChoices(['tool-result']), parts[index]!.type);
}

function readId(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '')
    throw invalidInput(field, 'a string that is not empty', value);
  // A database might map such different ids to the same one.
  if (!value.isWellFormed() || value.includes('\0'))
    throw invalidInput(field, 'a string without NUL or lone surrogates', value);
  checkId(value, field);
  return value;
}
