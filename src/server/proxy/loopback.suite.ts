/**
 * For tests of the proxy: providers on loopback that speak the real protocols, chunk by chunk as the real ones send them,
 * and look at every request as a real one would; and the proxy as a server in front of them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach } from 'vitest';
import { anthropicProblems, openAIProblems } from '../../../test/provider-problems.ts';
import { responsesProblems } from '../../../test/provider-rules.ts';
import { createEverthread, type Everthread } from '../../everthread.ts';
import type { EverthreadOptions } from '../../options.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { createProxy } from './create-proxy.ts';
import type { ProxyOptions, ProxyProblem } from './options.ts';

export type Call = { id: string; name: string; input: object };
export type Answer = {
  text?: string;
  thinking?: string;
  calls?: Call[];
  /** Said instead of an answer. */
  status?: number;
  headers?: { [name: string]: string };
  body?: string;
  /** The stream stops after so many events: with the connection, or for ever. */
  breakAfter?: number;
  hangAfter?: number;
  /** Waited for after the first events. */
  gate?: Promise<unknown>;
};

export type Seen = {
  path: string;
  headers: IncomingMessage['headers'];
  raw: string;
  body: { [member: string]: unknown };
  problems: string[];
  tokens: number;
  /** The bytes that were answered. */
  answered: string;
  /** The client went away before the end. */
  aborted: boolean;
};

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
    const raw = Buffer.concat(chunks).toString();
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

export async function startProxy(options: {
  upstream: string;
  everthread?: EverthreadOptions;
  proxy?: Partial<ProxyOptions>;
}) {
  const everthread: Everthread = createEverthread(options.everthread);
  const problems: ProxyProblem[] = [];
  const proxy = createProxy({
    upstreams: [{ url: options.upstream }],
    onProblem: (problem) => problems.push(problem),
    ...options.proxy,
  });
  const listener = getRequestListener((request) => proxy(request, { everthread, tenant: 'default' }));
  const server = createServer(listener);
  const url = await listen(server);
  return {
    url,
    everthread,
    problems,
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
      await closeServer(server);
      await everthread.close();
    },
  };
}

/** Both, for each test anew. */
export function useProxy() {
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
    const proxy = await startProxy({ upstream: upstream.url, ...options });
    started.push(proxy);
    return { upstream, proxy };
  };
}

function partText(part: { type: string; text?: string; name?: string; output?: unknown }): string {
  if (part.text !== undefined) return part.text;
  return part.type === 'tool-result' ? `=${String(part.output)}` : `(${part.name ?? part.type})`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function problemsOf(path: string, body: Seen['body']): string[] {
  const given = body.messages ?? body.input;
  if (Array.isArray(given) && given.some((one) => typeof one !== 'object' || one === null))
    return ['something that is no message'];
  if (path.startsWith('/v1/chat')) return openAIProblems((body.messages ?? []) as unknown[]);
  if (path.startsWith('/v1/responses')) {
    return typeof body.input === 'string' ? [] : responsesProblems({ input: (body.input ?? []) as object[] });
  }
  if (path === '/v1/messages')
    return anthropicProblems({ ...body, messages: (body.messages ?? []) as unknown[] });
  return [];
}

/** All that the model reads, by the tokenizer itself. */
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

function wholeOf(seen: Seen, answer: Answer, number: number): object {
  const { text, thinking, calls = [] } = answer;
  const model = seen.body.model;
  if (seen.path.startsWith('/v1/chat')) {
    const called = calls.map(chatCall);
    return {
      ...{ id: `chatcmpl-${number}`, object: 'chat.completion', created: 1_700_000_000, model },
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text ?? null,
            refusal: null,
            ...(thinking !== undefined && { reasoning_content: thinking }),
            ...(called.length > 0 && { tool_calls: called }),
          },
          logprobs: null,
          finish_reason: called.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: { prompt_tokens: seen.tokens, completion_tokens: 7, total_tokens: seen.tokens + 7 },
    };
  }
  if (seen.path.startsWith('/v1/messages')) {
    return {
      ...{ id: `msg_${number}`, type: 'message', role: 'assistant', model, content: blocksOf(answer) },
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: seen.tokens, output_tokens: 7 },
    };
  }
  return responseOf(seen, answer, number);
}

function blocksOf({ text, thinking, calls = [] }: Answer): { [member: string]: unknown }[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: `sig:${thinking}` }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function chatCall({ id, name, input }: Call) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function responseOf(
  seen: Seen,
  answer: Answer,
  number: number,
): { output: object[]; [member: string]: unknown } {
  const { text, thinking, calls = [] } = answer;
  const output = [
    ...(thinking === undefined
      ? []
      : [{ type: 'reasoning', id: `rs_${number}`, summary: [{ type: 'summary_text', text: thinking }] }]),
    ...(text === undefined
      ? []
      : [
          {
            ...{ type: 'message', id: `msg_${number}`, status: 'completed', role: 'assistant' },
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, input }, index) => ({
      ...{ type: 'function_call', id: `fc_${number}_${index}`, call_id: id, name },
      ...{ arguments: JSON.stringify(input), status: 'completed' },
    })),
  ];
  return {
    ...{ id: `resp_${number}`, object: 'response', created_at: 1_700_000_000, status: 'completed' },
    ...{ model: seen.body.model, output, parallel_tool_calls: true, tool_choice: 'auto', tools: [] },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, temperature: 1, top_p: 1 },
    usage: {
      input_tokens: seen.tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: seen.tokens + 7,
    },
  };
}

