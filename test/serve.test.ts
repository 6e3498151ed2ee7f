/** The server as a process of its own, from the command as it is built: starts, serves the demo, ends in peace. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createClient } from '../src/client.ts';
import { childEnvironment } from './child-environment.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'everthread-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(database: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', ...args], {
    cwd: folder,
    env: {
      ...childEnvironment,
      HOME: folder,
      EVERTHREAD_PROVIDER: 'none',
      EVERTHREAD_DATABASE: join(folder, database),
    },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (printed.stdout += chunk));
  child.stderr.on('data', (chunk) => (printed.stderr += chunk));
  const told = async (name: 'stdout' | 'stderr', what: RegExp): Promise<void> => {
    while (!what.test(printed[name])) {
      if (child.exitCode !== null) throw new Error(`It ended: ${printed.stderr}`);
      await Promise.race([once(child[name], 'data'), once(child, 'exit')]);
    }
  };
  await told('stdout', /\}\n$/u);
  const stop = async (signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return { client: createClient({ baseUrl: JSON.parse(printed.stdout).url }), told, stop };
}

it('R-59 R-60 starts without any key, with the demo thread in it, and ends in peace', async () => {
  const { client, told, stop } = await start('demo.db', '--demo');
  expect((await client.settings()).answers).toContain('No model answers');
  await told('stderr', /the thread demo is loaded/u);
  const thread = client.thread('demo');
  const { messages, summaries, tail } = await thread.strata();
  expect(messages).toBe(200);
  expect(summaries.length).toBeGreaterThan(0);
  expect(summaries[0]?.from).toBe(1);
  expect(tail.from).toBe(summaries.at(-1)!.to + 1);
  const answer = await Array.fromAsync(thread.chat('What did we decide about the database?'));
  expect(JSON.stringify(answer)).toContain('PostgreSQL');
  expect((await thread.stats()).points.length).toBeGreaterThan(20);
  const events = await client.events();
  const ended = Array.fromAsync(events);
  expect(await stop('SIGTERM')).toBe(0);
  await ended;
  // What was stored is there for the next one, and nothing has to be mended.
  const next = await start('demo.db');
  expect((await next.client.thread('demo').get()).messages).toBeGreaterThanOrEqual(201);
  expect(await next.stop('SIGINT')).toBe(0);
});
