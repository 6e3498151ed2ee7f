import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from './loopback.suite.ts';
import { sendByNode } from './send-by-node.ts';

let seen: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  response.end('{}');
});
let url: URL;
beforeAll(async () => {
  url = new URL(await listen(server));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function authorizationSent(options: {
  person: string;
  headers: [string, string][];
}): Promise<string | undefined> {
  seen = [];
  const { status, body } = await sendByNode({
    url: `http://${options.person}${url.host}/v1/chat/completions`,
    method: 'POST',
    headers: options.headers,
    body: '{}',
    signal: new AbortController().signal,
  });
  while ((await body?.read()) !== undefined);
  expect({ status, requests: seen.length }).toEqual({ status: 200, requests: 1 });
  return seen[0]!.authorization;
}

describe('an upstream whose address has a name and a password', () => {
  const person = 'harbour%40office:open%3Asesame@';

  it('R-60 gets them decoded as Basic authorization if the client sends no key', async () => {
    const basic = `Basic ${Buffer.from('harbour@office:open:sesame').toString('base64')}`;
    expect(await authorizationSent({ person, headers: [] })).toBe(basic);
    expect(await authorizationSent({ person, headers: [['x-api-key', 'k']] })).toBe(basic);
  });

  it('R-60 gets only the client’s key if it sends one', async () => {
    const headers: [string, string][] = [['authorization', 'Bearer of-the-client']];
    expect(await authorizationSent({ person, headers })).toBe('Bearer of-the-client');
  });

  it('R-60 gets a name without a password as well, and nothing if the address has neither', async () => {
    const basic = `Basic ${Buffer.from('harbour:').toString('base64')}`;
    expect(await authorizationSent({ person: 'harbour@', headers: [] })).toBe(basic);
    expect(await authorizationSent({ person: '', headers: [] })).toBeUndefined();
  });
});
