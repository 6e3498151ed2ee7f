/**
 * Imports transcripts of growing size through a pipe in a separate process, and measures throughput and peak memory.
 * Reading alone (`--dry-run`) goes up to 1 GB. Storing, which includes counting tokens and indexing, goes up to
 * EVERTHREAD_BENCH_IMPORT_MB (default 200).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { chatgptExport, claudeLines } from '../test/generated-transcripts.ts';
import { count, table } from './measure.ts';

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** Prints the peak memory in kilobytes when the process ends. */
const watcher = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))`;
const megabyte = 1e6;

const generators = {
  'Claude Code lines': (megabytes: number) =>
    claudeLines({ characters: megabytes * megabyte, longText: true }),
  'ChatGPT document': (megabytes: number) => chatgptExport({ characters: megabytes * megabyte }),
};
type Kind = keyof typeof generators;

export async function importing(): Promise<string> {
  const largest = Number(process.env.EVERTHREAD_BENCH_IMPORT_MB ?? 200);
  const runs: { kind: Kind; megabytes: number; store: boolean }[] = [
    ...[10, 100, 1_000].flatMap((megabytes) =>
      (Object.keys(generators) as Kind[]).map((kind) => ({ kind, megabytes, store: false })),
    ),
    ...[...new Set([2, 20, largest])].map((megabytes) => ({
      kind: 'Claude Code lines' as const,
      megabytes,
      store: true,
    })),
  ];
  const rows: string[][] = [];
  for (const { kind, megabytes, store } of runs) {
    const { seconds, peak, messages } = await measure(kind, megabytes, store);
    rows.push([
      store ? 'read and stored' : 'read',
      kind,
      `${count(megabytes)} MB`,
      count(messages),
      `${(megabytes / seconds).toFixed(1)} MB/s`,
      `${count(messages / seconds)}/s`,
      `${count(peak)} MB`,
    ]);
    console.error(`  ${rows.at(-1)!.join('  ')}`);
  }
  return `## Importing\n\nThrough a pipe, the program's start included. Memory is bounded by one message or one conversation and a batch, not by the file.\n\n${table(
    ['', 'input', 'size', 'messages', 'throughput', 'messages', 'peak memory'],
    rows,
  )}\n`;
}

async function measure(kind: Kind, megabytes: number, store: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-bench-'));
  try {
    const args = ['import', '-', '--json', ...(store ? ['--database', 'bench.db'] : ['--dry-run'])];
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', watcher, program, ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    Readable.from(generators[kind](megabytes)).pipe(child.stdin);
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(`import ended with ${code}: ${errors}`);
    const peak = Number(/peak (\d+)/u.exec(errors)?.[1]) / 1_024;
    const { totals } = JSON.parse(output) as { totals: { added: number } };
    return { seconds: (performance.now() - started) / 1_000, peak, messages: totals.added };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
