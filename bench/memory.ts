/** What a process holds that serves many threads: nothing for a thread, and little altogether. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from './measure.ts';

const threads = 20_000;
const limitMb = 250;

export async function memory(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  try {
    const child = join(folder, 'child.mjs');
    const source = readFileSync(new URL('./memory-child.ts', import.meta.url), 'utf8');
    writeFileSync(child, stripTypeScriptTypes(source));
    const dist = new URL('../dist/', import.meta.url).href;
    const run = (flags: string[]): { perThread: number; rss: number; peak: number } => {
      const file = join(folder, `bench${flags.length}.db`);
      const output = execFileSync(process.execPath, [...flags, child, file, String(threads), dist], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return JSON.parse(output);
    };
    const { rss, peak } = run([]);
    const { perThread } = run(['--expose-gc']);
    return [
      '## Memory',
      '',
      `One process, ${count(threads)} threads one after the other, each with three messages and a context: ${count(rss / 1e6)} MB at the end, ${count(peak / 1e6)} MB at most (below ${limitMb} is asked for). In another such process, collected after a quarter of them and at the end, the heap holds ${count(perThread)} bytes more for each further thread.`,
      '',
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
