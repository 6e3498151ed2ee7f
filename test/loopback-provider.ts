/**
 * A provider on the loopback interface that speaks the Anthropic and the OpenAI protocol over real HTTP, streamed as
 * server-sent events. Its answers and faults are scripted, and it records all requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Protocol = 'anthropic' | 'openai';

/** One turn of the script. */
export type Turn =
  /**
   * `pieces` are streamed one by one. The last piece waits until `hold` resolves. `cut`: the answer ends at the limit
   * of output tokens.
   */
  | { kind: 'reply'; pieces: readonly string[]; hold?: Promise<void>; inputTokens?: number; cut?: boolean }
  | { kind: 'status'; status: number; headers?: { [name: string]: string }; message?: string }
  /** Never answers. */
  | { kind: 'hang' }
  /** Ends the connection after these pieces. */
  | { kind: 'drop'; pieces: readonly string[] }
  | { kind: 'body'; contentType: string; body: string };

export type ReceivedRequest = {
  protocol: Protocol;
  headers: IncomingMessage['headers'];
  /** The system prompt and the messages as text, the same for all protocols. */
  system: string;
  messages: { role: string; text: string }[];
  body: { [key: string]: unknown };
};

export type LoopbackProvider = {
  /** The address without `/v1`. */
  url: string;
  requests: ReceivedRequest[];
  /** Resolves when this many requests have arrived. */
  received(count: number): Promise<void>;
  /** Adds turns. When none is left, the answer is `ok`, or the turn given to `always`. */
  script(...turns: Turn[]): void;
  /** Sets the answer to requests for which no turn is left. */
  always(turn: Turn | ((request: ReceivedRequest) => Turn)): void;
  close(): Promise<void>;
};

export async function openLoopbackProvider({
  ollamaModels,
}: {
  ollamaModels?: readonly string[];
} = {}): Promise<LoopbackProvider> {
  const turns: Turn[] = [];
  let usual: Turn | ((request: ReceivedRequest) => Turn) = { kind: 'reply', pieces: ['ok'] };
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url === '/api/tags' && ollamaModels !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ models: ollamaModels.map((name) => ({ name })) }));
      return;
    }
    const protocol = protocolOf(request.url ?? '');
    if (protocol === undefined) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { [key: string]: unknown };
    const received = { protocol, headers: request.headers, body, ...readPrompt(protocol, body) };
    requests.push(received);
    for (const check of waiting) check();
    const turn = turns.shift() ?? (typeof usual === 'function' ? usual(received) : usual);
    await answer(turn, { protocol, streamed: body.stream === true }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    script: (...added) => void turns.push(...added),
    always(turn) {
      usual = turn;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function protocolOf(url: string): Protocol | undefined {
  if (url === '/v1/messages') return 'anthropic';
  return url === '/v1/chat/completions' ? 'openai' : undefined;
}

async function answer(
  turn: Turn,
  { protocol, streamed }: { protocol: Protocol; streamed: boolean },
  response: ServerResponse,
): Promise<void> {
  switch (turn.kind) {
    case 'hang':
      return;
    case 'status':
      response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
      response.end(JSON.stringify(errorBody(protocol, turn.status, turn.message)));
      return;
    case 'body':
      response.writeHead(200, { 'content-type': turn.contentType }).end(turn.body);
      return;
    case 'drop':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of opening(protocol, 10)) response.write(event);
      for (const piece of turn.pieces) response.write(textEvent(protocol, piece));
      // Waits until the bytes are sent before it ends the connection.
      setTimeout(() => response.destroy(), 50);
      return;
    case 'reply': {
      const { pieces, hold, inputTokens = 10, cut = false } = turn;
      if (!streamed) {
        await hold;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(wholeReply(protocol, pieces.join(''), inputTokens)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of opening(protocol, inputTokens)) response.write(event);
      for (const [index, piece] of pieces.entries()) {
        if (index === pieces.length - 1 && hold !== undefined) await hold;
        response.write(textEvent(protocol, piece));
      }
      for (const event of closing(protocol, { inputTokens, outputTokens: pieces.length, cut }))
        response.write(event);
      response.end();
    }
  }
}

function sse(name: string | undefined, data: unknown): string {
  const event = name === undefined ? '' : `event: ${name}\n`;
  return `${event}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

function opening(protocol: Protocol, inputTokens: number): string[] {
  if (protocol === 'openai') return [];
  return [
    sse('message_start', {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'loopback',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 0 },
      },
    }),
    sse('content_block_start', {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    }),
  ];
}

function textEvent(protocol: Protocol, text: string): string {
  if (protocol === 'anthropic') {
    return sse('content_block_delta', {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    });
  }
  return sse(undefined, openAiChunk({ delta: { role: 'assistant', content: text }, finish_reason: null }));
}

function closing(
  protocol: Protocol,
  ending: { inputTokens: number; outputTokens: number; cut: boolean },
): string[] {
  const { inputTokens, outputTokens, cut } = ending;
  if (protocol === 'anthropic') {
    return [
      sse('content_block_stop', { type: 'content_block_stop', index: 0 }),
      sse('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: cut ? 'max_tokens' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: outputTokens },
      }),
      sse('message_stop', { type: 'message_stop' }),
    ];
  }
  return [
    sse(undefined, openAiChunk({ delta: {}, finish_reason: cut ? 'length' : 'stop' })),
    sse(undefined, {
      ...openAiChunk(undefined),
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    }),
    sse(undefined, '[DONE]'),
  ];
}

function openAiChunk(choice: object | undefined) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'loopback',
    choices: choice === undefined ? [] : [{ index: 0, ...choice }],
  };
}

function wholeReply(protocol: Protocol, text: string, inputTokens: number) {
  const outputTokens = Math.ceil(text.length / 4);
  if (protocol === 'anthropic') {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'loopback',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    };
  }
  return {
    ...openAiChunk({ finish_reason: 'stop', message: { role: 'assistant', content: text } }),
    object: 'chat.completion',
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

function errorBody(protocol: Protocol, status: number, message = `scripted \u001b[31m${status}`) {
  const error = { type: `error_${status}`, message };
  return protocol === 'anthropic'
    ? { type: 'error', error }
    : { error: { ...error, code: null, param: null } };
}

function readPrompt(
  protocol: Protocol,
  body: { [key: string]: unknown },
): Pick<ReceivedRequest, 'system' | 'messages'> {
  const messages = (body.messages as { role: string; content: unknown }[]).map(({ role, content }) => ({
    role,
    text: textOfContent(content),
  }));
  if (protocol === 'anthropic') return { system: textOfContent(body.system ?? ''), messages };
  return {
    system: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ text }) => text)
      .join('\n'),
    messages: messages.filter(({ role }) => role !== 'system' && role !== 'developer'),
  };
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  // A message with only tool calls has no content.
  if (!Array.isArray(content)) return '';
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
}
