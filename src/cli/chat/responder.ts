/** The contract of what answers in a chat: a model, or the thread itself. Implementations are in responders/. */
import type { Message } from '../../message/message.ts';
import type { Origin } from '../../message/origin.ts';
import type { Thread } from '../../thread.ts';
import type { ContextOptions } from '../../turn/context-options.ts';
import type { Doubt, Overview, ReplyEnd, Source, Usage } from './chat-event.ts';

export type ReplyRequest = {
  thread: Thread;
  /** The message to answer, already stored. */
  message: Message;
  /** An answer that was not finished, which this one is to replace: it is not sent. */
  instead?: Message | undefined;
  signal: AbortSignal;
  onText(piece: string): void;
  /** A call is tried once more after a pause. */
  onWait(reason: string, milliseconds: number): void;
};

/** What went wrong in one sentence, and what one can do about it in another. */
export type Problem = { problem: string; next: string };

export type Reply =
  | { kind: 'model'; end: ReplyEnd; text: string; usage: Usage | null; trouble?: Problem }
  | ({ kind: 'recall'; text: string; sources: Source[]; origin: Origin } & Doubt)
  | ({ kind: 'overview' } & Overview)
  | { kind: 'noted' };

export type Responder = {
  /** What it asks of the thread's context, beside what is in the thread. */
  contextOptions(): ContextOptions;
  /** Null where no model answers. */
  readonly model: string | null;
  readonly provider: string | null;
  /** What marks a message that is said to it and not to the assistant; undefined for what is part of the talk. */
  originOf(text: string): Origin | undefined;
  /** Never rejects for what a provider did; that is part of the reply. */
  reply(request: ReplyRequest): Promise<Reply>;
};
