/**
 * Calls upstreams by Node's own client: with connections that stay open, and without the streams and objects of `fetch`,
 * which take longer than everything else that a passed-on request needs.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { ByteReader, HeaderList, HeaderReader, Send } from './exchange.ts';

/** A connection nobody uses for so long may be closed by the other side just when it is used again. */
const idleMs = 4_000;
/** Nothing at all came for so long. */
const silentMs = 300_000;
const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);

const agents = { keepAlive: true, timeout: idleMs } as const;
const http = { send: httpRequest, agent: new HttpAgent(agents) };
const https = { send: httpsRequest, agent: new HttpsAgent(agents) };

export const sendByNode: Send = ({ url, method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const address = new URL(url);
    const { send, agent } = address.protocol === 'https:' ? https : http;
    const sent: HeaderList = [['host', address.host], ...headers];
    if (body !== undefined) sent.push(['content-length', String(Buffer.byteLength(body))]);
    const request = send(address, { method, agent, headers: sent.flat(), timeout: silentMs });
    const abort = () => request.destroy(new DOMException('The client has gone.', 'AbortError'));
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('timeout', () => request.destroy(new Error('Nothing came from the provider.')));
    request.once('error', reject);
    request.once('response', (message) => {
      // From here on whoever reads the body hears of it.
      request.off('error', reject);
      request.on('error', () => undefined);
      const encoding = message.headers['content-encoding'] ?? 'identity';
      const decoded = encoding !== 'identity';
      resolve({
        status: message.statusCode!,
        statusText: message.statusMessage ?? '',
        headers: nodeHeaders(message),
        decoded,
        body: bodyless.has(message.statusCode!)
          ? emptyBody(message)
          : readerOf(decoded ? decodedBody(message, encoding) : message),
      });
    });
    request.end(body);
  });

function emptyBody(message: IncomingMessage): null {
  message.resume();
  return null;
}

function decodedBody(message: IncomingMessage, encoding: string): Readable {
  const decoder = /\bbr\b/u.test(encoding) ? createBrotliDecompress() : createUnzip();
  return pipeline(message, decoder, () => undefined);
}

function readerOf(stream: Readable): ByteReader {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    async read() {
      const { done, value } = await pieces.next();
      return done === true ? undefined : value;
    },
    async cancel() {
      stream.destroy();
    },
  };
}

/** As they came, one by one. */
export function nodeHeaders({ headers, rawHeaders }: IncomingMessage): HeaderReader {
  return {
    get(name) {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    *[Symbol.iterator]() {
      for (let place = 0; place < rawHeaders.length; place += 2)
        yield [rawHeaders[place]!.toLowerCase(), rawHeaders[place + 1]!];
    },
  };
}
