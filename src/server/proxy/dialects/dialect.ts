/**
 * What the proxy has to know of a provider's API: how a request holds a conversation, and how an answer arrives. Pure.
 */
import type { Context } from '../../../context/render.ts';
import type { Conversation } from '../../../integrations/resent/conversation.ts';
import type { MessageContent } from '../../../message/message.ts';
import type { Source } from '../../../message/provider-fields.ts';

export type RequestBody = Source;

export type ProxyRequest = {
  model: string;
  streams: boolean;
  /** The request's own instructions. They are sent but not stored. */
  system: MessageContent[];
  conversation: Conversation;
  /** Number of text characters in a message, counted without converting the message; 0 for tool results. */
  sizeAt(index: number): number;
  /** The provider's id of an answer, for clients that refer to it by id instead of sending it again. */
  nameAt?(index: number): string | undefined;
  /** Output limit of the request, if it has one. */
  outputTokens: number | undefined;
  tools: readonly unknown[];
  schema: unknown;
  /** Id of the answer that this request continues, if the provider keeps the conversation. */
  previousId: string | undefined;
};

/** What is sent in place of the request's own messages, in neutral shape; the request's own instructions come first. */
export type Replacement = { context: Context; system: readonly MessageContent[] };

export type Usage = {
  inputTokens: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  outputTokens?: number;
};

export type Reply = {
  /** Undefined while the answer is empty. */
  message: MessageContent | undefined;
  /** The text so far, kept if the answer breaks off. */
  text: string;
  /** Whether the provider marked the answer as complete. */
  complete: boolean;
  usage: Usage | undefined;
  /** Id under which the provider keeps the answer. */
  id: string | undefined;
  /** Values that `nameAt` may return for this answer in a later request. */
  names?: readonly string[];
};

export type ReplyCollector = {
  /** Adds the data of one event of the stream. */
  add(data: string): void;
  /** Whether the answer has ended, even if the stream is still open. */
  isOver(): boolean;
  reply(): Reply;
};

export type Dialect = {
  /** Undefined if the body holds no conversation. It is then forwarded unchanged. */
  read(body: RequestBody): ProxyRequest | undefined;
  write(body: RequestBody, replacement: Replacement): RequestBody;
  readReply(body: Source): Reply;
  collect(): ReplyCollector;
};
