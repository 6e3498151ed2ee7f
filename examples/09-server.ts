/** The server inside your own app, a client of it, and a stream of events. */
import { createEverthread } from 'everthread';
import { createClient } from 'everthread/client';
import { createServer, listen } from 'everthread/server';

const ever = createEverthread({ budget: { tokens: 2_000 } });
const server = createServer({ everthread: ever });

// `server.fetch` can be mounted in Next.js, Bun, Deno or Hono; `listen` opens a free port of Node.
const answer = await server.fetch(new Request('http://localhost/healthz'));
console.log('healthy:', answer.status);
const { url, close } = await listen({ server, hasKeys: false, port: 0 });

const client = createClient({ baseUrl: url });
const { id } = await client.createThread({ title: 'The harbour', labels: ['sea'] });
const thread = client.thread(id);

const events = await thread.events();
await thread.append([
  { role: 'user', content: 'We decided to use port 8443 for the harbour register.' },
  { role: 'assistant', content: 'Noted: 8443.' },
]);
console.log('told:', (await events.next()).value?.data.name);
await events.return(undefined);

const { tokens, prompt } = await thread.context({ system: 'You are helpful.', shape: 'openai-chat' });
console.log(`to send: ${prompt.length} messages, below 2000 tokens: ${tokens < 2_000}`);
const { hits } = await client.search('which port?');
console.log('found:', hits[0]?.message.seq);
const refused = await client
  .thread('nobody')
  .get()
  .catch((error) => error);
console.log('refused:', refused.status, refused.code);

await close();
await ever.close();
