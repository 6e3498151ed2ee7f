/**
 * Finds the thread of a conversation without a thread id, by the hash chain of its messages.
 *
 * A thread is named after the conversation up to its first answer. So two conversations that begin with the same words
 * become two threads as soon as their answers differ. If a conversation leaves its thread (the client edited a message
 * or asked again), the branch is a thread of its own, named after the conversation up to the first answer behind the
 * fork. Without such an answer the thread has no name yet.
 */
import type { Everthread } from '../../everthread.ts';
import type { Message } from '../../message/message.ts';
import type { Thread } from '../../thread.ts';
import { chainOf } from '../resent/message-key.ts';

export type Chain = {
  length: number;
  /** Hash of the prompt up to and including this message. */
  at(index: number): string;
  isAssistant(index: number): boolean;
};

/**
 * A thread whose messages are the first `known` ones of the prompt. Undefined: the conversation has no thread name yet.
 */
export type Located = { thread: Thread; known: number; lastId: string | undefined } | undefined;

export function threadName(chain: string): string {
  return `chat-${chain}`;
}

export async function locateThread(everthread: Pick<Everthread, 'thread'>, chain: Chain): Promise<Located> {
  let fork = 0;
  for (;;) {
    const answer = firstAnswer(chain, fork);
    if (answer === undefined) return undefined;
    const thread = await everthread.thread(threadName(chain.at(answer)));
    const { messages } = await thread.state();
    const common = await commonBeginning(thread, messages, chain);
    if (common.length === messages) return { thread, known: messages, lastId: common.last?.id };
    // At least beyond the answer: somebody may have appended to the thread by other means.
    fork = Math.max(common.length, answer + 1);
  }
}

function firstAnswer(chain: Chain, from: number): number | undefined {
  for (let index = from; index < chain.length; index += 1) if (chain.isAssistant(index)) return index;
  return undefined;
}

/** An id proves everything before it, so a binary search finds where log and prompt differ. */
async function commonBeginning(
  thread: Thread,
  messages: number,
  chain: Chain,
): Promise<{ length: number; last: Message | undefined }> {
  const matches = async (length: number) => {
    const [message] = await Array.fromAsync(thread.history({ from: length, to: length }));
    return message !== undefined && chainOf(message.id) === chain.at(length - 1) ? message : undefined;
  };
  let low = 0;
  let high = Math.min(messages, chain.length);
  let last: Message | undefined;
  let probe = high;
  while (low < high) {
    const found = await matches(probe);
    if (found === undefined) high = probe - 1;
    else {
      low = probe;
      last = found;
    }
    probe = Math.ceil((low + high) / 2);
  }
  return { length: low, last };
}
