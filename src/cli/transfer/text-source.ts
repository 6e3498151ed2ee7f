/** Files and standard input as text that comes in chunks, read no faster than it is worked on. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { EverthreadError } from '../../errors.ts';
import type { Io } from '../io.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

export type TextSource = {
  /** As it was given: `-` for standard input. */
  name: string;
  /** What a thread is called after where the file names no session; undefined for standard input. */
  title: string | undefined;
  /** Undefined where it is not known beforehand. */
  bytes: number | undefined;
  /** Whether it can be read more than once. */
  again: boolean;
  /** One of a folder: what is no transcript is left out rather than refused. */
  found: boolean;
  chunks(onBytes?: (bytes: number) => void): AsyncIterable<string>;
};

const chunkBytes = 256 * 1024;

export async function findSources(names: readonly string[], io: Io): Promise<TextSource[]> {
  const sources = await Promise.all(names.map((name) => sourcesOf(name, io)));
  return sources.flat();
}

async function sourcesOf(name: string, io: Io): Promise<TextSource[]> {
  if (name === '-') {
    const chunks = (onBytes?: (bytes: number) => void) => decode(io.stdin, onBytes);
    return [{ name, title: undefined, bytes: undefined, again: false, found: false, chunks }];
  }
  const path = resolve(io.directory, name);
  const found = await stat(path).catch((cause) => {
    throw unreadable(name, cause);
  });
  if (!found.isDirectory())
    return [fileSource({ name, path, bytes: found.isFile() ? found.size : undefined })];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => {
      const { size } = await stat(file);
      return {
        ...fileSource({ name: join(name, relative(path, file)), path: file, bytes: size }),
        found: true,
      };
    }),
  );
}

function fileSource({
  name,
  path,
  bytes,
}: {
  name: string;
  path: string;
  bytes: number | undefined;
}): TextSource {
  return {
    name,
    title: basename(path, extname(path)),
    bytes,
    // A named pipe is gone once it was read.
    again: bytes !== undefined,
    found: false,
    async *chunks(onBytes) {
      try {
        yield* decode(createReadStream(path, { highWaterMark: chunkBytes }), onBytes);
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && 'syscall' in cause) throw unreadable(name, cause);
        throw cause;
      }
    },
  };
}

async function* decode(
  stream: AsyncIterable<string | Buffer> | NodeJS.ReadableStream,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    onBytes?.(bytes.length);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

function unreadable(name: string, cause: unknown): EverthreadError {
  const why = { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder' }[
    String((cause as { code?: unknown }).code)
  ];
  return new EverthreadError({
    code: 'invalid_input',
    field: 'file',
    message: `${sanitizeLine(name)} cannot be read: ${why ?? sanitizeLine((cause as Error).message)}.`,
    cause,
  });
}
