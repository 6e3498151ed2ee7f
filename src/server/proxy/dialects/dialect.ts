/** What the proxy has to know of an API: how a request says a conversation, and how an answer comes. Pure. */
import type { Context } from '../../../context/render.ts';
import type { Conversation } from '../../../integrations/resent/conversation.ts';
import type { MessageContent } from '../../../message/message.ts';
import type { Source } from '../../../message/provider-fields.ts';

export type RequestBody = Source;

export type ProxyRequest = {
  model: string;
  streams: boolean;
  /** The request's own instructions: sent, and not stored. */
  system: MessageContent[];
  conversation: Conversation;
  /** Characters that somebody said in a message, told without converting it; 0 for results of tools. */
  sizeAt(index: number): number;
  /** What the provider calls an answer, where the client names it instead of saying it again. */
  nameAt?(index: number): string | undefined;
  /** The most the answer may take, where the request says so. */
  outputTokens: number | undefined;
  tools: readonly unknown[];
  schema: unknown;
  /** Where the provider keeps what came before: the id of the answer this one goes on from. */
  previousId: string | undefined;
};

/** What was sent instead, in no provider's shape: the request's own instructions first. */
export type Replacement = { context: Context; system: readonly MessageContent[] };

export type Usage = {
  inputTokens: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  outputTokens?: number;
};

export type Reply = {
  /** Undefined while there is nothing in it. */
  message: MessageContent | undefined;
  /** What was said so far, for an answer that is broken off. */
  text: string;
  /** Whether the provider said that it is whole. */
  complete: boolean;
  usage: Usage | undefined;
  /** Under which the provider keeps the whole of it. */
  id: string | undefined;
  /** What `nameAt` may say of it. */
  names?: readonly string[];
};

export type ReplyCollector = {
  /** The data of one event of the stream. */
  add(data: string): void;
  /** Nothing of the answer comes any more, though the stream may still be open. */
  isOver(): boolean;
  reply(): Reply;
};

export type Dialect = {
  /** Undefined where it is no request with a conversation: then it is passed on as it came. */
  read(body: RequestBody): ProxyRequest | undefined;
  write(body: RequestBody, replacement: Replacement): RequestBody;
  readReply(body: Source): Reply;
  collect(): ReplyCollector;
};
