/** Requests and answers of the proxy as web `Request` and `Response`, for runtimes other than Node. */
import type { AskedRequest, ByteReader, GivenAnswer, Send } from './exchange.ts';

export function askedBy(request: Request): AskedRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search,
    headers: request.headers,
    signal: request.signal,
    bytes: async () => new Uint8Array(await request.arrayBuffer()),
  };
}

export function toResponse({ status, statusText, headers, body }: GivenAnswer): Response {
  const webBody = body === null || body instanceof Uint8Array ? body : streamOf(body);
  return new Response(webBody as ReadableStream | null, { status, statusText, headers });
}

function streamOf(reader: ByteReader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await reader.read();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export function sendByFetch(send: typeof fetch): Send {
  return async ({ url, body, ...init }) => {
    const response = await send(url, {
      ...init,
      ...(body !== undefined && { body: body as string }),
      redirect: 'manual',
    });
    const { status, statusText, headers } = response;
    const decoded = (headers.get('content-encoding') ?? 'identity') !== 'identity';
    return { status, statusText, headers, decoded, body: response.body && readerOf(response.body) };
  };
}

/** The reader is created at once: Node cancels an unread body when its `Response` is garbage collected. */
function readerOf(body: ReadableStream<Uint8Array>): ByteReader {
  const reader = body.getReader();
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? undefined : value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
