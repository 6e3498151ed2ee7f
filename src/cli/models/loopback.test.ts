/** Finds and uses models of servers on the loopback interface. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeRequest } from '../../summarizers/summarizer.suite.ts';
import { resolveSettings } from '../config/settings.ts';
import { chooseProvider } from './choose-provider.ts';
import { modelSummarizer } from './model-summarizer.ts';
import { listOllamaModels } from './ollama.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (response: ServerResponse, value: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

describe('ollama', () => {
  it('R-58 its models are listed, without those that only embed', async () => {
    const root = await serve((request, response) => {
      expect(request.url).toBe('/api/tags');
      json(response, {
        models: [{ name: 'qwen3:4b' }, { name: 'nomic-embed-text:latest' }, { name: 'llama3.2:3b' }, {}],
      });
    });
    expect(await listOllamaModels(root)).toEqual(['qwen3:4b', 'llama3.2:3b']);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(500).end()],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['other JSON', (response: ServerResponse) => json(response, { models: 'none' })],
    ['a dropped connection', (response: ServerResponse) => response.destroy()],
  ])('R-58 %s means that there is none', async (_name, answer) => {
    const root = await serve((_request, response) => void answer(response));
    expect(await listOllamaModels(root)).toBeUndefined();
  });
});

const answer = 'Dana moves billing to PostgreSQL 16.4 on 14 March 2026.';

it('R-53 R-58 the summarizer loads its model when first asked, and asks it by the settings', async () => {
  const asked: { url: string | undefined; key: string | undefined; model: string }[] = [];
  const root = await serve((request, response, body) => {
    if (request.url === '/api/tags') return void json(response, { models: [{ name: 'qwen3:4b' }] });
    asked.push({ url: request.url, key: request.headers.authorization, model: JSON.parse(body).model });
    return void json(response, {
      id: '1',
      object: 'chat.completion',
      created: 1,
      model: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 6, total_tokens: 106 },
    });
  });
  const environments = [
    { OLLAMA_HOST: root, EVERTHREAD_PROVIDER: 'ollama', OPENAI_API_KEY: 'k' },
    {
      EVERTHREAD_BASE_URL: `${root}/v1`,
      EVERTHREAD_MODEL: 'big',
      EVERTHREAD_SUMMARIZER_MODEL: 'small',
      OPENAI_API_KEY: 'k',
    },
  ];
  for (const env of environments) {
    const settings = await resolveSettings({ flags: {}, env: { HOME: '/nowhere', ...env }, directory: '/' });
    const choice = chooseProvider(settings);
    if (choice.provider === 'none') throw new Error('No provider was chosen.');
    const { text, rung } = await modelSummarizer({ choice }).summarize(makeRequest());
    expect({ text, rung }).toEqual({ text: answer, rung: 'model' });
  }
  expect(asked).toEqual([
    { url: '/v1/chat/completions', key: undefined, model: 'qwen3:4b' },
    { url: '/v1/chat/completions', key: 'Bearer k', model: 'small' },
  ]);
});

it('R-38 R-58 what is missing is a failure of the summarizer, and tried again the next time', async () => {
  const env = { EVERTHREAD_PROVIDER: 'anthropic' };
  const choice = chooseProvider(
    await resolveSettings({ flags: {}, env: { HOME: '/nowhere', ...env }, directory: '/' }),
  );
  if (choice.provider === 'none') throw new Error('No provider was chosen.');
  const summarizer = modelSummarizer({ choice });
  for (let round = 0; round < 2; round += 1) {
    await expect(summarizer.summarize(makeRequest())).rejects.toMatchObject({
      kind: 'terminal',
      message: 'The provider anthropic needs a key. Set ANTHROPIC_API_KEY.',
    });
  }
});
