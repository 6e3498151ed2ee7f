/** The contract of a responder, which answers in a chat: by a model, or by quoting the thread. See responders/. */
import type { Message } from '../../message/message.ts';
import type { Origin } from '../../message/origin.ts';
import type { Thread } from '../../thread.ts';
import type { ContextOptions } from '../../turn/context-options.ts';
import type { Doubt, Overview, ReplyEnd, Source, Usage } from './chat-event.ts';

export type ReplyRequest = {
  thread: Thread;
  /** The message to answer, already stored. */
  message: Message;
  /** An unfinished answer that the new one replaces; it is not sent to the model. */
  instead?: Message | undefined;
  signal: AbortSignal;
  onText(piece: string): void;
  /** Called before the pause after which a failed call is tried again. */
  onWait(reason: string, milliseconds: number): void;
};

/** One sentence on what went wrong, and one on what the user can do. */
export type Problem = { problem: string; next: string };

export type Reply =
  | { kind: 'model'; end: ReplyEnd; text: string; usage: Usage | null; trouble?: Problem }
  | ({ kind: 'recall'; text: string; sources: Source[]; origin: Origin } & Doubt)
  | ({ kind: 'overview' } & Overview)
  | { kind: 'noted' };

export type Responder = {
  /** Options for the thread's context, such as the system prompt and the budget. */
  contextOptions(): ContextOptions;
  /** Null where no model answers. */
  readonly model: string | null;
  readonly provider: string | null;
  /** The origin that marks a message as a lookup in the thread; undefined for a part of the conversation. */
  originOf(text: string): Origin | undefined;
  /** Never rejects for a failure of the provider; the reply describes it. */
  reply(request: ReplyRequest): Promise<Reply>;
};
