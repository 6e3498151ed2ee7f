/**
 * Calls upstreams by Node's own client: with connections that stay open, and without the streams and objects of `fetch`,
 * which take longer than everything else that a passed-on request needs.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { createMemory } from '../../text/remembered.ts';
import type { ByteReader, HeaderReader, Send } from './exchange.ts';

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
    const { send, host, place } = addressOf(url);
    const sent = ['host', host];
    for (const [name, value] of headers) sent.push(name, value);
    if (body !== undefined) sent.push('content-length', String(Buffer.byteLength(body)));
    const request = send({ ...place, method, headers: sent, timeout: silentMs });
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

type Address = {
  send: typeof httpRequest;
  host: string;
  place: { hostname: string; port: string; path: string; auth?: string; agent: HttpAgent };
};

/** The same few, request after request; taking one apart takes as long as sending it. */
const addresses = createMemory<string, Address>({ mostSize: 20_000 });

function addressOf(url: string): Address {
  const known = addresses.get(url);
  if (known !== undefined) return known;
  const { protocol, host, hostname, port, pathname, search, username, password } = new URL(url);
  const { send, agent } = protocol === 'https:' ? https : http;
  const address: Address = {
    send,
    host,
    place: {
      // An address of six groups stands in brackets, and is asked for without them.
      hostname: hostname.replace(/^\[(.*)\]$/u, '$1'),
      ...{ port, path: `${pathname}${search}`, agent },
      ...(username !== '' && { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
    },
  };
  addresses.set(url, address, url.length);
  return address;
}

function emptyBody(message: IncomingMessage): null {
  message.resume();
  return null;
}

function decodedBody(message: IncomingMessage, encoding: string): Readable {
  const decoder = /\bbr\b/u.test(encoding) ? createBrotliDecompress() : createUnzip();
  return pipeline(message, decoder, () => undefined);
}

/** Without an iterator over the stream, which takes as long as all the rest of a short answer. */
function readerOf(stream: Readable): ByteReader {
  let state: { over: boolean; error?: unknown } = { over: false };
  let wake = () => {};
  const end = (error?: unknown) => {
    if (!state.over) state = { over: true, ...(error !== undefined && { error }) };
    wake();
  };
  stream.on('readable', () => wake());
  stream.once('end', () => end());
  stream.once('error', (error) => end(error));
  stream.once('close', () => end(new Error('The answer was broken off.')));
  return {
    async read() {
      for (;;) {
        const piece = stream.read() as Uint8Array | null;
        if (piece !== null) return piece;
        if (state.over && state.error !== undefined) throw state.error;
        if (state.over) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
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
