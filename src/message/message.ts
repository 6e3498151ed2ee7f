/**
 * A message as Everthread stores it: immutable, made of parts, in no provider's shape. Conversion to and from provider
 * formats is in the neighbouring files.
 */
import { invalidInput } from '../errors.ts';
import type { Origin } from './origin.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const roles = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof roles)[number];

/** The formats that a message can arrive in and be given back in. */
export const messageFormats = [
  'ai-sdk',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ui-message',
] as const;
export type MessageFormat = (typeof messageFormats)[number];

/**
 * Unknown fields, by the format they arrived in. They are given back in that same format and left out of every other.
 */
export type Extra = { [format in MessageFormat]?: JsonObject };

export type TextPart = { type: 'text'; text: string; extra?: Extra };
export type ReasoningPart = { type: 'reasoning'; text: string; extra?: Extra };
export type ToolCallPart = { type: 'tool-call'; callId: string; name: string; input: Json; extra?: Extra };
export type ToolResultPart = {
  type: 'tool-result';
  callId: string;
  /** Absent if the provider's result does not name its tool. */
  name?: string;
  output: Json;
  isError?: boolean;
  extra?: Extra;
};
/** A file or image: `data` is base64, `url` points to it; exactly one of them is set. */
export type FilePart = {
  type: 'file';
  mediaType: string;
  data?: string;
  url?: string;
  filename?: string;
  extra?: Extra;
};
/** Names something outside the thread (a document, a record) without holding its text. */
export type ResourcePart = { type: 'resource'; id: string; name: string; note?: string; extra?: Extra };
/** A block of an unknown kind: kept unchanged and given back to the format it came from. */
export type OpaquePart = { type: 'opaque'; format: MessageFormat; value: Json };

export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | FilePart
  | ResourcePart
  | OpaquePart;

/** The content of a message, without its place in a thread. */
export type MessageContent = { role: Role; parts: Part[]; name?: string; extra?: Extra };

/** A message about to be appended: validated, hashed and counted, but not yet numbered. */
export type PreparedMessage = MessageContent & {
  id: string;
  createdAt: string;
  /**
   * Reference tokens (see tokens/counter.ts), including the overhead of a message; 0 for a message that is never sent.
   */
  tokens: number;
  /** sha256 over role, name, parts and extra (see hash.ts). */
  hash: string;
  /** Set if Everthread itself wrote, received or answered the message. */
  origin?: Origin;
};

export type Message = PreparedMessage & {
  threadId: string;
  /** 1, 2, 3 … in its thread. */
  seq: number;
  /** First message of the unit that this message belongs to (see units.ts): cuts are only allowed before a unit. */
  unitStart: number;
  /** Tokens of all earlier messages of the thread at the time of the append. */
  tokensBefore: number;
  /** Set if a person changed the message; earlier versions are in the audit trail. */
  editedAt?: string;
  /** Set if the content was removed at the user's request. The message keeps its number, without parts. */
  removed?: 'forgotten' | 'deleted';
};

/** The members of a message that planning needs: everything but its content. */
export type MessageMeta = Pick<
  Message,
  'seq' | 'id' | 'role' | 'tokens' | 'hash' | 'createdAt' | 'unitStart' | 'tokensBefore' | 'removed'
>;

export function textOf(parts: readonly Part[]): string {
  if (!Array.isArray(parts)) throw invalidInput('parts', 'the list of parts of a message', parts);
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}
