/** What a process holds that serves many threads: nothing for a thread, and little altogether. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { count } from './measure.ts';

const threads = 20_000;
const limitMb = 250;

export async function memory(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  try {
    const child = fileURLToPath(new URL('./memory-child.ts', import.meta.url));
    const output = execFileSync(
      process.execPath,
      ['--expose-gc', child, join(folder, 'bench.db'), String(threads)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const { perThread, rss, peak } = JSON.parse(output) as { perThread: number; rss: number; peak: number };
    return [
      '## Memory',
      '',
      `One process, ${count(threads)} threads one after the other, each with three messages and a context: ${count(rss / 1e6)} MB at the end, ${count(peak / 1e6)} MB at most (below ${limitMb} is asked for). After the first quarter, the heap holds ${count(perThread)} bytes more for each further thread.`,
      '',
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
