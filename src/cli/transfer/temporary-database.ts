/** A database for one piece of work. It is removed afterwards, even if the work fails or is interrupted. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Larger inputs are not held in memory. */
const largestInMemory = 32 * 1024 * 1024;
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export async function withTemporaryDatabase<Result>(
  /** Size of the input; undefined if unknown. */
  bytes: number | undefined,
  work: (database: string) => Promise<Result>,
): Promise<Result> {
  if (bytes !== undefined && bytes <= largestInMemory) return work(':memory:');
  const folder = await mkdtemp(join(tmpdir(), 'everthread-summarize-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stops = Object.entries(signals).map(([signal, exitCode]) => {
    const stop = () => {
      remove();
      process.exit(exitCode);
    };
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  // Also removed if other code ends the process.
  process.once('exit', remove);
  try {
    return await work(join(folder, 'summarize.db'));
  } finally {
    for (const stop of stops) stop();
    process.off('exit', remove);
    remove();
  }
}
