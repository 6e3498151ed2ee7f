/**
 * Calls upstreams through undici's connection pool directly. The streams and objects of `fetch` or of Node's older
 * client take more time than most other work on a forwarded request.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { createMemory } from '../../text/remembered.ts';
import {
  type ByteReader,
  type HeaderReader,
  headerIn,
  type Send,
  type UpstreamResponse,
} from './exchange.ts';

/** Beyond this idle time the other side may close a connection just as it is used again. */
const idleMs = 4_000;
/** Time without any data after which a request fails. */
const silentMs = 300_000;
/** Buffered bytes of an answer for a slow client, after which reading pauses. */
const waitingBytes = 256 * 1024;
const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);

const agent = new Agent({ keepAliveTimeout: idleMs, headersTimeout: silentMs, bodyTimeout: silentMs });

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

export const sendByNode: Send = ({ url, method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { origin, path, person } = addressOf(url);
    const sent: string[] = [];
    for (const [name, value] of headers) sent.push(name, value);
    // Credentials in the address are used only if the request has no authorization header.
    if (person !== undefined && headerIn(headers, 'authorization') === undefined)
      sent.push('authorization', person);
    let controller: Dispatcher.DispatchController | undefined;
    let answer: FedReader | undefined;
    const abort = () => {
      const disconnected = new DOMException('The client has gone.', 'AbortError');
      reject(disconnected);
      controller?.abort(disconnected);
    };
    signal.addEventListener('abort', abort, { once: true });
    const ended = () => signal.removeEventListener('abort', abort);
    agent.dispatch(
      { origin, path, method: method as Dispatcher.HttpMethod, headers: sent, body: body ?? null },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) abort();
        },
        onResponseStart(started, status, found, statusText = '') {
          // Informational responses (1xx) may come before the answer.
          if (status < 200) return;
          answer = feedReader(started);
          resolve(responseOf({ status, statusText, headers: found, answer }));
        },
        onResponseData: (_, piece) => answer?.add(piece),
        onResponseEnd() {
          ended();
          answer?.end();
        },
        onResponseError(_, error) {
          ended();
          reject(error);
          answer?.end(error);
        },
      },
    );
  });

function responseOf(response: {
  status: number;
  statusText: string;
  headers: Headers;
  answer: FedReader;
}): UpstreamResponse {
  const { status, statusText, headers, answer } = response;
  const { 'content-encoding': encoding = 'identity' } = headers as { 'content-encoding'?: string };
  const decoded = encoding !== 'identity';
  const body = decoded && !bodyless.has(status) ? decodedReader(answer, encoding) : answer;
  return {
    ...{ status, statusText, decoded, headers: headersOf(headers) },
    body: bodyless.has(status) ? null : body,
  };
}

type Address = { origin: string; path: string; person?: string };

/** Parsed addresses are kept: there are few, and parsing one takes as long as sending the request. */
const addresses = createMemory<string, Address>({ mostSize: 20_000 });

function addressOf(url: string): Address {
  const known = addresses.get(url);
  if (known !== undefined) return known;
  const { origin, pathname, search, username, password } = new URL(url);
  const person = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const address: Address = {
    ...{ origin, path: `${pathname}${search}` },
    ...(username !== '' && { person: `Basic ${Buffer.from(person).toString('base64')}` }),
  };
  addresses.set(url, address, url.length);
  return address;
}

type FedReader = ByteReader & { add(piece: Uint8Array): void; end(error?: unknown): void };

/** Buffers pieces for a reader; the source is paused while too much is buffered. */
function feedReader(controller: Dispatcher.DispatchController): FedReader {
  const pieces: Uint8Array[] = [];
  let waiting = 0;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  return {
    add(piece) {
      pieces.push(piece);
      waiting += piece.length;
      if (waiting > waitingBytes) controller.pause();
      wake();
    },
    end(error) {
      end ??= { ...(error !== undefined && { error }) };
      wake();
    },
    async read() {
      for (;;) {
        const piece = pieces.shift();
        if (piece !== undefined) {
          waiting -= piece.length;
          if (pieces.length === 0 && controller.paused) controller.resume();
          return piece;
        }
        if (end !== undefined && 'error' in end) throw end.error;
        if (end !== undefined) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async cancel() {
      pieces.length = 0;
      if (end === undefined) controller.abort(new DOMException('Nobody reads on.', 'AbortError'));
    },
  };
}

function decodedReader(answer: ByteReader, encoding: string): ByteReader {
  const decoder = /\bbr\b/u.test(encoding) ? createBrotliDecompress() : createUnzip();
  const stream = pipeline(Readable.from(piecesOf(answer)), decoder, () => undefined);
  const decoded = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return {
    read: async () => (await decoded.next()).value,
    async cancel(reason) {
      stream.destroy();
      await answer.cancel(reason);
    },
  };
}

async function* piecesOf(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (let piece = await reader.read(); piece !== undefined; piece = await reader.read()) yield piece;
}

function headersOf(headers: Headers): HeaderReader {
  const list: [string, string][] = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') list.push([name, value]);
    else for (const one of value ?? []) list.push([name, one]);
  }
  return headerReader(headers, list);
}

/** Headers one by one, in the order they arrived. */
export function nodeHeaders({ headers, rawHeaders }: IncomingMessage): HeaderReader {
  const list: [string, string][] = [];
  for (let place = 0; place < rawHeaders.length; place += 2)
    list.push([rawHeaders[place]!.toLowerCase(), rawHeaders[place + 1]!]);
  return headerReader(headers, list);
}

function headerReader(headers: Headers, list: readonly [string, string][]): HeaderReader {
  return {
    get(name) {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    [Symbol.iterator]: () => list[Symbol.iterator](),
  };
}
