import { EverthreadError } from '../../../errors.ts';
import type { Message } from '../../../message/message.ts';
import type { MessageInput } from '../../../message/normalize.ts';
import type { Thread } from '../../../thread.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { messageParams, threadParams } from '../schemas/common.ts';
import {
  editReceipt,
  erasureReceipt,
  forgetBody,
  forgetQuery,
  foundCopies,
  messageEdit,
  messagePage,
  messageQuery,
  message as messageSchema,
  newMessages,
  storedMessages,
} from '../schemas/message.ts';

const tag = 'Messages';

export const messageEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/messages',
    tag,
    summary: 'A page of the log: the newest, those after a number, or those before one.',
    params: threadParams,
    query: messageQuery,
    response: messagePage,
    async run({ caller, params, query: { after, before, limit, redacted = false } }) {
      const thread = await knownThread(caller, params.threadId);
      const { messages: total } = await thread.state();
      // Message numbers have no gaps, so a page is a range of numbers.
      const from = after === undefined ? Math.max(1, (before ?? total + 1) - limit) : after + 1;
      const to = Math.min(total, (before ?? total + 1) - 1, from + limit - 1);
      const messages = from > to ? [] : await readRange(thread, { from, to, redacted });
      return {
        messages,
        total,
        before: from > 1 && total > 0 ? Math.min(from, total + 1) : null,
        after: to < total && to >= 1 ? to : null,
      };
    },
  }),
  endpoint({
    method: 'post',
    path: '/threads/{threadId}/messages',
    tag,
    summary: 'Appends one or several messages. A message whose id is already stored is not added again.',
    params: threadParams,
    body: newMessages,
    response: storedMessages,
    status: 201,
    async run({ caller, params, body, signal }) {
      const thread = await knownThread(caller, params.threadId);
      const newMessages = Array.isArray(body.messages) && !('role' in body) ? body.messages : [body];
      return { messages: await thread.append(newMessages as MessageInput[], { signal }) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/messages/{seq}',
    tag,
    summary: 'One message.',
    params: messageParams,
    response: messageSchema,
    async run({ caller, params: { threadId, seq } }) {
      const thread = await knownThread(caller, threadId);
      const [message] = await readRange(thread, { from: seq, to: seq, redacted: false });
      if (message === undefined)
        throw new EverthreadError({
          code: 'unknown_message',
          field: 'seq',
          message: `There is no message ${seq} in this thread.`,
        });
      return message;
    },
  }),
  endpoint({
    method: 'patch',
    path: '/threads/{threadId}/messages/{seq}',
    tag,
    summary: 'Changes a message. Summaries built on it are made again.',
    params: messageParams,
    body: messageEdit,
    response: editReceipt,
    async run({ caller, params: { threadId, seq }, body: { message, note } }) {
      const thread = await knownThread(caller, threadId);
      return thread.edit(seq, message as MessageInput, note === undefined ? {} : { note });
    },
  }),
  endpoint({
    method: 'delete',
    path: '/threads/{threadId}/messages/{seq}',
    tag,
    summary: 'Forgets a message everywhere, with a receipt.',
    params: messageParams,
    query: forgetQuery,
    response: erasureReceipt,
    async run({ caller, params: { threadId, seq }, query }) {
      return (await knownThread(caller, threadId)).forget(seq, query);
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/messages/{seq}/copies',
    tag,
    summary: 'Messages that repeat this one, and would remain if only this one were forgotten.',
    params: messageParams,
    response: foundCopies,
    run: async ({ caller, params: { threadId, seq } }) => (await knownThread(caller, threadId)).copies(seq),
  }),
  endpoint({
    method: 'post',
    path: '/threads/{threadId}/forget',
    tag,
    summary: 'Forgets several messages at once, by number or id, with a receipt.',
    params: threadParams,
    body: forgetBody,
    response: erasureReceipt,
    async run({ caller, params, body: { messages, ...options } }) {
      return (await knownThread(caller, params.threadId)).forget(messages, options);
    },
  }),
];

async function readRange(
  thread: Thread,
  options: { from: number; to: number; redacted: boolean },
): Promise<Message[]> {
  const { messages: total } = await thread.state();
  if (options.from > total) return [];
  return Array.fromAsync(thread.history({ ...options, to: Math.min(options.to, total) }));
}
