import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEverthreadError } from '../../errors.ts';
import { createServer } from '../create-server.ts';
import { listen } from '../node.ts';
import { startTestServer, type TestServer } from '../test-server.suite.ts';
import { type KeyRecord, newKey } from './keys.ts';

const now = '2026-01-01T00:00:00.000Z';
const made = {
  a: newKey({ tenant: 'team-a', name: 'a', now }),
  b: newKey({ tenant: 'team-b', name: 'b', now }),
  old: newKey({ tenant: 'team-a', name: 'old', now }),
};
const records = new Map<string, KeyRecord>([
  ...[made.a, made.b].map(({ record }): [string, KeyRecord] => [record.id, record]),
  [made.old.record.id, { ...made.old.record, revokedAt: now }],
]);
const lines: string[] = [];
const keep = (line: string) => void lines.push(line);
const logger = { debug: keep, info: keep, warn: keep, error: keep };

/** One server without keys, and one with keys of two tenants. */
let open: TestServer;
let keyed: TestServer;
beforeAll(async () => {
  open = await startTestServer({ logger, requestMs: 400, limits: { bodyBytes: 100_000 } });
  keyed = await startTestServer({ logger, keys: { find: async (id) => records.get(id) } });
});
afterAll(() => Promise.all([open.close(), keyed.close()]));

