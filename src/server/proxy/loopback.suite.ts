/**
 * For tests of the proxy: providers on loopback that speak the real protocols chunk by chunk and check every request,
 * and the proxy as a server in front of them.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach } from 'vitest';
import { anthropicProblems, openAIProblems } from '../../../test/provider-problems.ts';
import { responsesProblems } from '../../../test/provider-rules.ts';
import { createEverthread, type Everthread } from '../../everthread.ts';
import type { EverthreadOptions } from '../../options.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { createServer as createEverthreadServer } from '../create-server.ts';
import { listen as listenOnNode } from '../node.ts';
import { createProxy } from './create-proxy.ts';
import { type Answer, type Seen, streamOf, wholeOf } from './loopback-answers.suite.ts';
import type { ProxyOptions, ProxyProblem } from './options.ts';

const counter = createTokenCounter();

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startUpstream(answer: (seen: Seen, index: number) => Answer | Promise<Answer>) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = unpacked(Buffer.concat(chunks), request.headers['content-encoding']).toString();
    const body = raw === '' ? {} : (JSON.parse(raw) as Seen['body']);
    const path = request.url ?? '';
    const one: Seen = {
      ...{ path, headers: request.headers, raw, body, answered: '', aborted: false },
      ...{ problems: problemsOf(path, body), tokens: tokensOf(body) },
    };
    seen.push(one);
    response.on('close', () => {
      one.aborted = !response.writableFinished;
    });
    await respond(response, one, await answer(one, seen.length - 1), seen.length);
  });
  const url = await listen(server);
  return { url, seen, close: () => closeServer(server) };
}

function unpacked(bytes: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity') return bytes;
  if (encoding === 'zstd') return zstdDecompressSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
}

/** Whether requests arrive as Node's own messages, or as `Request` and `Response`. */
export type Edge = 'node' | 'fetch';

export async function startProxy(options: {
  upstream: string;
  everthread?: EverthreadOptions;
  proxy?: Partial<ProxyOptions>;
  /** How requests arrive. */
  edge?: Edge;
}) {
  const everthread: Everthread = createEverthread(options.everthread);
  const problems: ProxyProblem[] = [];
  const proxy = createProxy({
    upstreams: [{ url: options.upstream }],
    onProblem: (problem) => problems.push(problem),
    ...options.proxy,
  });
  const { edge = 'node' } = options;
  const server = createEverthreadServer({
    everthread,
    // A plain function without `answer` makes the server use `Request` and `Response`.
    proxy: edge === 'node' ? proxy : (request, caller) => proxy(request, caller),
  });
  const { url, close } = await listenOnNode({ server, hasKeys: false, port: 0, graceMs: 0 });
  return {
    url,
    everthread,
    problems,
    settled: () => proxy.settled(),
    async threads() {
      const states = await everthread.threads({ order: 'created' });
      return Promise.all(
        states.map(async ({ id }) => {
          const thread = await everthread.findThread(id);
          const messages = await Array.fromAsync(thread!.history());
          return { id, said: messages.map(({ parts }) => parts.map(partText).join('|')) };
        }),
      );
    },
    async close() {
      await close();
      await everthread.close();
    },
  };
}

/** Starts a new upstream and proxy for each test. */
export function useProxy(edge: Edge = 'node') {
  const started: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of started.splice(0).toReversed()) await one.close();
  });
  return async (
    answer: Parameters<typeof startUpstream>[0],
    options: Omit<Parameters<typeof startProxy>[0], 'upstream'> = {},
  ) => {
    const upstream = await startUpstream(answer);
    started.push(upstream);
    const proxy = await startProxy({ upstream: upstream.url, edge, ...options });
    started.push(proxy);
    return { upstream, proxy };
  };
}

function partText(part: { type: string; text?: string; name?: string; output?: unknown }): string {
  if (part.text !== undefined) return part.text;
  return part.type === 'tool-result' ? `=${String(part.output)}` : `(${part.name ?? part.type})`;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function problemsOf(path: string, body: Seen['body']): string[] {
  const messages = body.messages ?? body.input;
  if (Array.isArray(messages) && messages.some((one) => typeof one !== 'object' || one === null))
    return ['something that is no message'];
  if (path.startsWith('/v1/chat')) return openAIProblems((body.messages ?? []) as unknown[]);
  if (path.startsWith('/v1/responses')) {
    return typeof body.input === 'string' ? [] : responsesProblems({ input: (body.input ?? []) as object[] });
  }
  if (path === '/v1/messages')
    return anthropicProblems({ ...body, messages: (body.messages ?? []) as unknown[] });
  return [];
}

/** Tokens of everything the model reads, counted by the tokenizer. */
function tokensOf({ messages, input, system, instructions, tools }: Seen['body']): number {
  return [messages, input, system, instructions, tools]
    .filter((part) => part !== undefined)
    .reduce<number>((sum, part) => sum + counter.count(wordsOf(part)), 0);
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOf).join('\n');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => !['type', 'role', 'cache_control', 'id', 'status'].includes(name))
    .map(([, member]) => wordsOf(member))
    .join('\n');
}

async function respond(response: ServerResponse, seen: Seen, answer: Answer, number: number): Promise<void> {
  const write = (text: string) => {
    seen.answered += text;
    return new Promise((resolve) => response.write(text, resolve));
  };
  if (answer.status !== undefined || answer.body !== undefined) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    await write(answer.body ?? '{}');
    response.end();
    return;
  }
  const streams = seen.body.stream === true;
  const events = streams ? streamOf(seen, answer, number) : [JSON.stringify(wholeOf(seen, answer, number))];
  const type = streams ? 'text/event-stream; charset=utf-8' : 'application/json';
  response.writeHead(200, { 'content-type': type, 'x-request-id': `req_${number}`, ...answer.headers });
  for (const [index, event] of events.entries()) {
    if (index === answer.breakAfter) {
      response.destroy();
      return;
    }
    if (index === answer.hangAfter) return;
    if (index === 2) await answer.gate;
    await write(event);
  }
  response.end();
}
