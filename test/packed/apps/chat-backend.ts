/** A chat backend for many people with one database. Clients post their newest message and read their chat. */
import { createOpenAI } from '@ai-sdk/openai';
import { convertToModelMessages, streamText, type UIMessage } from 'ai';
import { createEverthread, type Message, toUIMessages } from 'everthread';
import { withEverthread } from 'everthread/ai-sdk';
import { sqliteStore } from 'everthread/sqlite';
import { Hono } from 'hono';

export const ever = createEverthread({
  store: sqliteStore({ path: 'chat.db' }),
  budget: { tokens: 2_000, responseTokens: 300 },
});
const openai = createOpenAI({ baseURL: process.env.PROVIDER_URL ?? '', apiKey: 'none' });
const model = withEverthread({ model: openai.chat('gpt-5-mini'), everthread: ever, mode: 'append' });

export const app = new Hono();

app.post('/chats/:id', async (request) => {
  const { message } = await request.req.json<{ message: UIMessage }>();
  const result = streamText({
    model,
    instructions: 'You are the desk of a harbour. Be brief.',
    messages: await convertToModelMessages([message]),
    abortSignal: request.req.raw.signal,
    providerOptions: { everthread: { threadId: request.req.param('id') } },
  });
  return result.toUIMessageStreamResponse();
});

app.get('/chats/:id', async (request) => {
  const thread = await ever.findThread(request.req.param('id'));
  if (thread === undefined) return request.notFound();
  const history: Message[] = [];
  for await (const message of thread.history()) history.push(message);
  return request.json(toUIMessages(history));
});
