/** Memory of a process that serves many threads: none of it should grow with the number of threads. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, table } from './measure.ts';
import { servedMemory } from './memory-server.ts';

const threads = Number(process.env.EVERTHREAD_BENCH_THREADS ?? 20_000);
const limitMb = 250;

const messagesOf = (number: number) => [
  { role: 'user', content: `I moved into house ${number % 997} on the hill and need a plumber.` },
  { role: 'assistant', content: `There is a plumber in street ${number % 97}.` },
  { role: 'user', content: 'When is he free?' },
];

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
    const served = await servedMemory({ folder, threads, messagesOf });
    const usual = run([]);
    const { perThread } = run(['--expose-gc']);
    const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`;
    const row = (name: string, memory: { rss: number; peak: number } | undefined) =>
      memory === undefined
        ? [name, 'not measured on this system', '']
        : [name, megabytes(memory.rss), megabytes(memory.peak)];
    return [
      '## Memory',
      '',
      `One process that serves ${count(threads)} threads, each with three messages and a context (below ${limitMb} MB is asked for). The library leaves the heap of the process it runs in to its owner: how far Node lets young objects pile up before it collects them is set by the memory of the machine and by \`--max-semi-space-size\`.`,
      '',
      table(
        ['', 'at the end', 'at most'],
        [row('`everthread serve`, over HTTP', served), row('the library in a program', usual)],
      ),
      '',
      `In another such process, collected after a quarter of them and at the end, the heap holds ${count(perThread)} bytes more for each further thread.`,
      '',
    ].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
