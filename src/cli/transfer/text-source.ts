/** Reads files and standard input as chunks of text, no faster than the chunks are used. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { Io } from '../io.ts';
import { pathProblem, typedPath } from '../paths.ts';

export type TextSource = {
  /** The name as it was typed: `-` for standard input. */
  name: string;
  /** The name for a thread if the file names no session; undefined for standard input. */
  title: string | undefined;
  /** Undefined if the size is not known in advance. */
  bytes: number | undefined;
  /** Whether it can be read more than once. */
  again: boolean;
  /** Whether it was found in a folder: there a file that is no transcript is skipped instead of refused. */
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
    // A named pipe, which has no size, can only be read once.
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