/** Sends headers that fetch would set itself. */
function raw(
  server: TestServer,
  options: { path?: string; method?: string; headers: { [name: string]: string } },
): Promise<number> {
  const { path = '/api/threads', method = 'GET', headers } = options;
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: hostname, port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends raw bytes; returns the first line of the answer, or nothing if the connection was just closed. */
function speak(server: TestServer, text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

describe('R-63 who may ask', () => {
  it('R-63 a foreign host name is refused, so that no page can point its own name at this machine', async () => {
    const { port } = new URL(open.url);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '169.254.169.254'])
      expect(await raw(open, { headers: { host } }), host).toBe(403);
    for (const line of ['Host:', 'X: y'])
      expect(
        await speak(open, `GET /api/threads HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`),
        line,
      ).toMatch(/^HTTP\/1\.1 40[03]/u);
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await raw(open, { headers: { host } }), host).toBe(200);
    expect(await raw(open, { path: '/', headers: { host: 'evil.example' } })).toBe(403);
    expect(await raw(open, { path: '/healthz', headers: { host: 'evil.example' } })).toBe(403);
  });

  it('R-63 a page of another origin is refused, with and without a preflight request', async () => {
    const host = new URL(open.url).host;
    for (const origin of [
      'https://evil.example',
      'null',
      `http://${host}.evil.example`,
      'http://localhost:1',
      'x',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect(await raw(open, { method, headers: { host, origin } }), origin).toBe(403);
    expect(await raw(open, { headers: { host, origin: `http://${host}` } })).toBe(200);
    const fromPicture = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect(await raw(open, { headers: fromPicture })).toBe(403);
  });

  it('R-63 an allowed origin may send requests, and no other origin is named as allowed', async () => {
    const allowed = await startTestServer({ origins: ['https://app.example.com'] });
    const ask = (origin: string, method = 'GET') =>
      fetch(`${allowed.url}/api/threads`, { method, headers: { origin } });
    const preflight = await ask('https://app.example.com', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    const answer = await ask('https://app.example.com');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect((await ask('https://other.example.com')).headers.has('access-control-allow-origin')).toBe(false);
    await allowed.close();
  });

  it('R-60 R-63 a page that is allowed may send what a provider’s client sends, and read the headers of the proxy', async () => {
    const allowed = await startTestServer({ origins: ['https://app.example.com'] });
    const ask = (origin: string) =>
      fetch(`${allowed.url}/v1/messages`, {
        method: 'OPTIONS',
        headers: {
          ...{ origin, 'access-control-request-method': 'POST' },
          'access-control-request-headers':
            'anthropic-version,x-everthread-mode,x-everthread-thread,x-stainless-os',
        },
      });
    const preflight = await ask('https://app.example.com');
    expect(preflight.status).toBe(204);
    const accepted = preflight.headers.get('access-control-allow-headers')!.split(/,\s*/u);
    expect(accepted).toEqual([
      'anthropic-version',
      'x-everthread-mode',
      'x-everthread-thread',
      'x-stainless-os',
    ]);
    const answer = await fetch(`${allowed.url}/api/threads`, {
      headers: { origin: 'https://app.example.com' },
    });
    expect(answer.headers.get('access-control-expose-headers')).toBe('*');
    expect((await ask('https://other.example.com')).headers.has('access-control-allow-headers')).toBe(false);
    await allowed.close();
  });

  it('R-63 without keys the server only listens on this machine', async () => {
    const server = createServer({ everthread: open.everthread });
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com']) {
      const refused = await listen({ server, hasKeys: false, host, port: 0 }).catch(
        (error: unknown) => error,
      );
      expect(isEverthreadError(refused, 'invalid_option'), host).toBe(true);
    }
  });

  it('R-63 keys are checked, and guessing them is limited', async () => {
    const status = async (headers: { [name: string]: string }) =>
      (await keyed.call('GET', '/api/threads', undefined, headers)).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer sk-proj-of-somebody' })).toBe(401);
    expect(await status(bearer(made.a))).toBe(200);
    expect(await status({ 'x-everthread-key': made.a.key })).toBe(200);
    expect(await status({ 'x-api-key': made.a.key })).toBe(200);
    expect(await status(bearer(made.old))).toBe(401);
    const guesses = [];
    for (let guess = 0; guess < 30; guess += 1)
      guesses.push(await status({ authorization: `Bearer ${made.a.key}${guess}` }));
    expect(guesses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(guesses.slice(-5)).toEqual(Array(5).fill(429));
    expect(await status(bearer(made.a))).toBe(200);
    for (const path of ['/metrics', '/openapi.json'])
      expect((await keyed.call('GET', path)).status).toBe(401);
    for (const path of ['/healthz', '/readyz']) expect((await keyed.call('GET', path)).status).toBe(200);
    const kept = JSON.stringify([...records.values()]);
    for (const { key } of Object.values(made))
      expect(kept).not.toContain(key.slice('et_000000000000_'.length));
  });

  it('R-63 a tenant can only read its own threads', async () => {
    const call = (who: { key: string }, method: string, path: string, body?: unknown) =>
      keyed.call(method, path, body, bearer(who));
    await call(made.a, 'POST', '/api/threads', { id: 'plans' });
    await call(made.a, 'POST', '/api/threads/plans/messages', {
      role: 'user',
      content: 'The word is heliotrope.',
    });
    expect((await call(made.a, 'GET', '/api/threads/plans')).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', '/api/threads/plans', undefined],
      ['GET', '/api/threads/plans/messages', undefined],
      ['GET', '/api/threads/plans/events', undefined],
      ['PATCH', '/api/threads/plans', { title: 'mine' }],
      ['DELETE', '/api/threads/plans', undefined],
    ] as const)
      expect((await call(made.b, method, path, body)).status, path).toBe(404);
    expect((await call(made.b, 'GET', '/api/search?query=heliotrope')).body.hits).toEqual([]);
    expect((await call(made.b, 'GET', '/api/threads')).body.threads).toEqual([]);
    expect((await call(made.b, 'GET', '/api/settings')).body.tenant).toBe('team-b');
    const files = (await readdir(keyed.folder)).filter((file) => file.startsWith('team-b'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect((await readFile(join(keyed.folder, file))).includes('heliotrope')).toBe(false);
  });

  it('R-63 names of tenants never become paths', () => {
    for (const tenant of ['../team-a', 'a/b', '.', '', 'A', 'a\0', 'x'.repeat(64), 'ü'])
      expect(() => newKey({ tenant, name: '', now }), tenant).toThrow(/tenant must be/u);
  });

  it('R-63 the requests of one key are limited', async () => {
    const limited = await startTestServer({
      keys: { find: async (id) => records.get(id) },
      limits: { requestsPerMinute: 5 },
    });
    const statuses = [];
    for (let count = 0; count < 8; count += 1)
      statuses.push((await limited.call('GET', '/api/owners', undefined, bearer(made.a))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const other = await limited.call('GET', '/api/owners', undefined, bearer(made.b));
    expect(other.status).toBe(200);
    await limited.close();
  });
});

describe('R-63 what is sent', () => {
  const post = (body: string | ReadableStream, headers: { [name: string]: string } = {}) =>
    fetch(`${open.url}/api/threads`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      duplex: 'half',
    } as RequestInit);

  it('R-63 a body that is too large is refused, whether it declares its size or not', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(200_000) });
    expect((await post(large)).status).toBe(413);
    const pieces = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 4; piece += 1) controller.enqueue(new Uint8Array(50_000).fill(0x20));
        controller.close();
      },
    });
    const answer = await post(pieces);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'limit_exceeded', field: 'body' } });
  });

  it('R-63 a request whose body never arrives is ended', async () => {
    const head = `POST /api/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`;
    expect(await speak(open, head)).toMatch(/^HTTP\/1\.1 408|^$/u);
    expect(await speak(open, 'GET / HTTP/1.1\r\nHost: local')).toMatch(/^HTTP\/1\.1 408|^$/u);
  });

  it('R-63 a request cannot be hidden in another one', async () => {
    const hidden = 'GET /api/threads/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const common = 'POST /api/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const tricks = [
      `${common}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `${common}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${hidden}`,
      `${common}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
      `${common}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
      `${common}Content-Length: 0\n\r\n${hidden}`,
    ];
    for (const trick of tricks) {
      const answer = await speak(open, trick);
      expect(answer, JSON.stringify(trick)).toMatch(/^HTTP\/1\.1 400/u);
      expect(answer).not.toContain('hidden');
    }
  });

  it('R-63 headers cannot be injected through an address or a body', async () => {
    for (const path of [
      '/api/threads/a%0d%0aset-cookie:%20x=1',
      '/%0d%0aset-cookie:%20x=1',
      '/api/threads?cursor=%0d%0ax:1',
    ]) {
      const answer = await open.call('GET', path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect([...answer.headers.keys()]).not.toContain('set-cookie');
    }
    const made = await open.call('POST', '/api/threads', { id: 'a\r\nx-evil: 1', title: 'b\r\nx-evil: 1' });
    expect(made.headers.has('x-evil')).toBe(false);
  });

  it('R-63 deeply nested JSON is refused, and the server keeps running', async () => {
    for (const text of ['['.repeat(50_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]) {
      const answer = await post(text);
      expect(answer.status).toBe(413);
    }
    expect((await post('{"title":"[[[[{{{{ \\" [["}')).status).toBe(201);
  });

  it('R-63 a request cannot change prototypes', async () => {
    await post('{"id":"proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    await post('{"id":"proto","title":"t"}');
    await open.call(
      'PATCH',
      '/api/threads/proto',
      JSON.parse('{"metadata":{"__proto__":{"polluted":true}}}'),
    );
    const message = '{"role":"user","content":"x","__proto__":{"role":"system"}}';
    await fetch(`${open.url}/api/threads/proto/messages`, {
      method: 'POST',
      body: message,
      headers: { 'content-type': 'application/json' },
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { body } = await open.call('GET', '/api/threads/proto/messages');
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user']);
  });

  it('R-63 no path gives access to anything outside of the API', async () => {
    for (const path of [
      '/../../etc/passwd',
      '/api/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/..%5c..%5cetc',
      '//etc/passwd',
    ]) {
      const answer = await speak(
        open,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1\.1 40[04]/u);
      expect(answer).not.toContain('root:');
    }
  });
});

describe('R-63 R-64 what is said', () => {
  it('R-63 message text is data: no browser renders it as a page', async () => {
    await open.call('POST', '/api/threads', { id: 'markup', title: '<img src=x onerror=alert(1)>' });
    const content = '<script>alert(1)</script> [click](javascript:alert(1)) </textarea>';
    await open.call('POST', '/api/threads/markup/messages', { role: 'user', content });
    for (const path of [
      '/api/threads',
      '/api/threads/markup/messages',
      '/api/threads/markup/brief',
      '/api/search?query=click',
    ]) {
      const { headers } = await open.call('GET', path);
      expect(headers.get('content-type'), path).toBe('application/json');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const missing = await open.call('GET', '/<script>alert(1)</script>');
    expect(JSON.stringify(missing.body)).not.toContain('<script>');
  });

  it('R-64 logs contain no text of a message, no key and no escape sequence', async () => {
    lines.length = 0;
    const secret = 'heliotrope';
    await open.call('POST', '/api/threads', { id: `log-${secret}` });
    await open.call('POST', `/api/threads/log-${secret}/messages`, {
      role: 'user',
      content: `${secret} \u001b]0;owned\u0007`,
    });
    await open.call('GET', `/api/search?query=${secret}`);
    await open.call('GET', `/api/threads/${secret}`);
    await open.call('GET', `/api/threads/${secret}%1b%5b2J%0a%7b%22level%22%3a%22error%22%7d`);
    await raw(open, { method: 'PURGE', path: `/${secret}%0a`, headers: { host: 'localhost' } });
    await keyed.call('GET', '/api/threads', undefined, bearer(made.a));
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const line of lines) {
      expect(line).not.toContain(secret);
      expect(line).not.toContain(made.a.key);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/u);
    }
    expect(lines.some((line) => line.includes('route="/api/threads/{threadId}" status=404'))).toBe(true);
  });
});
