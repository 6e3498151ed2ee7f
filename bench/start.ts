/**
 * The time from the start of the process to the prompt of the chat, on a pseudo-terminal, in alternation with a bare
 * Node that also loads SQLite. Runs the built program (`make build`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { milliseconds, quantile, table } from './measure.ts';

const rounds = 40;
const limit = 1.5;
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

type Case = {
  name: string;
  args: readonly string[];
  /** The output at which it is ready; without one it is ready when it ends. */
  ready?: string;
};

const cases: readonly Case[] = [
  { name: '`node -e 0`', args: ['-e', '0'] },
  { name: '`node -e 0` and SQLite', args: ['-e', "import('node:sqlite')"] },
  { name: '`everthread --version`', args: [program, '--version'] },
  { name: '`everthread`, to the prompt', args: [program], ready: 'Write a message' },
];

export async function start(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'everthread-start-'));
  const times = cases.map((): number[] => []);
  try {
    // The first rounds fill the disk cache and the cache of compiled code.
    for (let round = -3; round < rounds; round += 1) {
      for (const [index, one] of cases.entries()) {
        const readyMs = await timeToReady(one, home);
        if (round >= 0) times[index]!.push(readyMs);
      }
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const sorted = times.map((list) => list.toSorted((a, b) => a - b));
  const baseline = sorted[1]!;
  const rows = cases.map(({ name }, index) => [
    name,
    milliseconds(quantile(sorted[index]!, 0.5)),
    milliseconds(quantile(sorted[index]!, 0.1)),
    (quantile(sorted[index]!, 0.5) / quantile(baseline, 0.5)).toFixed(2),
  ]);
  const ratio = quantile(sorted.at(-1)!, 0.5) / quantile(baseline, 0.5);
  return [
    '## Start to prompt',
    '',
    `From the start of the process to the prompt of the chat, ${rounds} times each, in turns. Limit: ${limit} times the start of Node with SQLite.`,
    '',
    table(['', 'p50', 'p10', 'ratio'], rows),
    '',
    ratio < limit ? `Within the limit: ${ratio.toFixed(2)}.` : `**Over the limit: ${ratio.toFixed(2)}.**`,
    '',
  ].join('\n');
}

function timeToReady({ args, ready }: Case, home: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const started = performance.now();
  const child = spawn(process.execPath, [...args], {
    cols: 80,
    rows: 24,
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
  });
  let readyMs: number | undefined;
  let output = '';
  child.onData((data) => {
    output += data;
    if (readyMs !== undefined || ready === undefined || !output.includes(ready)) return;
    readyMs = performance.now() - started;
    child.kill('SIGKILL');
  });
  child.onExit(() => resolve(readyMs ?? performance.now() - started));
  return promise;
}
