/** An app that mounts the server, and a client of it. */
import { createEverthread } from 'everthread';
import { ApiError, type Client, createClient, type Thread } from 'everthread/client';
import { createServer, type EverthreadServer, newKey, type ServerOptions } from 'everthread/server';

const { key, record } = newKey({ tenant: 'default', name: 'app', now: new Date().toISOString() });
const options: ServerOptions = {
  everthread: createEverthread(),
  keys: { find: async (id) => (id === record.id ? record : undefined) },
  limits: { bodyBytes: 1_000_000 },
};
const server: EverthreadServer = createServer(options);

export const GET = (request: Request): Promise<Response> => server.fetch(request);
export const POST = GET;

const client: Client = createClient({
  baseUrl: 'http://localhost',
  key,
  fetch: (input, init) => server.fetch(new Request(input, init)),
});
const made: Thread = await client.createThread({ id: 'mounted', owner: 'ada' });
const { messages } = await client.thread(made.id).append({ role: 'user', content: 'Hello.' });
const seqs: number[] = messages.map(({ seq }) => seq);
const { summaries, tail } = await client.thread(made.id).strata();
const missing: unknown = await client
  .thread('nobody')
  .get()
  .catch((error: unknown) => error);
const status = missing instanceof ApiError ? missing.status : 0;
console.log(JSON.stringify({ seqs, summaries: summaries.length, tail: tail.messages, status }));
await server.close();
