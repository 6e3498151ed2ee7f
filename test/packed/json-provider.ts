/** A provider on the loopback interface that answers each request with JSON from a function. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { path: string; body: { [key: string]: unknown } };
export type JsonProvider = { url: string; asked: Asked[]; close(): Promise<void> };

export async function openJsonProvider(
  answer: (asked: Asked, count: number) => object,
): Promise<JsonProvider> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
    asked.push(one);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(one, asked.length)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
