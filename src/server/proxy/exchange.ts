/**
 * A request and its answer as the proxy sees them. They come either as `Request` and `Response`, which every runtime
 * has, or as Node's own messages, which cost a fraction of that.
 */

export type HeaderReader = Iterable<[name: string, value: string]> & { get(name: string): string | null };
/** Names are in lower case. */
export type HeaderList = [name: string, value: string][];

/** Bytes as they arrive. `read` resolves to undefined at the end; `cancel` stops the stream. */
export type ByteReader = {
  read(): Promise<Uint8Array | undefined>;
  cancel(reason?: unknown): Promise<void>;
};

export type AskedRequest = {
  method: string;
  path: string;
  /** With its question mark; empty if there is none. */
  search: string;
  headers: HeaderReader;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Reads the whole body. */
  bytes(): Promise<Uint8Array>;
  /** What a compressed body may have at most once it is decompressed. Default: 64 MiB. */
  mostBytes?: number;
};

export type GivenAnswer = {
  status: number;
  statusText: string;
  headers: HeaderList;
  body: Uint8Array | ByteReader | null;
};

/** Calls an upstream. Rejects if it cannot be reached or the signal aborts. */
export type Send = (call: {
  url: string;
  method: string;
  headers: HeaderList;
  body: Uint8Array | string | undefined;
  signal: AbortSignal;
}) => Promise<UpstreamResponse>;

/** `decoded`: the body arrived compressed, and `body` yields the decompressed bytes. */
export type UpstreamResponse = {
  status: number;
  statusText: string;
  headers: HeaderReader;
  decoded: boolean;
  body: ByteReader | null;
};

export function headerIn(headers: HeaderList, headerName: string): string | undefined {
  return headers.find(([name]) => name === headerName)?.[1];
}

export async function readWhole(reader: ByteReader): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let piece = await reader.read(); piece !== undefined; piece = await reader.read()) pieces.push(piece);
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}

/** The same bytes; `done` is called once, at the end, on an error or on cancel. */
export function readUntilOver(reader: ByteReader, done: () => void): ByteReader {
  return {
    async read() {
      try {
        const piece = await reader.read();
        if (piece === undefined) done();
        return piece;
      } catch (error) {
        done();
        throw error;
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  };
}
