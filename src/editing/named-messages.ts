/** Finds messages by the id or number that callers give. */
import { EverthreadError, invalidInput } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { Store } from '../store.ts';

/** A message by its id or its number in the thread. */
export type MessageSelector = string | number;

/** One message or several. */
export function listOf(messages: MessageSelector | readonly MessageSelector[]): readonly MessageSelector[] {
  return Array.isArray(messages) ? messages : [messages as MessageSelector];
}

type Archive = Pick<Store, 'readMessages' | 'findMessages'>;

/** Throws `unknown_message`. */
export async function namedMessage(
  store: Archive,
  threadId: string,
  selector: MessageSelector,
): Promise<Message> {
  const known =
    typeof selector === 'number'
      ? Number.isSafeInteger(selector) && selector >= 1
        ? await store.readMessages({ threadId, from: selector, to: selector })
        : []
      : typeof selector === 'string'
        ? await store.findMessages({ threadId, ids: [selector] })
        : undefined;
  if (known === undefined) throw invalidInput('message', 'the id or the number of a message', selector);
  if (known[0]) return known[0];
  throw new EverthreadError({
    code: 'unknown_message',
    field: 'message',
    message: `There is no message ${JSON.stringify(selector)} in thread ${JSON.stringify(threadId)}. Name it by its id, or by its number from 1 on.`,
  });
}

/** In order, without repetitions. */
export async function namedMessages(
  store: Archive,
  threadId: string,
  selectors: readonly MessageSelector[],
): Promise<Message[]> {
  if (selectors.length === 0) throw invalidInput('messages', 'at least one message id or number', selectors);
  const bySeq = new Map<number, Message>();
  for (const selector of selectors) {
    const message = await namedMessage(store, threadId, selector);
    bySeq.set(message.seq, message);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
