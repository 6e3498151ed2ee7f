/**
 * A request and its answer as the proxy sees them, whichever way they come in and go out: as `Request` and `Response`
 * where a runtime has nothing else, or as Node's own messages, which cost a fraction of it.
 */

export type HeaderReader = Iterable<[name: string, value: string]> & { get(name: string): string | null };
/** Names in small letters. */
export type HeaderList = [name: string, value: string][];

/** Bytes as they come. Undefined: that was all. Whoever cancels gets no more. */
export type ByteReader = {
  read(): Promise<Uint8Array | undefined>;
  cancel(reason?: unknown): Promise<void>;
};

export type AskedRequest = {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  headers: HeaderReader;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
};

export type GivenAnswer = {
  status: number;
  statusText: string;
  headers: HeaderList;
  body: Uint8Array | ByteReader | null;
};

/** How an upstream is called. Rejects where it cannot be reached, or the signal aborts. */
export type Send = (call: {
  url: string;
  method: string;
  headers: HeaderList;
  body: Uint8Array | string | undefined;
  signal: AbortSignal;
}) => Promise<UpstreamResponse>;

/** `decoded`: the body came encoded, and is read as it was before. */
export type UpstreamResponse = {
  status: number;
  statusText: string;
  headers: HeaderReader;
  decoded: boolean;
  body: ByteReader | null;
};

export function headerIn(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
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

/** The same bytes; `done` is called once, when all were read, or nobody wants them any more. */
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
