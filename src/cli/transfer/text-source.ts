/** Files and standard input as text that comes in chunks, read no faster than it is worked on. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { Io } from '../io.ts';
import { pathProblem, typedPath } from '../paths.ts';

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
  const path = typedPath(name, io);
  const refuse = (cause: unknown): never => {
    throw pathProblem({ given: name, path, field: 'file', to: 'read', cause });
  };
  const found = await stat(path).catch(refuse);
  if (!found.isDirectory())
    return [fileSource({ name, path, bytes: found.isFile() ? found.size : undefined })];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(refuse);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => {
      const { size } = await stat(file).catch(refuse);
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
        throw pathProblem({ given: name, path, field: 'file', to: 'read', cause });
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
