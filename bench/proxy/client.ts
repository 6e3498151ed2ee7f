/** A client of the proxy, of a gateway or of the provider itself, and its conversations. Used by bench/proxy.ts. */
import { Agent, request as httpRequest } from 'node:http';

const words = 'and what the harbour master wrote down about it that day, as far as anybody could read it. ';

type Message = { role: string; content: string };
export type Target = {
  name: string;
  port: number;
  headers: { [name: string]: string };
};
export type Timing = { whole: number; first: number; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

export function send(target: Target, messages: readonly Message[], stream: boolean): Promise<Timing> {
  const body = JSON.stringify({ model: 'gpt-4o', messages, ...(stream && { stream }) });
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = httpRequest(
      {
        ...{ host: '127.0.0.1', port: target.port, path: '/v1/chat/completions', method: 'POST', agent },
        headers: {
          ...target.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: 'Bearer k',
        },
      },
      (response) => {
        let first = 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          first ||= performance.now() - started;
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200
            ? resolve({ whole: performance.now() - started, first, text: answerText(text, stream) })
            : reject(new Error(`${response.statusCode} ${text.slice(0, 200)}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

type Chunk = { choices: { delta: { content?: string }; message: Message }[] };

function answerText(text: string, stream: boolean): string {
  if (!stream) return (JSON.parse(text) as Chunk).choices[0]!.message.content;
  const events = text.split('\n\n').filter((event) => event.startsWith('data: {'));
  return events
    .map((event) => (JSON.parse(event.slice(6)) as Chunk).choices[0]!.delta.content ?? '')
    .join('');
}

/** A conversation that grows by two messages with every request. */
export function conversation(length: number, tag: string) {
  const messages: Message[] = [];
  for (let number = 0; number < length - 1; number += 1)
    messages.push({
      role: number % 2 === 0 ? 'user' : 'assistant',
      content: `${tag} ${number} ${words.repeat(3)}`,
    });
  if (messages.at(-1)?.role === 'user') messages.push({ role: 'assistant', content: 'Yes.' });
  let number = length;
  return async (target: Target, stream: boolean): Promise<Timing> => {
    number += 1;
    const content = `${tag} ${number} ${words}`;
    messages.push({ role: 'user', content });
    const timing = await send(target, messages, stream);
    if (timing.text !== `heard: ${content}`) throw new Error('An answer to another question.');
    messages.push({ role: 'assistant', content: timing.text });
    return timing;
  };
}
