/** Writes pieces of text to a file or to standard output. A file appears complete or not at all. */
import { open, rename, rm } from 'node:fs/promises';
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
  const unfinished = `${path}.${process.pid}.part`;
  let bytes = 0;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        await handle.writeFile(piece);
        bytes += Buffer.byteLength(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    return bytes;
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw pathProblem({ given, path, field: '--output', to: 'written', cause });
  }
}
