import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { createEverthread, type Everthread } from '../everthread.ts';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './options.ts';
import { createTenants } from './tenants.ts';
import { harbourTalk, readEvents, startTestServer, type TestServer } from './test-server.suite.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('R-60 the server as a fetch handler', () => {
  it('R-60 answers requests of any runtime, without a port of its own', async () => {
    await using everthread = createEverthread();
    const mounted = createServer({ everthread });
    const ask = (path: string, init?: RequestInit) =>
      mounted.fetch(new Request(`http://localhost:3000${path}`, init));
    const made = await ask('/api/threads', {
      method: 'POST',
      body: '{"id":"mounted"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(made.status).toBe(201);
    expect(await (await everthread.findThread('mounted'))?.state()).toMatchObject({ messages: 0 });
    const stream = await ask('/api/events');
    const events = readEvents(stream);
    const first = events.next();
    await (await everthread.thread('mounted')).append({ role: 'user', content: 'hello' });
    expect((await first).value).toMatchObject({ event: 'change' });
    await events.return(undefined);
    expect((await ask('/v1/models')).status).toBe(404);
    await mounted.close();
    // An instance passed in remains open.
    expect(await everthread.threads()).toHaveLength(1);
    expect((await ask('/api/threads')).status).toBe(503);
  });

  it('R-60 passes requests below /v1 to the proxy, with the threads of the caller', async () => {
    await using everthread = createEverthread();
    const seen: unknown[] = [];
    const mounted = createServer({
      everthread,
      proxy: async (request, caller) => {
        seen.push([await request.text(), caller.tenant, caller.everthread === everthread]);
        return new Response('data: x\n\n', { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const answer = await mounted.fetch(
      new Request('http://localhost/v1/chat/completions', { method: 'POST', body: '{"a":1}' }),
    );
    expect([...answer.headers.keys()]).toEqual(['content-type']);
    expect(await answer.text()).toBe('data: x\n\n');
    expect(seen).toEqual([['{"a":1}', 'default', true]]);
  });

  it('R-63 an answer that takes longer than allowed is given up', async () => {
    await using everthread = createEverthread();
    const mounted = createServer({
      everthread,
      limits: { timeMs: 5 },
      features: {
        importTranscript: ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    });
    const request = new Request('http://localhost/api/import', {
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    const answer = await mounted.fetch(request);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ error: { code: 'timeout' } });
  });

  it('R-63 invalid options are refused by name', async () => {
    await using everthread = createEverthread();
    const cases: [field: string, options: object][] = [
      ['everthread', { everthread: 'x' }],
      ['keys', { keys: {} }],
      ['keys', { keys: ['k'] }],
      ['hosts', { hosts: 'localhost' }],
      ['origins', { origins: ['example.com'] }],
      ['limits.bodyBytes', { limits: { bodyBytes: 0 } }],
      ['limits.speed', { limits: { speed: 1 } }],
      ['port', { port: 80 }],
    ];
    for (const [field, options] of cases) {
      const make = () => createServer({ everthread, ...options } as unknown as ServerOptions);
      expect(make, field).toThrow(expect.objectContaining({ code: 'invalid_option', field }));
    }
  });
});

describe('R-64 how the server is', () => {
  it('R-64 reports its health, its readiness and its figures', async () => {
    expect(await server.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    await server.call('POST', '/api/threads', { id: 'figures' });
    for (let at = 0; at < harbourTalk.length; at += 20)
      await server.call('POST', '/api/threads/figures/messages', {
        messages: harbourTalk.slice(at, at + 20),
      });
    await server.everthread.idle();
    await server.call('POST', '/api/threads/figures/context', {});
    await server.call('GET', '/api/threads/nobody-of-that-name');
    const { body, headers } = await server.call('GET', '/metrics');
    expect(headers.get('content-type')).toContain('version=0.0.4');
    const values = new Map<string, number>(
      body.split('\n').map((line: string) => [line.replace(/ \S+$/u, ''), Number(line.split(' ').at(-1))]),
    );
    const value = (series: string) => values.get(series);
    expect(
      value('everthread_http_requests_total{method="GET",route="/api/threads/{threadId}",status="404"}'),
    ).toBe(1);
    expect(value('everthread_compactions_total{outcome="committed"}')).toBeGreaterThan(0);
    expect(value('everthread_context_tokens_total')).toBeLessThan(
      value('everthread_history_tokens_total') ?? 0,
    );
    expect(value('everthread_http_request_duration_seconds_count{route="/api/threads"}')).toBe(1);
    expect(body).not.toContain('nobody-of-that-name');
    for (const line of body.trim().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*(?:\{\w+\}[^}]*)*\})? [\d.e+-]+)$/u);
  });

  it('R-48 keeps nothing of a request in memory after its answer, however long the time limit is', async () => {
    await server.call('POST', '/api/threads', { id: 'held' });
    const heldAfter = async (requests: number) => {
      for (let number = 0; number < requests; number += 1)
        await server.call('POST', '/api/threads/held/context', {});
      return queryObjects(AbortSignal, { format: 'count' }) as unknown as number;
    };
    const first = await heldAfter(10);
    expect((await heldAfter(60)) - first).toBeLessThan(30);
  });

  it('R-63 shuts down gracefully: running answers end, and streams of events are closed', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const going = await startTestServer({
      graceMs: 60_000,
      features: {
        async *answer() {
          yield { type: 'text', text: 'one ' };
          await finished;
          yield { type: 'text', text: 'two' };
        },
      },
    });
    await going.call('POST', '/api/threads', { id: 'last' });
    const watching = await fetch(`${going.url}/api/events`);
    const chat = await fetch(`${going.url}/api/threads/last/chat`, {
      method: 'POST',
      body: '{"text":"go on"}',
      headers: { 'content-type': 'application/json' },
    });
    const told = readEvents(chat);
    expect((await told.next()).value).toMatchObject({ data: { text: 'one ' } });
    const closed = going.close();
    expect((await Array.fromAsync(readEvents(watching))).map(({ event }) => event)).not.toContain('error');
    finish();
    expect((await told.next()).value).toMatchObject({ data: { text: 'two' } });
    expect((await told.next()).value).toMatchObject({ event: 'end' });
    await closed;
    await expect(fetch(`${going.url}/healthz`)).rejects.toThrow();
  });
});

describe('R-63 tenants', () => {
  const openTenants = (idleMs: number) => {
    const opened: string[] = [];
    const closed: string[] = [];
    const tenants = createTenants({
      idleMs,
      heartbeatMs: 1_000,
      onOpen: () => undefined,
      async everthread(name) {
        opened.push(name);
        const everthread = createEverthread();
        const close = async () => {
          closed.push(name);
          await everthread.close();
        };
        return { ...everthread, close } satisfies Everthread;
      },
    });
    return { tenants, opened, closed };
  };

  it('R-63 are opened once, kept while somebody uses them, and closed when nobody does', async () => {
    const { tenants, opened, closed } = openTenants(1);
    const [first, second] = await Promise.all([tenants.borrow('a'), tenants.borrow('a')]);
    expect(opened).toEqual(['a']);
    first.release();
    first.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed).toEqual([]);
    second.release();
    while (closed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    (await tenants.borrow('a')).release();
    expect(opened).toEqual(['a', 'a']);
    await tenants.close();
    await expect(tenants.borrow('a')).rejects.toMatchObject({ code: 'closed' });
  });

  it('R-63 with a single database, only the default one exists', async () => {
    await using everthread = createEverthread();
    const tenants = createTenants({ everthread, idleMs: 1, heartbeatMs: 1_000, onOpen: () => undefined });
    expect((await tenants.borrow('default')).everthread).toBe(everthread);
    const other = await tenants.borrow('other').catch((error: unknown) => error);
    expect(isEverthreadError(other, 'invalid_option')).toBe(true);
  });
});
