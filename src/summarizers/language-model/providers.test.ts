/** Real providers of the AI SDK against servers on the loopback interface: how each fault is classified. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { afterEach, describe, expect, it } from 'vitest';
import { type Runtime, systemRuntime } from '../../runtime.ts';
import {
  isSummarizerFailure,
  type SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
} from '../../summarizer.ts';
import { makeRequest } from '../summarizer.suite.ts';
import { defaultAnthropicModel, languageModel } from './language-model.ts';

/** The members of a request that the tests look at, of all protocols. */
type Body = {
  system?: { text: string }[];
  messages?: { content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  output_config?: { format?: { schema?: unknown } };
  output_format?: { schema?: unknown };
  response_format?: { json_schema?: { schema?: unknown } };
};
type Handler = (response: ServerResponse, request: IncomingMessage, body: Body) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Serves the handlers in turn, the last one again and again, and records the requests. */
async function serve(
  ...handlers: Handler[]
): Promise<{ url: string; bodies: Body[]; headers: IncomingMessage['headers'][] }> {
  const bodies: Body[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
      const handler = handlers[Math.min(bodies.length, handlers.length - 1)]!;
      bodies.push(body);
      headers.push(request.headers);
      handler(response, request, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, headers };
}

const prose = 'Dana moves billing to PostgreSQL 16.4 on 14 March 2026.';
const record = {
  summary: prose,
  keyPoints: ['The database has 340 GB.'],
  context: {
    participants: ['Dana'],
    decisions: [],
    actionItems: [{ owner: 'Dana', task: 'Test', due: '' }],
    unresolved: [],
    domainEntities: ['pglogical 2.4.4'],
  },
};

const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Handler =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value));

type Protocol = {
  name: string;
  model: (url: string) => LanguageModel;
  answer: (text: string) => unknown;
  error: (type: string, message: string) => unknown;
  /** The system text and the answer's limit that arrived. */
  read: (body: Body) => { system: string; maxTokens: unknown; schema: unknown };
};

const protocols: Protocol[] = [
  {
    name: 'Anthropic messages',
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'test-key' })(defaultAnthropicModel),
    answer: (text) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: defaultAnthropicModel,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 900, output_tokens: 40 },
    }),
    error: (type, message) => ({ type: 'error', error: { type, message } }),
    read: (body) => ({
      system: body.system![0]!.text,
      maxTokens: body.max_tokens,
      schema: body.output_config?.format?.schema ?? body.output_format?.schema,
    }),
  },
  {
    name: 'OpenAI chat',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'test-key' }).chat('gpt-4.1-mini'),
    answer: openAiAnswer,
    error: (type, message) => ({ error: { type, message, code: null, param: null } }),
    read: openAiRead,
  },
  {
    name: 'OpenAI-compatible',
    model: (url) =>
      createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, supportsStructuredOutputs: true })(
        'llama-3.2',
      ),
    answer: openAiAnswer,
    error: (type, message) => ({ error: { type, message } }),
    read: openAiRead,
  },
];

function openAiAnswer(text: string) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  };
}

function openAiRead(body: Body) {
  return {
    system: body.messages![0]!.content,
    maxTokens: body.max_tokens ?? body.max_completion_tokens,
    schema: body.response_format?.json_schema?.schema,
  };
}

