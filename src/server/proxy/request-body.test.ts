import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AskedRequest } from './exchange.ts';
import { type Edge, useProxy } from './loopback.suite.ts';
import { readBody } from './request-body.ts';

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
const edges: Edge[] = ['node', 'fetch'];
const pad = 'The berth list of the harbour was moved to the quay. '.repeat(30);

const turn = (index: number) => [
  { role: 'user', content: `Question ${index}? ${pad}` },
  { role: 'assistant', content: `Answer ${index}.` },
];

describe.each(edges)('requests that clients compress, by the %s edge', (edge) => {
  const start = useProxy(edge);

  it.each(Object.entries(packers))(
    'R-60 a body in %s is read, and rewritten once it would not fit',
    async (encoding, pack) => {
      const sent: (string | undefined)[] = [];
      const { proxy, upstream } = await start(
        (seen) => {
          sent.push(seen.headers['content-encoding'] as string | undefined);
          return { text: 'Fine.' };
        },
        { proxy: { windowTokens: 3_000 } },
      );
      const messages = Array.from({ length: 12 }, (_, index) => turn(index)).flat();
      const ask = (count: number) =>
        fetch(`${proxy.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-encoding': encoding },
          body: pack(JSON.stringify({ model: 'local', messages: messages.slice(0, count) })),
        });
      expect((await ask(1)).status).toBe(200);
      expect((await ask(23)).status).toBe(200);
      expect(sent).toEqual([encoding, undefined]);
      expect(upstream.seen.at(-1)!.raw.length).toBeLessThan(pad.length * 10);
      await proxy.settled();
      expect((await proxy.threads()).map(({ said }) => said.length)).toContain(24);
    },
  );
});

describe('readBody', () => {
  const request = (encoding: string, body: Uint8Array): AskedRequest =>
    ({
      headers: new Headers({ 'content-encoding': encoding }),
      bytes: async () => body,
      mostBytes: 1_000,
    }) as never;

  it('R-60 several encodings are undone one after the other', async () => {
    const { plain } = await readBody(request('gzip, br', brotliCompressSync(gzipSync('{"a":1}'))));
    expect(Buffer.from(plain!).toString()).toBe('{"a":1}');
  });

  it.each([
    ['unknown', Buffer.from('{}')],
    ['gzip', Buffer.from('{}')],
  ])('R-60 what cannot be read is left to the provider: %s', async (encoding, body) => {
    expect(await readBody(request(encoding, body))).toEqual({ sent: body, plain: undefined });
  });

  it('R-63 a small body that decompresses to a large one is refused', async () => {
    const bomb = gzipSync('a'.repeat(2_000));
    await expect(readBody(request('gzip', bomb))).rejects.toThrow(/at most 1,000 bytes/u);
  });
});
