/**
 * A message as Everthread keeps it: immutable, made of parts, in no provider's shape. Converting to and from
 * providers lives in the neighbouring files; storage and token counting live elsewhere.
 */
import type { Origin } from './origin.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const roles = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof roles)[number];

/** The shapes a message can come from and be given back in. */
export const messageFormats = [
  'ai-sdk',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ui-message',
] as const;
export type MessageFormat = (typeof messageFormats)[number];

/**
 * Fields we have no word for, under the format they came in. They are given back when the message is rendered
 * in that same format, and stay out of every other.
 */
export type Extra = { [format in MessageFormat]?: JsonObject };

export type TextPart = { type: 'text'; text: string; extra?: Extra };
export type ReasoningPart = { type: 'reasoning'; text: string; extra?: Extra };
export type ToolCallPart = { type: 'tool-call'; callId: string; name: string; input: Json; extra?: Extra };
export type ToolResultPart = {
  type: 'tool-result';
  callId: string;
  /** Absent where the provider's result does not name its tool. */
  name?: string;
  output: Json;
  isError?: boolean;
  extra?: Extra;
};
/** A file or an image: `data` is base64, `url` points to it; exactly one of them is set. */
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
/** A block of a kind we don't know: kept as it came, given back to the format it came from. */
export type OpaquePart = { type: 'opaque'; format: MessageFormat; value: Json };

export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | FilePart
  | ResourcePart
  | OpaquePart;

/** What a message says, without its place in a thread. */
export type MessageContent = { role: Role; parts: Part[]; name?: string; extra?: Extra };

/** A message on its way into the log: validated, hashed and counted, not yet numbered. */
export type PreparedMessage = MessageContent & {
  id: string;
  createdAt: string;
  /** Reference tokens (see tokens/counter.ts), overhead of the message included; 0 for one that is never sent. */
  tokens: number;
  /** sha256 over role, name, parts and extra (see hash.ts). */
  hash: string;
  /** Set where Everthread itself has to do with it. */
  origin?: Origin;
};

export type Message = PreparedMessage & {
  threadId: string;
  /** 1, 2, 3 … in its thread. */
  seq: number;
  /** The first message of the unit this one belongs to (see units.ts): a cut may only stand before a unit. */
  unitStart: number;
  /** Tokens of all earlier messages of the thread at the time of the append. */
  tokensBefore: number;
  /** Set when a person changed it; earlier versions are in the audit trail. */
  editedAt?: string;
  /** Set when its content was removed on the user's word: the place in the log stays, with no parts. */
  removed?: 'forgotten' | 'deleted';
};

/** What planning needs of a message: everything but its content. */
export type MessageMeta = Pick<
  Message,
  'seq' | 'id' | 'role' | 'tokens' | 'hash' | 'createdAt' | 'unitStart' | 'tokensBefore' | 'removed'
>;

export function textOf(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}
