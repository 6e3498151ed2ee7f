/**
 * Serves proxied requests directly from Node's own messages. Creating `Request`, `Response` and web streams would cost
 * as much as all the other work on a proxied request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EverthreadServer, ProxiedAnswer } from './create-server.ts';
import { type ByteReader, type GivenAnswer, type HeaderList, headerIn } from './proxy/exchange.ts';
import { nodeHeaders, sendByNode } from './proxy/send-by-node.ts';
import { tooLarge } from './security/body-limit.ts';

/** Only plain addresses. Addresses that need normalizing take the usual way through `Request`. */
const plainAddress = /^(\/v1(?:\/[\w:@-]+(?:\.[\w:@-]+)*)+)(\?[^#]*)?$/u;

const leftBodyMs = 500;

/** Returns false if the request is not proxied here. */
export function answerProxied(
  server: EverthreadServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const [, path, search = ''] = plainAddress.exec(incoming.url ?? '') ?? [];
  if (path === undefined || server.proxied === undefined) return false;
  const disconnected = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) disconnected.abort();
  });
  const { remoteAddress } = incoming.socket;
  const answered = server.proxied(
    {
      method: incoming.method ?? 'GET',
      path,
      search,
      headers: nodeHeaders(incoming),
      signal: disconnected.signal,
      bytes: (mostBytes) => readBody(incoming, mostBytes),
    },
    { send: sendByNode, ...(remoteAddress !== undefined && { address: remoteAddress }) },
  );
  void answered.then((answer) => write(answer, incoming, outgoing)).catch(() => outgoing.destroy());
  return true;
}

function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
    const pieces: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= mostBytes) {
        pieces.push(piece);
        return;
      }
      incoming.pause();
      reject(tooLarge(mostBytes));
    });
    incoming.once('end', () => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)));
    incoming.once('error', reject);
  });
}

async function write(answer: ProxiedAnswer, incoming: IncomingMessage, outgoing: ServerResponse) {
  const givenAnswer = answer instanceof Response ? await givenBy(answer) : answer;
  const { status, statusText, body } = givenAnswer;
  const headers: HeaderList = [...givenAnswer.headers];
  if (body instanceof Uint8Array && headerIn(headers, 'content-length') === undefined)
    headers.push(['content-length', String(body.length)]);
  if (!incoming.complete) outgoing.once('finish', () => leaveBody(incoming));
  outgoing.writeHead(status, statusText, headers.flat());
  if (body === null || body instanceof Uint8Array) outgoing.end(body);
  else if (incoming.method === 'HEAD') {
    await body.cancel();
    outgoing.end();
  } else await pass(body, outgoing);
}

/**
 * The rest of a request body is not needed, but closing at once would keep a client that is still sending from seeing
 * the answer. So the body is read and dropped for a moment.
 */
function leaveBody(incoming: IncomingMessage): void {
  const cut = setTimeout(() => incoming.destroy(), leftBodyMs);
  incoming.once('close', () => clearTimeout(cut));
  incoming.removeAllListeners('data').resume();
}

async function pass(body: ByteReader, outgoing: ServerResponse): Promise<void> {
  // Headers are sent at once, so that a client waiting for a slow answer sees that it has begun.
  outgoing.flushHeaders();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) void body.cancel().catch(() => undefined);
  });
  for (let piece = await body.read(); piece !== undefined; piece = await body.read()) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.once('drain', go).once('close', go);
  });
}

async function givenBy(response: Response): Promise<GivenAnswer> {
  const { status, statusText } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, statusText, headers: [...response.headers], body };
}
