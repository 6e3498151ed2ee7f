/** Events as a response of the type text/event-stream, sent as they arrive. */
import type { StreamEvent } from './endpoint.ts';

/**
 * Waits for the first event, so that a refusal can still be answered with an error status. A later failure ends the
 * stream with an event `error` and is reported to `failed`.
 */
export async function eventStream(
  events: AsyncIterable<StreamEvent>,
  options: {
    /** Aborted when the client stops reading, which also ends a wait for the next event. */
    disconnected: AbortController;
    failed(error: unknown): void;
  },
): Promise<Response> {
  const { disconnected } = options;
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  const encoder = new TextEncoder();
  let waiting: IteratorResult<StreamEvent> | undefined = first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = waiting ?? (await iterator.next());
        waiting = undefined;
        if (disconnected.signal.aborted) return;
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(formatted(next.value)));
      } catch (error) {
        if (disconnected.signal.aborted) return;
        options.failed(error);
        const data = { error: { code: 'internal', message: 'The stream failed in the server.' } };
        controller.enqueue(encoder.encode(formatted({ event: 'error', data })));
        controller.close();
      }
    },
    async cancel() {
      disconnected.abort();
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
}

/** JSON contains no raw line breaks, so that no text can end its event or begin another. */
function formatted({ id, event, data }: StreamEvent): string {
  if (event === '') return ': \n\n';
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
