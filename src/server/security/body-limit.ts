/**
 * Refuses a request body larger than allowed: before reading it if it declares its size, else as soon as the limit is
 * passed.
 */
import { EverthreadError } from '../../errors.ts';

export function tooLarge(bytes: number): EverthreadError {
  return new EverthreadError({
    code: 'limit_exceeded',
    field: 'body',
    message: `A request may have at most ${bytes.toLocaleString('en-US')} bytes.`,
    details: { limit: bytes, unit: 'bytes', accepted: `at most ${bytes} bytes` },
  });
}

/** Throws if the declared size is too large. */
export function limitBody(request: Request, mostBytes: number): Request {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    // The HTTP layer cuts a body off at its declared size, so it need not be counted again.
    if (!(Number(declared) <= mostBytes)) throw tooLarge(mostBytes);
    return request;
  }
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request;
  let bytes = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > mostBytes) controller.error(tooLarge(mostBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: counted, duplex: 'half' } as RequestInit);
}
