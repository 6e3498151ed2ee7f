/** Writes pieces of text to a file or to standard output. A file appears complete or not at all. */
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Io } from '../io.ts';
import { pathProblem, typedPath } from '../paths.ts';

/** Returns the number of bytes written. */
export async function writePieces(
  pieces: AsyncIterable<string> | Iterable<string>,
  options: { file: string | undefined; io: Io },
): Promise<number> {
  const { file, io } = options;
  return file === undefined || file === '-'
    ? toOutput(pieces, io)
    : toFile(pieces, { given: file, path: typedPath(file, io) });
}

async function toOutput(pieces: AsyncIterable<string> | Iterable<string>, io: Io): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (io.stdout.write(piece) === false) await drained(io);
  }
  return bytes;
}

/** Waits for slow output, which would otherwise pile up in memory. */
async function drained({ stdout }: Io): Promise<void> {
  const stream = stdout as Partial<NodeJS.WriteStream>;
  if (stream.writableNeedDrain !== true) return;
  await new Promise<void>((resolve, reject) => {
    stream.once?.('drain', resolve);
    stream.once?.('error', reject);
  });
}

async function toFile(
  pieces: AsyncIterable<string> | Iterable<string>,
  { given, path }: { given: string; path: string },
): Promise<number> {
  try {
    const known = await stat(path).catch(() => undefined);
    // A device or a pipe is written to. Putting a file in its place would take it away from everybody else.
    if (known !== undefined && !known.isFile() && !known.isDirectory())
      return await toOpened(pieces, { path, flags: 'w' });
    // A link stays a link, and a file keeps its permissions.
    const target = known === undefined ? path : await realpath(path);
    return await toNewFile(pieces, { target, mode: (known?.mode ?? 0o600) & 0o777 });
  } catch (cause) {
    throw pathProblem({ given, path, field: '--output', to: 'written', cause });
  }
}

async function toNewFile(
  pieces: AsyncIterable<string> | Iterable<string>,
  { target, mode }: { target: string; mode: number },
): Promise<number> {
  const unfinished = `${target}.${process.pid}.part`;
  try {
    const bytes = await toOpened(pieces, { path: unfinished, flags: 'wx', mode });
    await rename(unfinished, target);
    return bytes;
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}

async function toOpened(
  pieces: AsyncIterable<string> | Iterable<string>,
  { path, flags, mode = 0o600 }: { path: string; flags: 'w' | 'wx'; mode?: number },
): Promise<number> {
  let bytes = 0;
  const handle = await open(path, flags, mode);
  try {
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      bytes += Buffer.byteLength(piece);
    }
    if (flags === 'wx') await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
}
