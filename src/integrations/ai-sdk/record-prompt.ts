/**
 * Brings a thread up to date with a prompt: recognizes the messages it holds, takes back those the client no longer
 * has, and appends new ones; appends the answer when it arrives.
 *
 * Taking back empties a message by an edit. It then appears in no context, summary or search, while its text stays in
 * the audit trail (I-1). New messages are appended after it, in the order in which they arrived.
 */
import type { Everthread } from '../../everthread.ts';
import type { MessageContent } from '../../message/message.ts';
import type { Thread } from '../../thread.ts';
import { alignThread, type PromptMode } from '../resent/align-thread.ts';
import { chainOf, messageId, messageKey, nextChain } from '../resent/message-key.ts';
import { locateThread, threadName } from './locate.ts';
import type { ReadPrompt } from './read-prompt.ts';

export type RecordedPrompt = {
  thread: Thread;
  /** Appends the answer; without one, leaves the thread unchanged. Called once. */
  finish(reply: MessageContent | undefined): Promise<void>;
};

type Threads = Pick<Everthread, 'thread' | 'deleteThread'>;

const note = 'The client no longer has this message: it was edited or asked for again.';

export async function recordPrompt(options: {
  everthread: Threads;
  prompt: ReadPrompt;
  threadId: string | undefined;
  mode: PromptMode;
}): Promise<RecordedPrompt> {
  const { everthread, prompt, threadId, mode } = options;
  if (threadId === undefined) return recordByChain(everthread, prompt);
  const thread = await everthread.thread(threadId);
  const { messages: total } = await thread.state();
  const { known, takenBack, newest } = await alignThread({ thread, total, conversation: prompt, mode });
  for (const { seq, role } of takenBack) await thread.edit(seq, { role, parts: [] }, { note });
  const lastId = await appendPrompt({ thread, prompt, known, lastId: newest?.id });
  return { thread, finish: (reply) => appendReply(thread, lastId, reply) };
}

async function recordByChain(everthread: Threads, prompt: ReadPrompt): Promise<RecordedPrompt> {
  const located = await locateThread(everthread, prompt);
  if (located !== undefined) {
    const { thread, known } = located;
    const lastId = await appendPrompt({ thread, prompt, known, lastId: located.lastId });
    return { thread, finish: (reply) => appendReply(thread, lastId, reply) };
  }
  const draft = await everthread.thread(`chat-draft-${crypto.randomUUID()}`);
  await appendPrompt({ thread: draft, prompt, known: 0, lastId: undefined });
  return {
    thread: draft,
    async finish(reply) {
      // Not vacuumed: the draft's text continues in the named thread.
      await everthread.deleteThread(draft.id, { vacuum: false });
      if (reply === undefined) return;
      const chain = nextChain(prompt.at(prompt.length - 1), messageKey(reply));
      const thread = await everthread.thread(threadName(chain));
      // The same conversation already exists, word for word.
      if ((await thread.state()).messages > 0) return;
      await thread.append([...newMessages(prompt, 0, undefined), named(reply, undefined, chain)]);
    },
  };
}

async function appendPrompt(options: {
  thread: Thread;
  prompt: ReadPrompt;
  known: number;
  lastId: string | undefined;
}): Promise<string | undefined> {
  const { thread, prompt, known, lastId } = options;
  const added = newMessages(prompt, known, lastId);
  if (added.length === 0) return lastId;
  await thread.append(added);
  return added.at(-1)!.id;
}

function newMessages(prompt: ReadPrompt, known: number, lastId: string | undefined) {
  const added: (MessageContent & { id: string })[] = [];
  for (let index = known; index < prompt.length; index += 1) {
    added.push(named(prompt.contentAt(index), added.at(-1)?.id ?? lastId));
  }
  return added;
}

async function appendReply(
  thread: Thread,
  lastId: string | undefined,
  reply: MessageContent | undefined,
): Promise<void> {
  if (reply !== undefined) await thread.append(named(reply, lastId));
}

function named(content: MessageContent, previousId: string | undefined, chain?: string) {
  const key = messageKey(content);
  return { ...content, id: messageId(key, chain ?? nextChain(chainOf(previousId), key)) };
}
