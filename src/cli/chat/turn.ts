/** One message and its answer. The message is in the thread before anyone is asked, the answer as soon as it is over. */
import type { Message } from '../../message/message.ts';
import type { Chat } from './chat.ts';
import type { Reply } from './responder.ts';
import { recallName } from './responders/evidence.ts';

/** Stands at the end of a reply that was not finished, for people and for models. */
const interruptedMark = '[interrupted]';

/** What a turn needs of a chat. */
type Turn = Pick<Chat, 'thread' | 'responder' | 'emit'>;

export async function takeTurn(chat: Turn, text: string, signal: AbortSignal): Promise<void> {
  const origin = chat.responder.originOf(text);
  const message = await chat.thread.append({ role: 'user', content: text, ...(origin && { origin }) });
  announce(chat, message);
  await answer(chat, message, signal);
}

/** Asks again for an answer to the newest message, where it is the user's. False where it is not. */
export async function answerAgain(chat: Chat, signal: AbortSignal): Promise<boolean> {
  for await (const message of chat.thread.history({ newestFirst: true })) {
    if (message.role !== 'user' || message.removed !== undefined) return false;
    await answer(chat, message, signal);
    return true;
  }
  return false;
}

async function answer(chat: Turn, message: Message, signal: AbortSignal): Promise<void> {
  const { thread, responder, emit } = chat;
  if (responder.model !== null) {
    emit({ type: 'asking', thread: thread.id, seq: message.seq, model: responder.model });
  }
  const reply = await responder.reply({
    thread,
    message,
    signal,
    onText: (text) => emit({ type: 'text', text }),
    onWait: (reason, milliseconds) => emit({ type: 'waiting', reason, milliseconds }),
  });
  const stored = await store(chat, reply);
  const seq = stored?.seq ?? null;
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
      });
      break;
    case 'model': {
      const { end, text, usage, trouble } = reply;
      emit({ type: 'reply', thread: thread.id, seq, model: responder.model ?? '', end, text, usage });
      if (trouble !== undefined) emit({ type: 'problem', ...trouble });
    }
  }
}

async function store({ thread }: Turn, reply: Reply): Promise<Message | undefined> {
  if (reply.kind === 'noted' || reply.text.trim() === '') return undefined;
  if (reply.kind === 'recall') {
    return thread.append({
      role: 'assistant',
      content: reply.text,
      name: recallName,
      origin: reply.origin,
    });
  }
  const text = reply.end === 'complete' ? reply.text : `${reply.text.trimEnd()}\n\n${interruptedMark}`;
  return thread.append({ role: 'assistant', content: text });
}

function announce({ emit }: Turn, { threadId, seq, role, id }: Message): void {
  emit({ type: 'message', thread: threadId, seq, role, id });
}
