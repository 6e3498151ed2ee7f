/** For tests: a server on a real port with a real database, and a conversation long enough to be compacted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEverthread, type Everthread } from '../everthread.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { createServer, type EverthreadServer } from './create-server.ts';
import { documentCheck } from './document-check.suite.ts';
import { type ListenOptions, listen } from './node.ts';
import type { ServerOptions } from './options.ts';

export type TestServer = {
  url: string;
  server: EverthreadServer;
  /** The instance of the default tenant. */
  everthread: Everthread;
  folder: string;
  /** Sends one request and returns its status and JSON. */
  call(method: string, path: string, body?: unknown, headers?: { [name: string]: string }): Promise<Answer>;
  close(): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
export type Answer = { status: number; body: any; headers: Headers };

export async function startTestServer(
  options: Partial<ServerOptions> & Pick<ListenOptions, 'host' | 'graceMs' | 'requestMs'> = {},
): Promise<TestServer> {
  const { host, graceMs = 2_000, requestMs, ...given } = options;
  const folder = await mkdtemp(join(tmpdir(), 'everthread-server-'));
  const opened = new Map<string, Everthread>();
  const open = async (tenant: string): Promise<Everthread> => {
    const store = sqliteStore({ path: join(folder, `${tenant}.db`) });
    const everthread = createEverthread({ store, budget: { tokens: 1_500 }, workers: false });
    opened.set(tenant, everthread);
    return everthread;
  };
  const server = createServer({ everthread: open, ...given });
  await server.ready();
  const { createRest } = await import('./rest/create-rest.ts');
  const checkAnswer = documentCheck(createRest({ timeMs: 1, unexpected: () => undefined }).document());
  const { url, close } = await listen({
    server,
    hasKeys: given.keys !== undefined,
    port: 0,
    graceMs,
    ...(host !== undefined && { host }),
    ...(requestMs !== undefined && { requestMs }),
  });
  return {
    url,
    server,
    folder,
    everthread: opened.get('default')!,
    async call(method, path, body, headers) {
      const response = await fetch(`${url}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const answer = {
        status: response.status,
        body: isJson ? JSON.parse(text) : text,
        headers: response.headers,
      };
      if (isJson && path.startsWith('/api/')) checkAnswer(method, path, answer);
      return answer;
    },
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Thirty turns about a harbour, with a rule, a decision and a port. */
export const harbourTalk = Array.from({ length: 30 }, (_, index) => [
  {
    role: 'user',
    content: [
      'From now on always answer with the name of the quay first.',
      'We decided to use port 8443 for the harbour register.',
      `What about quay ${index}? The tide is at ${index}:30 and the crane lifts ${index * 3} tons.`,
    ][Math.min(index, 2)],
  },
  {
    role: 'assistant',
    content: `Quay ${index}: the ship Albatros ${index} is moored there, its papers are in harbour/log-${index}.txt.`,
  },
]).flat();

/** Yields the events of a stream as they arrive. */
export async function* readEvents(
  response: Response,
): AsyncGenerator<{ id?: string; event: string; data: unknown }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1];
      const event = field('event');
      const id = field('id');
      if (event !== undefined)
        yield { event, data: JSON.parse(field('data')!), ...(id !== undefined && { id }) };
    }
  }
}
