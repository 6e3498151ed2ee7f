import { request as httpRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../../everthread.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { loadMcpSdk, loadMcpStdioSdk } from './mcp-sdk.ts';
import { type HttpService, type HttpServiceOptions, serveMcpHttp } from './serve-http.ts';
import { serveMcpStdio } from './serve-stdio.ts';
import { connect, eras, fillArchive, holdSession } from './session.suite.ts';

const key = 'a-key-of-sixteen-characters';
let everthread: Everthread;
const services: HttpService[] = [];

beforeEach(async () => {
  everthread = createEverthread({ budget: { tokens: 1_500 }, automatic: false });
  await fillArchive(everthread);
});

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  await everthread.close();
});

async function serve(options: Partial<HttpServiceOptions> = {}): Promise<HttpService> {
  const service = await serveMcpHttp({ everthread, threadIds: ['work'], port: 0, ...options });
  services.push(service);
  return service;
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** Plain node:http, because fetch does not let the Host header be set. */
function post(
  url: string,
  {
    headers = {},
    body = JSON.stringify(listTools),
    method = 'POST',
    chunked = false,
  }: {
    headers?: { [name: string]: string };
    body?: string;
    method?: string;
    chunked?: boolean;
  } = {},
): Promise<{ status: number; body: string; headers: { [name: string]: unknown } }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(chunked
            ? { 'transfer-encoding': 'chunked' }
            : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode!, body: text, headers: response.headers });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

