/** Live streams: events, and answers of a chat. */
import { isEverthreadError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import { neededFeature } from '../../features.ts';
import { type StreamEvent, streamEndpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { threadParams } from '../schemas/common.ts';
import { chatBody, chatEvent, eventQuery, event as eventSchema } from '../schemas/figures.ts';

const tag = 'Live';

export const liveEndpoints = [
  streamEndpoint({
    method: 'get',
    path: '/events',
    tag,
    summary: 'Streams the events of all threads.',
    query: eventQuery,
    events: eventSchema,
    stream: ({ caller, query, lastEventId, signal }) =>
      follow(caller, { threadId: undefined, after: lastEventId ?? query.lastEventId, signal }),
  }),
  streamEndpoint({
    method: 'get',
    path: '/threads/{threadId}/events',
    tag,
    summary: 'Streams the events of a thread.',
    params: threadParams,
    query: eventQuery,
    events: eventSchema,
    async *stream({ caller, params: { threadId }, query, lastEventId, signal }) {
      await knownThread(caller, threadId);
      yield* follow(caller, { threadId, after: lastEventId ?? query.lastEventId, signal });
    },
  }),
  streamEndpoint({
    method: 'post',
    path: '/threads/{threadId}/chat',
    tag,
    summary: 'Sends a message and streams the answer: from the configured model, or quoted from the thread.',
    params: threadParams,
    body: chatBody,
    events: chatEvent,
    async *stream({ caller, params, body: { text }, signal }) {
      const answer = neededFeature(caller.features, 'answer');
      const thread = await knownThread(caller, params.threadId);
      const { tenant, everthread } = caller;
      yield pulse;
      try {
        for await (const event of answer({ tenant, everthread, thread, text, signal }))
          yield { event: event.type, data: event };
      } catch (error) {
        if (!isEverthreadError(error)) throw error;
        const data = { type: 'problem', problem: error.message, next: 'Nothing more was stored.' };
        yield { event: 'problem', data };
      }
      yield { event: 'end', data: { type: 'end' } };
    },
  }),
];

/**
 * A keep-alive line, which also opens the connection: everything that can be refused was refused before the first one.
 */
const pulse: StreamEvent = { event: '', data: undefined };

async function* follow(
  { events }: Caller,
  options: { threadId: string | undefined; after: string | undefined; signal: AbortSignal },
): AsyncGenerator<StreamEvent> {
  yield pulse;
  for await (const hubEvent of events.follow(options)) {
    yield hubEvent === null
      ? pulse
      : { id: hubEvent.id, event: hubEvent.name, data: { name: hubEvent.name, event: hubEvent.event } };
  }
}
