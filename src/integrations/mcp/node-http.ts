/** Converts between node:http and the web's Request and Response, which the MCP SDK uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Reads the body; undefined if it is too large. The rest of a too large body is read and dropped. */
export async function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not a `for await` loop: leaving it would destroy the stream, and with it the connection for the answer.
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('The client has gone.')));
  });
}

export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Request {
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, one);
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  return new Request(new URL(incoming.url ?? '/', 'http://localhost'), {
    method: incoming.method ?? 'GET',
    headers,
    signal: disconnected.signal,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

/** Sends the body chunk by chunk; ends quietly if the client disconnects. */
export async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(
    () => outgoing.destroy(),
  );
}
