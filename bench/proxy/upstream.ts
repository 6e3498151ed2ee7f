/** A provider that repeats the last message, at once or in pieces. Started by bench/proxy.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [pauseMs, words] = [Number(process.argv[2]), Number(process.argv[3])];

type Body = { stream?: boolean; messages: { content: string }[] };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const text = `heard: ${body.messages.at(-1)!.content}`;
    const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'gpt-4o' };
    if (body.stream !== true) {
      const message = { role: 'assistant', content: text };
      const whole = {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`);
    };
    const pieces = text.match(new RegExp(`.{1,${Math.ceil(text.length / words)}}`, 'gsu')) ?? [];
    for (const content of pieces) {
      send({ content }, null);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