const pieces = (text: string): string[] => text.match(/.{1,12}/gsu) ?? [];

function streamOf(seen: Seen, answer: Answer, number: number): string[] {
  if (seen.path.startsWith('/v1/chat')) return chatStream(seen, answer, number);
  return seen.path.startsWith('/v1/messages')
    ? messagesStream(seen, answer, number)
    : responsesStream(seen, answer, number);
}

function chatStream(seen: Seen, { text, thinking, calls = [] }: Answer, number: number): string[] {
  const chunk = (delta: object | undefined, finish: string | null, usage?: object) =>
    `data: ${JSON.stringify({
      ...{ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_700_000_000 },
      model: seen.body.model,
      choices: delta === undefined ? [] : [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(usage && { usage }),
    })}\n\n`;
  const wantsUsage = (seen.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
  const usage = { prompt_tokens: seen.tokens, completion_tokens: 7, total_tokens: seen.tokens + 7 };
  return [
    chunk({ role: 'assistant', content: '', refusal: null }, null),
    ...pieces(thinking ?? '').map((piece) => chunk({ reasoning_content: piece }, null)),
    ...pieces(text ?? '').map((piece) => chunk({ content: piece }, null)),
    ...calls.flatMap((call, index) => {
      const { id, type, function: called } = chatCall(call);
      const first = { index, id, type, function: { name: called.name, arguments: '' } };
      return [
        chunk({ tool_calls: [first] }, null),
        ...pieces(called.arguments).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, null),
        ),
      ];
    }),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(wantsUsage ? [chunk(undefined, null, usage)] : []),
    'data: [DONE]\n\n',
  ];
}

const named = (event: { type: string; [member: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function messagesStream(seen: Seen, answer: Answer, number: number): string[] {
  const whole = wholeOf(seen, answer, number);
  const usage = { input_tokens: seen.tokens, output_tokens: 1 };
  const blocks = blocksOf(answer).flatMap((block, index) => {
    const delta = (given: object) => named({ type: 'content_block_delta', index, delta: given });
    const [empty, deltas] =
      block.type === 'text'
        ? [
            { type: 'text', text: '' },
            pieces(String(block.text)).map((text) => delta({ type: 'text_delta', text })),
          ]
        : block.type === 'thinking'
          ? [
              { type: 'thinking', thinking: '', signature: '' },
              [
                ...pieces(String(block.thinking)).map((thinking) =>
                  delta({ type: 'thinking_delta', thinking }),
                ),
                delta({ type: 'signature_delta', signature: block.signature }),
              ],
            ]
          : [
              { ...block, input: {} },
              ['', ...pieces(JSON.stringify(block.input))].map((partial_json) =>
                delta({ type: 'input_json_delta', partial_json }),
              ),
            ];
    return [
      named({ type: 'content_block_start', index, content_block: empty }),
      ...(index === 0 ? [named({ type: 'ping' })] : []),
      ...deltas,
      named({ type: 'content_block_stop', index }),
    ];
  });
  const { stop_reason } = whole as { stop_reason: string };
  return [
    named({ type: 'message_start', message: { ...whole, content: [], stop_reason: null, usage } }),
    ...blocks,
    named({
      ...{ type: 'message_delta', delta: { stop_reason, stop_sequence: null } },
      usage: { output_tokens: 7 },
    }),
    named({ type: 'message_stop' }),
  ];
}

function responsesStream(seen: Seen, answer: Answer, number: number): string[] {
  const response = responseOf(seen, answer, number);
  let sequence_number = 0;
  const event = (type: string, members: object) => {
    sequence_number += 1;
    return named({ type, sequence_number, ...members });
  };
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  const items = (response.output as { type: string; id: string; [member: string]: unknown }[]).flatMap(
    (item, output_index) => {
      const place = { item_id: item.id, output_index };
      const first = { ...item, ...(item.type === 'message' && { content: [], status: 'in_progress' }) };
      const part = { ...place, content_index: 0 };
      const deltas =
        item.type === 'message'
          ? [
              event('response.content_part.added', {
                ...part,
                part: { type: 'output_text', text: '', annotations: [] },
              }),
              ...pieces(answer.text ?? '').map((delta) =>
                event('response.output_text.delta', { ...part, delta, logprobs: [] }),
              ),
              event('response.output_text.done', { ...part, text: answer.text, logprobs: [] }),
              event('response.content_part.done', {
                ...part,
                part: { type: 'output_text', text: answer.text, annotations: [] },
              }),
            ]
          : item.type === 'function_call'
            ? [
                ...pieces(String(item.arguments)).map((delta) =>
                  event('response.function_call_arguments.delta', { ...place, delta }),
                ),
                event('response.function_call_arguments.done', { ...place, arguments: item.arguments }),
              ]
            : [];
      return [
        event('response.output_item.added', {
          output_index,
          item: item.type === 'function_call' ? { ...first, arguments: '', status: 'in_progress' } : first,
        }),
        ...deltas,
        event('response.output_item.done', { output_index, item }),
      ];
    },
  );
  return [
    event('response.created', { response: started }),
    event('response.in_progress', { response: started }),
    ...items,
    event('response.completed', { response }),
  ];
}