describe('MCP over HTTP', () => {
  it.each(eras)('R-51 a whole session with the official client (%s)', async (era) => {
    const { url } = await serve();
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)), era);
    await holdSession(client);
    await client.close();
  });

  it('R-51 sessions side by side do not disturb each other', async () => {
    const { url } = await serve();
    await Promise.all(
      [...eras, ...eras].map(async (era) => {
        const client = await connect(new StreamableHTTPClientTransport(new URL(url)), era);
        await holdSession(client);
        await client.close();
      }),
    );
  });

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example:80' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'localhost:1' }, 200],
    [{ origin: 'http://localhost:5173' }, 200],
    [{}, 200],
  ])('R-63 headers %j are answered with %i', async (headers, status) => {
    const { url } = await serve();
    const answer = await post(url, { headers: headers as { [name: string]: string } });
    expect(answer.status).toBe(status);
    expect(answer.body.includes('expand')).toBe(status === 200);
  });

  it('R-63 further names of the server are answered, and with them others are refused behind 0.0.0.0 too', async () => {
    const named = await serve({ allowedHosts: ['archive.example'] });
    const statusFor = async (url: string, headers: { [name: string]: string }) =>
      (await post(url, { headers })).status;
    expect(await statusFor(named.url, { host: 'archive.example:8722' })).toBe(200);
    expect(await statusFor(named.url, { origin: 'https://archive.example' })).toBe(200);
    expect(await statusFor(named.url, { host: 'evil.example' })).toBe(403);

    const everywhere = async (options: Partial<HttpServiceOptions>) => {
      const { url } = await serve({ host: '0.0.0.0', key, ...options });
      const loopback = url.replace('0.0.0.0', '127.0.0.1');
      const authorization = `Bearer ${key}`;
      return Promise.all(
        ['archive.example', 'evil.example'].map((host) => statusFor(loopback, { host, authorization })),
      );
    };
    expect(await everywhere({})).toEqual([200, 200]);
    expect(await everywhere({ allowedHosts: ['archive.example'] })).toEqual([200, 403]);
  });

  it('R-63 with a key, nobody without it is answered', async () => {
    const { url } = await serve({ key });
    for (const authorization of [
      '',
      'Bearer',
      'Bearer wrong-key-of-sixteen',
      `Basic ${key}`,
      `Bearer ${key}x`,
    ]) {
      const { status, headers, body } = await post(url, { headers: { authorization } });
      expect({ status, challenge: headers['www-authenticate'] }).toEqual({
        status: 401,
        challenge: 'Bearer',
      });
      expect(body).not.toContain(key);
    }
    const client = await connect(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
      'auto',
    );
    await holdSession(client);
    await client.close();
  });

  it('R-63 addresses other than loopback need a key, and a short key is refused', async () => {
    const failing = (options: Partial<HttpServiceOptions>) =>
      expect(serveMcpHttp({ everthread, threadIds: 'all', port: 0, ...options })).rejects;
    await failing({ host: '0.0.0.0' }).toThrow(/set a key/u);
    await failing({ host: '::' }).toThrow(/set a key/u);
    await failing({ host: 'example.org' }).toThrow(/set a key/u);
    await failing({ key: 'short' }).toThrow(/key must have at least 16/u);
    await failing({ port: 99_999 }).toThrow(/port/u);
    const { url } = await serve({ host: '0.0.0.0', key });
    const port = new URL(url).port;
    const { status } = await post(`http://127.0.0.1:${port}/mcp`, {
      headers: { host: 'archive.example', authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
  });

  it('R-63 bodies that are too large or no JSON, and other paths and methods, are refused', async () => {
    const { url } = await serve();
    const large = JSON.stringify({ ...listTools, params: { filler: 'x'.repeat(1024 * 1024) } });
    expect((await post(url, { body: large })).status).toBe(413);
    expect((await post(url, { body: large, chunked: true })).status).toBe(413);
    expect((await post(url, { body: '{' })).status).toBe(400);
    expect((await post(url.replace('/mcp', '/'))).status).toBe(404);
    expect((await post(url, { method: 'OPTIONS' })).status).toBe(405);
    expect((await post(url, { method: 'GET', body: '' })).status).toBeGreaterThanOrEqual(400);
    expect((await post(url)).status).toBe(200);
  });

  it('R-51 closing ends open connections, and a port in use is reported', async () => {
    const service = await serve();
    const port = Number(new URL(service.url).port);
    await expect(serveMcpHttp({ everthread, threadIds: 'all', port })).rejects.toThrow(/in use/u);
    const client = await connect(new StreamableHTTPClientTransport(new URL(service.url)), 'auto');
    await service.close();
    await expect(client.callTool({ name: 'describe', arguments: {} })).rejects.toThrow();
    await client.close();
  });
});

describe('MCP on streams', () => {
  it('R-51 createMcpServer serves any transport', async () => {
    const server = await createMcpServer({ everthread, threadIds: ['work'] });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(ours as never);
    const client = await connect(theirs, 'legacy');
    await holdSession(client);
    await client.close();
  });

  it('R-51 stdio writes nothing but protocol and ends with its input', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const { closed } = await serveMcpStdio({ everthread, threadIds: ['work'], stdin, stdout });
    const lines: string[] = [];
    stdout.setEncoding('utf8').on('data', (chunk: string) => lines.push(chunk));
    stdin.write(
      `${JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      })}\nnot json\n`,
    );
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    stdin.end();
    await closed;
    for (const line of lines.join('').trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('R-51 requests piped in are answered before it ends', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const slow: Everthread = {
      ...everthread,
      search: async (query, options) => {
        for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
        return everthread.search(query, options);
      },
    };
    const request = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const clientInfo = { name: 'x', version: '1' };
    stdin.end(
      request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }) +
        request(2, 'tools/call', { name: 'search', arguments: { query: 'pump 27' } }),
    );
    const { closed } = await serveMcpStdio({ everthread: slow, threadIds: ['work'], stdin, stdout });
    await closed;
    const answers = String(stdout.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1].result.content[0].text).toContain('Pump 27 delivers 351 litres.');
  });

  it('R-51 without the SDK the error says what to install', async () => {
    const absent = () => Promise.reject(new Error('not found'));
    await expect(loadMcpSdk(absent)).rejects.toThrow(/npm install @modelcontextprotocol\/server/u);
    await expect(loadMcpStdioSdk(absent)).rejects.toMatchObject({ code: 'missing_dependency' });
  });
});
