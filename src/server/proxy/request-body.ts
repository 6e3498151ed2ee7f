/** Reads request bodies that clients compress. They are passed on as they came unless the proxy has to change them. */
import { promisify } from 'node:util';
import type * as Zlib from 'node:zlib';
import { tooLarge } from '../security/body-limit.ts';
import type { AskedRequest } from './exchange.ts';

/** Where the caller sets no limit of its own. */
const defaultBodyBytes = 64 * 1024 * 1024;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

export type RequestBytes = {
  /** As they came. */
  sent: Uint8Array;
  /** Decompressed; undefined if the body is in an encoding that cannot be read here. */
  plain: Uint8Array | undefined;
};

export async function readBody(request: AskedRequest): Promise<RequestBytes> {
  const { headers, mostBytes = defaultBodyBytes } = request;
  const sent = await request.bytes();
  const encodings = (headers.get('content-encoding') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length === 0) return { sent, plain: sent };
  // Loaded when needed: not every runtime that serves a fetch handler has it.
  const zlib = await import('node:zlib');
  let plain = sent;
  for (const encoding of encodings.reverse()) {
    const decode = decoderOf(zlib, encoding);
    if (decode === undefined) return { sent, plain: undefined };
    try {
      plain = await decode(plain, { maxOutputLength: mostBytes });
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(mostBytes);
      return { sent, plain: undefined };
    }
  }
  return { sent, plain };
}

function decoderOf(zlib: typeof Zlib, encoding: string): Decoder | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return promisify(zlib.unzip) as Decoder;
    case 'br':
      return promisify(zlib.brotliDecompress) as Decoder;
    case 'zstd':
      // Node has it since 22.15.
      return zlib.zstdDecompress && (promisify(zlib.zstdDecompress) as Decoder);
    default:
      return undefined;
  }
}