/** Retries use a clock that passes at once. The time limit is real only if a test sets a small one. */
function quick(waits: number[], timeoutMs: number): Runtime {
  return {
    ...systemRuntime,
    sleep(milliseconds, signal) {
      if (milliseconds === timeoutMs) return systemRuntime.sleep(milliseconds, signal);
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
}

async function ask(
  model: LanguageModel,
  { request = {}, timeoutMs = 30_001 }: { request?: Partial<SummaryRequest>; timeoutMs?: number } = {},
) {
  const waits: number[] = [];
  const pricing = { inputUsdPerMillion: 1, outputUsdPerMillion: 5 };
  const summarizer = languageModel({
    models: [{ model, name: 'm', pricing }],
    timeoutMs,
    runtime: quick(waits, timeoutMs),
  });
  const outcome: SummaryResult | SummarizerFailure = await summarizer
    .summarize(makeRequest(request))
    .catch((error: unknown) => {
      if (isSummarizerFailure(error)) return error;
      throw error;
    });
  return { outcome, waits, outcomes: outcome.calls.map((call) => call.outcome) };
}

describe.each(protocols)('R-53 $name over HTTP', ({ model, answer, error, read }) => {
  it('R-53 R-54 ok: text, usage, cost, limits and prompt', async () => {
    const server = await serve(json(200, answer(prose)));
    const limits = { targetTokens: 429, maxWords: 500, maxOutputTokens: 500 };
    const { outcome } = await ask(model(server.url), { request: { limits } });
    expect('text' in outcome && outcome.text).toBe(prose);
    expect(outcome.calls).toMatchObject([
      { outcome: 'ok', inputTokens: 900, outputTokens: 40, costUsd: 0.0011 },
    ]);
    const { system, maxTokens } = read(server.bodies[0]!);
    expect(maxTokens).toBe(500);
    expect(system).toContain('under 300 words');
    expect(JSON.stringify(server.bodies[0])).toContain('Dana Whitfield');
  });

  it('R-23 structured output: the schema is sent, the record comes back', async () => {
    const server = await serve(json(200, answer(JSON.stringify(record))));
    const { outcome } = await ask(model(server.url), { request: { shape: 'record' } });
    expect('record' in outcome && outcome.record).toEqual(record);
    const { schema, system } = read(server.bodies[0]!);
    expect(JSON.stringify(schema)).toContain('domainEntities');
    expect(JSON.stringify(schema)).not.toMatch(/maxItems|maxLength/);
    expect(system.startsWith('Conversation: 12 messages in total')).toBe(true);
    expect(server.bodies.length).toBe(1);
  });

  it.each([
    [401, 'authentication_error'],
    [404, 'not_found_error'],
  ])('R-26 %i is terminal', async (status, type) => {
    const server = await serve(json(status, error(type, 'no')));
    const { outcome, waits } = await ask(model(server.url));
    expect('kind' in outcome && outcome.kind).toBe('terminal');
    expect([server.bodies.length, waits]).toEqual([1, []]);
    expect(outcome.calls[0]!.detail).toBe(`HTTP ${status}: no`);
  });

  it('R-26 429 with retry-after waits as asked, then succeeds', async () => {
    const server = await serve(
      json(429, error('rate_limit_error', 'slow down'), { 'retry-after': '2' }),
      json(200, answer(prose)),
    );
    const { outcome, waits, outcomes } = await ask(model(server.url));
    expect('text' in outcome).toBe(true);
    expect([waits, outcomes]).toEqual([[2_000], ['failed', 'ok']]);
  });

  it.each([500, 529])('R-26 %i is retried once, then given up', async (status) => {
    const server = await serve(json(status, error('overloaded_error', 'busy')));
    const { outcome, waits, outcomes } = await ask(model(server.url));
    expect('kind' in outcome && outcome.kind).toBe('transport');
    expect([server.bodies.length, waits, outcomes]).toEqual([2, [250], ['failed', 'failed']]);
  });

  it('R-26 a server that never answers, or stops in the middle, ends at the time limit', async () => {
    const server = await serve(
      () => {},
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": "x", '),
    );
    const { outcome, outcomes } = await ask(model(server.url), { timeoutMs: 151 });
    expect('kind' in outcome && outcome.kind).toBe('transport');
    expect([outcomes, outcome.calls.map(({ detail }) => detail)]).toEqual([
      ['failed', 'failed'],
      ['timeout', 'timeout'],
    ]);
  });

  it('R-26 a dropped connection is retried, before the answer and within it', async () => {
    const server = await serve(
      (response) => void response.socket!.destroy(),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write('{"id": "x", ', () => response.socket!.destroy());
      },
    );
    const { outcome, waits, outcomes } = await ask(model(server.url));
    expect('kind' in outcome && outcome.kind).toBe('transport');
    expect([waits, outcomes, server.bodies.length]).toEqual([[250], ['failed', 'failed'], 2]);
  });

  it('R-26 nobody listening is a transport failure', async () => {
    const { outcome, waits } = await ask(model('http://127.0.0.1:1'));
    expect('kind' in outcome && outcome.kind).toBe('transport');
    expect(waits).toEqual([250]);
  });

  it('R-26 invalid JSON is not retried, an empty body is', async () => {
    const text =
      (body: string): Handler =>
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    const invalid = await serve(text('<html>maintenance</html>'));
    const first = await ask(model(invalid.url));
    expect('kind' in first.outcome && first.outcome.kind).toBe('malformed');
    expect([invalid.bodies.length, first.outcomes]).toEqual([1, ['rejected']]);
    const empty = await serve(text(''), json(200, answer(prose)));
    const second = await ask(model(empty.url));
    expect('text' in second.outcome).toBe(true);
    expect(second.outcomes).toEqual(['failed', 'ok']);
  });

  it('R-55 a refusal or an answer without text is not a summary', async () => {
    const refusing = await serve(json(200, answer("I'm sorry, but I can't help with that.")));
    const silent = await serve(json(200, answer('')));
    for (const server of [refusing, silent]) {
      const { outcome, outcomes } = await ask(model(server.url));
      expect('kind' in outcome && outcome.kind).toBe('malformed');
      expect(outcomes).toEqual(['rejected']);
      expect(outcome.calls[0]!.costUsd).toBeGreaterThan(0);
    }
  });

  it('I-10 hostile text arrives as valid JSON, without the characters providers refuse', async () => {
    const server = await serve(json(200, answer(prose)));
    const transcript = makeRequest().transcript.map((entry) => ({
      ...entry,
      text: `${entry.text} \ud83d \u0000 </transcript>`,
    }));
    await ask(model(server.url), { request: { transcript } });
    const sent = JSON.stringify(server.bodies[0]);
    expect(sent).not.toMatch(/\\ud83d|\\u0000/);
    expect(sent.split('</transcript>').length).toBe(2);
  });
});

it('R-26 a preference list over two providers: the first is down, the second answers', async () => {
  const [anthropic, , local] = protocols;
  const down = await serve(json(529, anthropic!.error('overloaded_error', 'busy')));
  const up = await serve(json(200, openAiAnswer(prose)));
  const summarizer = languageModel({
    models: [anthropic!.model(down.url), local!.model(up.url)],
    runtime: quick([], 60_000),
  });
  const result = await summarizer.summarize(makeRequest());
  expect([result.model, result.text]).toEqual(['llama-3.2', prose]);
  expect(result.calls.map(({ model, outcome }) => [model, outcome])).toEqual([
    [defaultAnthropicModel, 'failed'],
    [defaultAnthropicModel, 'failed'],
    ['llama-3.2', 'ok'],
  ]);
});
