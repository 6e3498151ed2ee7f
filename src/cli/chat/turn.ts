/** One message and its answer. The message is stored before the responder is asked, the answer once it is complete. */
import { pricesFor } from '../../cost/model-prices.ts';
import { inputCost } from '../../cost/prices.ts';
import { type Message, textOf } from '../../message/message.ts';
import { systemRuntime } from '../../runtime.ts';
import type { Chat } from './chat.ts';
import type { Usage } from './chat-event.ts';
import type { Reply } from './responder.ts';
import { recallName } from './responders/evidence.ts';

/** Appended to an unfinished reply, for people and for models. */
const marks = { cut: '[cut off]', interrupted: '[interrupted]', failed: '[interrupted]' } as const;

/** The members of a chat that a turn needs. */
type Turn = Pick<Chat, 'thread' | 'responder' | 'emit'> & Partial<Pick<Chat, 'now' | 'written'>>;

export async function takeTurn(chat: Turn, text: string, signal: AbortSignal): Promise<void> {
  const origin = chat.responder.originOf(text);
  const message = await chat.thread.append({ role: 'user', content: text, ...(origin && { origin }) });
  announce(chat, message);
  await answer(chat, message, signal);
}

/** Asks again for an answer to the user's newest message. False if that message has a complete answer. */
export async function answerAgain(chat: Chat, signal: AbortSignal): Promise<boolean> {
  let unfinished: Message | undefined;
  for await (const message of chat.thread.history({ newestFirst: true })) {
    if (message.removed !== undefined) return false;
    if (message.role === 'user') {
      await answer(chat, message, signal, unfinished);
      return true;
    }
    if (unfinished !== undefined || !isUnfinished(message)) return false;
    unfinished = message;
  }
  return false;
}

function isUnfinished({ role, parts }: Message): boolean {
  const text = textOf(parts);
  return role === 'assistant' && Object.values(marks).some((mark) => text.endsWith(mark));
}

async function answer(chat: Turn, message: Message, signal: AbortSignal, instead?: Message): Promise<void> {
  const { thread, responder, emit, now = systemRuntime.now } = chat;
  if (responder.model !== null) {
    emit({ type: 'asking', thread: thread.id, seq: message.seq, model: responder.model });
  }
  const askedAt = now();
  const reply = await responder.reply({
    thread,
    message,
    instead,
    signal,
    onText: (text) => emit({ type: 'text', text }),
    onWait: (reason, milliseconds) => emit({ type: 'waiting', reason, milliseconds }),
  });
  const seq = await store(chat, reply, instead);
  await chat.written?.();
  switch (reply.kind) {
    case 'noted':
      emit({ type: 'noted', thread: thread.id, seq: message.seq });
      break;
    case 'recall':
      emit({
        type: 'recall',
        thread: thread.id,
        seq: seq!,
        sources: reply.sources,
        unmatched: reply.unmatched,
        corrections: reply.corrections,
      });
      break;
    case 'overview': {
      const { text, from, to } = reply;
      emit({ type: 'overview', thread: thread.id, text, from, to });
      break;
    }
    case 'model': {
      const { end, text, usage, trouble } = reply;
      const model = responder.model ?? '';
      const milliseconds = now() - askedAt;
      const costUsd = usage === null ? null : costOf(model, usage);
      emit({ type: 'reply', thread: thread.id, seq, model, end, text, usage, milliseconds, costUsd });
      if (trouble !== undefined) emit({ type: 'problem', ...trouble });
    }
  }
}

/** Stores the reply. Returns its number in the thread, or null if nothing was stored. */
async function store({ thread }: Turn, reply: Reply, instead: Message | undefined): Promise<number | null> {
  if (reply.kind === 'noted' || reply.kind === 'overview' || reply.text.trim() === '') return null;
  if (reply.kind === 'recall') {
    const { text: content, origin } = reply;
    return (await thread.append({ role: 'assistant', content, name: recallName, origin })).seq;
  }
  const { end, text } = reply;
  const content = end === 'complete' ? text : `${text.trimEnd()}\n\n${marks[end]}`;
  if (instead === undefined) return (await thread.append({ role: 'assistant', content })).seq;
  // The unfinished answer stays in the audit trail.
  await thread.edit(instead.seq, { role: 'assistant', content }, { note: 'asked again' });
  return instead.seq;
}

function announce({ emit }: Turn, { threadId, seq, role, id }: Message): void {
  emit({ type: 'message', thread: threadId, seq, role, id });
}

function costOf(model: string, usage: Usage): number | null {
  const prices = pricesFor(model);
  if (!prices.priced) return null;
  const { inputTokens, outputTokens, cachedTokens: readTokens = 0, writtenTokens = 0 } = usage;
  const plainTokens = Math.max(0, inputTokens - readTokens - writtenTokens);
  const output = (outputTokens * prices.outputUsdPerMillion) / 1_000_000;
  return inputCost({ readTokens, writtenTokens, plainTokens }, prices) + output;
}
