import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import { memoryStore } from '../../stores/memory/memory.ts';
import { scriptedSummarizer } from '../../testing/scripted-summarizer.ts';
import { closeServer, type Edge, listen, startProxy, useProxy } from './loopback.suite.ts';
import type { Seen } from './loopback-answers.suite.ts';
import { callUpstream } from './upstream.ts';
import { askedBy, sendByFetch, toResponse } from './web-exchange.ts';

const edges: Edge[] = ['node', 'fetch'];
const start = useProxy();
type Message = { role: string; content: unknown };
const user = (content: string): Message => ({ role: 'user', content });

const ask = (url: string, messages: Message[], more: object = {}, init: RequestInit = {}) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'local', messages, ...more }),
    ...init,
  });

/** Waits for events after the client has disconnected. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}

describe.each(edges)('what a provider says, by the %s edge', (edge) => {
  const start = useProxy(edge);

  it.each([
    [429, { 'retry-after': '7', 'x-ratelimit-remaining-requests': '0' }, '{"error":{"type":"rate_limit"}}'],
    [401, { 'www-authenticate': 'Bearer' }, '{"error":{"message":"no key"}}'],
    [529, { 'content-type': 'text/html' }, '<h1>Overloaded</h1>'],
    [302, { location: 'http://169.254.169.254/' }, ''],
  ])(
    'R-60 status %i passes unchanged, with headers and body, and leaves nothing behind',
    async (status, headers, body) => {
      const { proxy, upstream } = await start(() => ({ status, headers, body }));
      const response = await ask(proxy.url, [user('Hello')], {}, { redirect: 'manual' });
      expect(response.status).toBe(status);
      for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
      expect(await response.text()).toBe(body);
      expect(upstream.seen).toHaveLength(1);
      expect(await proxy.threads()).toEqual([]);
    },
  );

  it('R-60 an answer that ends before it is complete is an error in the API’s own format', async () => {
    const broken = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
    });
    const upstream = await listen(broken);
    const proxy = await startProxy({ upstream, edge });
    const chat = await ask(proxy.url, [user('Hello')]);
    expect(chat.status).toBe(502);
    expect(await chat.json()).toMatchObject({ error: { type: 'api_error', code: 'upstream_broke_off' } });
    const messages = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'claude', max_tokens: 9, messages: [user('Hello')] }),
    });
    expect(messages.status).toBe(502);
    expect(await messages.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
    await proxy.settled();
    expect(await proxy.threads()).toEqual([]);
    await proxy.close();
    await closeServer(broken);
  });

  it('R-60 a body that the proxy cannot read is forwarded to the provider', async () => {
    const { proxy, upstream } = await start(() => ({ status: 400, body: '{"error":"bad"}' }));
    for (const body of [
      '{}',
      '{"messages":[]}',
      '{"model":"m","messages":[{"role":"user"}]}',
      '{"messages":[null]}',
      '[1]',
    ]) {
      const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([400, '{"error":"bad"}']);
      expect(upstream.seen.at(-1)!.raw).toBe(body);
    }
    expect(await proxy.threads()).toEqual([]);
  });

  it('R-60 an error in the middle of a stream keeps the text so far, and the next request may continue without it', async () => {
    const { proxy, upstream } = await start((_seen, index) => ({
      text: `answer ${index} with some more words`,
      ...(index === 1 && { breakAfter: 3 }),
    }));
    const first = (await (await ask(proxy.url, [user('a')])).json()) as { choices: { message: Message }[] };
    const next = [user('a'), first.choices[0]!.message, user('b')];
    const broken = await ask(proxy.url, next, { stream: true });
    let got = '';
    const reading = (async () => {
      for await (const chunk of broken.body!.pipeThrough(new TextDecoderStream())) got += chunk;
    })();
    await expect(reading).rejects.toThrow();
    expect(got).toBe(upstream.seen[1]!.answered);
    await until(async () => (await proxy.threads())[0]!.said.length === 4);
    expect((await proxy.threads())[0]!.said.at(-1)).toBe('answer 1 with some more ');
    const again = await ask(proxy.url, next);
    await again.text();
    const threads = await proxy.threads();
    expect(threads).toHaveLength(1);
    expect(threads[0]!.said.filter((text) => text !== '')).toEqual([
      ...['a', 'answer 0 with some more words', 'b'],
      'answer 2 with some more words',
    ]);
  });
});

describe.each(edges)('a client that goes away, by the %s edge', (edge) => {
  const start = useProxy(edge);

  it('R-60 ends the call upstream and keeps the text so far, with which the client may continue', async () => {
    const { proxy, upstream } = await start((_seen, index) => ({
      text: 'one two three four five six seven eight nine',
      ...(index === 0 && { hangAfter: 4 }),
    }));
    const leaving = new AbortController();
    const response = await ask(proxy.url, [user('count')], { stream: true }, { signal: leaving.signal });
    let got = '';
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    while (!got.includes('ei')) got += (await reader.read()).value;
    leaving.abort();
    await until(() => upstream.seen[0]!.aborted);
    await until(async () => (await proxy.threads()).length === 1);
    const [kept] = await proxy.threads();
    expect(kept!.said).toEqual(['count', 'one two three four five six seven ei']);
    const has = [user('count'), { role: 'assistant', content: 'one two three' }, user('go on')];
    const next = await ask(proxy.url, has);
    await next.text();
    expect(next.headers.get('x-everthread-thread')).toBe(kept!.id);
    expect((await proxy.threads())[0]!.said).toHaveLength(4);
  });

  it('R-60 also ends the call upstream before the answer begins', async () => {
    const { proxy, upstream } = await start(() => new Promise(() => undefined));
    const leaving = new AbortController();
    const asking = ask(proxy.url, [user('hello')], {}, { signal: leaving.signal });
    await until(() => upstream.seen.length === 1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await until(() => upstream.seen[0]!.aborted);
    expect(await proxy.threads()).toEqual([]);
  });
});

describe('where requests go', () => {
  it('R-60 by route, model and key; the upstream’s configured key replaces the client’s', async () => {
    const { upstream } = await start(() => ({ text: 'hi' }));
    const other = await start(() => ({ text: 'hi' }));
    const { proxy } = await start(() => ({ text: 'never' }), {
      proxy: {
        upstreams: [
          { url: `${upstream.url}/v1/`, models: ['gpt-*'], key: 'sk-server', headers: { 'x-team': 'blue' } },
          { url: other.upstream.url, keys: ['sk-or-*'], routes: ['/v1/chat/completions'] },
          { url: upstream.url, routes: ['/v1/models'], tenants: ['default'] },
        ],
      },
    });
    const headers = {
      authorization: 'Bearer sk-or-mine',
      cookie: 'a=b',
      'x-everthread-thread': 't',
      connection: 'keep-alive, x-hop',
      'x-custom': '1',
    };
    await (await ask(proxy.url, [user('a')], { model: 'gpt-4o' }, { headers })).text();
    expect(upstream.seen[0]!.headers).toMatchObject({
      ...{ authorization: 'Bearer sk-server', 'x-team': 'blue', 'x-custom': '1' },
      host: new URL(upstream.url).host,
    });
    for (const name of ['cookie', 'x-everthread-thread'])
      expect(upstream.seen[0]!.headers[name]).toBeUndefined();
    await (await ask(proxy.url, [user('a')], { model: 'llama' }, { headers })).text();
    expect(other.upstream.seen[0]!.headers.authorization).toBe('Bearer sk-or-mine');
    expect((await fetch(`${proxy.url}/v1/models/gpt-4o`)).status).toBe(200);
    expect(upstream.seen[1]!.path).toBe('/v1/models/gpt-4o');
    // Keys of this server are not forwarded, in any header.
    for (const own of [{ authorization: 'Bearer et_own' }, { 'x-api-key': 'et_own' }]) {
      await fetch(`${proxy.url}/v1/models`, { headers: own });
      expect(JSON.stringify(upstream.seen.at(-1)!.headers)).not.toContain('et_own');
    }
    const nowhere = await ask(proxy.url, [user('a')], { model: 'llama' }, { headers: { 'x-custom': '1' } });
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({ error: { code: 'no_upstream' } });
  });

  it('R-63 no client can choose an address, and no other path is passed on', async () => {
    const { proxy, upstream } = await start(() => ({ text: 'hi' }));
    for (const path of [
      '/v1/files',
      '/v1/models/../../admin',
      '/v1/models/%2e%2e/admin',
      '/v1/models/@evil.example/x',
      '//evil.example/v1/models',
      '/v1/chat/completions/',
    ])
      expect((await fetch(proxy.url + path)).status).toBe(404);
    expect(upstream.seen).toEqual([]);
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-upstream': 'http://evil.example',
      forwarded: 'host=evil',
    };
    await (await ask(proxy.url, [user('a')], { base_url: 'http://evil.example' }, { headers })).text();
    expect(upstream.seen[0]!.headers['x-forwarded-host']).toBeUndefined();
  });

  it('R-60 a provider that cannot be reached is reported in the format of the API', async () => {
    const { proxy, upstream } = await start(() => ({ text: 'hi' }));
    await upstream.close();
    const chat = await ask(proxy.url, [user('a')]);
    expect(chat.status).toBe(502);
    expect(await chat.json()).toMatchObject({ error: { code: 'upstream_unreachable', type: 'api_error' } });
    const messages = await fetch(`${proxy.url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({ model: 'claude-opus-4-8', max_tokens: 10, messages: [user('a')] }),
    });
    expect(await messages.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
    expect(await proxy.threads()).toEqual([]);
  });
});

it('R-60 an answer that is read late is complete, even after its other objects were garbage collected', async () => {
  const { upstream } = await start(() => ({ text: 'word '.repeat(2_000) }));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const called = callUpstream({
    ...{ upstream: { url: upstream.url }, model: 'local' },
    ...{ route: '/v1/chat/completions', path: '/v1/chat/completions' },
    request: askedBy(new Request('http://127.0.0.1/v1/chat/completions', { method: 'POST' })),
    send: sendByFetch(fetch),
    body: JSON.stringify({ model: 'local', stream: true, messages: [user('Go')] }),
  });
  const response = await called.then(toResponse);
  for (let round = 0; round < 5; round += 1) {
    collect();
    await sleep(5);
  }
  expect(await response.text()).toBe(upstream.seen[0]!.answered);
});

describe('what may go wrong here', () => {
  it('I-4 R-60 if the store fails, the request is forwarded unchanged and answered', async () => {
    const store: Store = { ...memoryStore(), findEnds: () => Promise.reject(new Error('disk full')) };
    const { proxy, upstream } = await start(() => ({ text: 'hi' }), { everthread: { store } });
    const response = await ask(proxy.url, [user('a')]);
    expect(await response.text()).toBe(upstream.seen[0]!.answered);
    expect(proxy.problems).toMatchObject([
      { tenant: 'default', consequence: expect.stringContaining('forwarded unchanged') },
    ]);
    const failing: Store = { ...memoryStore(), append: () => Promise.reject(new Error('disk full')) };
    const second = await start(() => ({ text: 'hi' }), { everthread: { store: failing } });
    const other = await ask(second.proxy.url, [user('a')]);
    expect(await other.text()).toBe(second.upstream.seen[0]!.answered);
    await until(() => second.proxy.problems.length === 1);
  });

  it('I-3 if the fixed parts cannot fit, the error names their size, and nothing is sent', async () => {
    const { proxy, upstream } = await start(() => ({ text: 'hi' }), { proxy: { windowTokens: 1_000 } });
    const system = { role: 'system', content: 'rule upon rule. '.repeat(2_000) };
    const response = await ask(proxy.url, [system, user('a')]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'context_overflow', message: expect.stringMatching(/10,\d{3} tokens/) },
    });
    expect(upstream.seen).toEqual([]);
  });

  it('R-36 R-60 only a request that would overflow waits for a model, and no longer than the limit', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const summarizer = scriptedSummarizer({
      answers: async () => {
        await held;
        return 'They talked of the harbour, at length.';
      },
    });
    const { proxy, upstream } = await start(
      (_seen: Seen, index) => ({ text: `answer ${index} ${'tide '.repeat(60)}` }),
      {
        everthread: { summarizer },
        proxy: { windowTokens: 1_500, waitMs: 50 },
      },
    );
    const messages: Message[] = [];
    for (let turn = 0; turn < 14; turn += 1) {
      messages.push(user(`question ${turn} ${'rope '.repeat(40)}`));
      const response = await ask(proxy.url, messages, { max_tokens: 100 });
      expect(response.status).toBe(200);
      messages.push(((await response.json()) as { choices: { message: Message }[] }).choices[0]!.message);
    }
    release();
    for (const { tokens, problems } of upstream.seen) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(1_400);
    }
    expect(summarizer.requests.length).toBeGreaterThan(0);
    expect(upstream.seen.at(-1)!.raw).toContain('left-out-messages');
  });
});
