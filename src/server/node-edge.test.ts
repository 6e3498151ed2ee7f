import { createServer, request as httpRequest } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../everthread.ts';
import type { Store } from '../store.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { createProxy } from './proxy/create-proxy.ts';
import { closeServer, listen } from './proxy/loopback.suite.ts';
import { startTestServer, type TestServer } from './test-server.suite.ts';

const encoders: { [name: string]: (text: string) => Uint8Array } = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (text) => Buffer.from(text),
};
const longText = 'quay '.repeat(2_000_000);
let connections = 0;

/** Answers according to the model's name: with an encoding, or of a size. */
const provider = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  if (request.url === '/v1/models') {
    response.writeHead(204).end();
    return;
  }
  const { model } = JSON.parse(Buffer.concat(pieces).toString()) as { model: string };
  const content = model === 'long' ? longText : 'Moored.';
  const answer = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] });
  const encode = encoders[model];
  response.writeHead(200, {
    ...{ 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
    ...(encode && { 'content-encoding': model }),
  });
  response.end(encode ? encode(answer) : answer);
});
provider.on('connection', () => {
  connections += 1;
});

let upstream: string;
let served: TestServer;
beforeAll(async () => {
  upstream = await listen(provider);
  served = await start();
});
afterAll(async () => {
  await served.close();
  await closeServer(provider);
});

const start = (given: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({
    ...given,
    proxy: createProxy({ upstreams: [{ url: upstream }] }),
    limits: { bodyBytes: 10_000 },
  });

const ask = (model: string, words = 'Where is it?', { url } = served) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [{ role: 'user', content: words }] }),
  });

async function said(everthread: Everthread, response: Response): Promise<string[]> {
  const thread = await everthread.findThread(response.headers.get('x-everthread-thread')!);
  const messages = await Array.fromAsync(thread?.history() ?? []);
  return messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}

describe('R-60 proxied by Node’s own messages', () => {
  it.each(Object.keys(encoders))('R-60 an answer that comes as %s is read, given and kept', async (name) => {
    const response = await ask(name, `Where, in ${name}?`);
    expect(response.headers.get('content-encoding')).toBe(null);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const answer = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(answer.choices[0]!.message.content).toBe('Moored.');
    await expect.poll(() => said(served.everthread, response)).toEqual([`Where, in ${name}?`, 'Moored.']);
  });

  it('R-60 connections to a provider are used again, by one request after the other', async () => {
    await (await ask('plain')).text();
    const before = connections;
    for (let turn = 0; turn < 5; turn += 1) await (await ask('plain', `Again ${turn}?`)).text();
    expect(connections).toBe(before);
  });

  it('R-60 long answers, and those without a body, are passed on unchanged', async () => {
    const answer = (await (await ask('long')).json()) as { choices: { message: { content: string } }[] };
    expect(answer.choices[0]!.message.content).toBe(longText);
    const empty = await fetch(`${served.url}/v1/models`);
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    const head = await fetch(`${served.url}/v1/models`, { method: 'HEAD' });
    expect(head.status).toBe(204);
  });

  it('R-63 a body that is too large is refused, whether it declares its size or not', async () => {
    const large = JSON.stringify({
      model: 'plain',
      messages: [{ role: 'user', content: 'x'.repeat(20_000) }],
    });
    const told = await ask('plain', 'x'.repeat(20_000));
    expect(told.status).toBe(413);
    expect(await told.json()).toMatchObject({ error: { code: 'limit_exceeded', field: 'body' } });
    const untold = await new Promise<number>((resolve, reject) => {
      const { hostname: host, port } = new URL(served.url);
      const request = httpRequest(
        {
          host,
          port,
          path: '/v1/chat/completions',
          method: 'POST',
          headers: { 'transfer-encoding': 'chunked' },
        },
        (response) => resolve(response.resume().statusCode!),
      );
      request.on('error', reject);
      request.end(large);
    });
    expect(untold).toBe(413);
  });

  it('R-63 addresses that need normalizing give no access to other routes', async () => {
    for (const path of [
      '/v1/../api/threads',
      '/v1//models',
      '/v1/%2e%2e/api/threads',
      '/v1/models/../../api/owners',
    ]) {
      const { hostname: host, port } = new URL(served.url);
      const status = await new Promise<number>((resolve, reject) => {
        const request = httpRequest({ host, port, path, headers: { host: 'evil.example' } }, (response) =>
          resolve(response.resume().statusCode!),
        );
        request.on('error', reject);
        request.end();
      });
      expect(status, path).toBe(403);
    }
    expect((await fetch(`${served.url}/v1/unknown`)).status).toBe(404);
  });

  it('R-60 I-1 a server that shuts down gracefully has stored every answer it gave', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore({ database });
    const slow: Store = { ...store, append: (given) => sleep(300).then(() => store.append(given)) };
    const going = await start({ everthread: async () => createEverthread({ store: slow }) });
    const asked = Array.from({ length: 5 }, (_, index) => ask('plain', `Before it goes, ${index}?`, going));
    const answers = await Promise.all(asked);
    await going.close();
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const everthread = createEverthread({ store: sqliteStore({ database }) });
    for (const [index, response] of answers.entries())
      expect(await said(everthread, response)).toEqual([`Before it goes, ${index}?`, 'Moored.']);
    await everthread.close();
    database.close();
  });
});
