/** Runs the built server in a separate process: it starts, serves the demo, and shuts down cleanly. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createClient } from '../src/client.ts';
import { startUpstream } from '../src/server/proxy/loopback.suite.ts';
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
  const stop = async (signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  const { url } = JSON.parse(printed.stdout) as { url: string };
  return { url, client: createClient({ baseUrl: url }), told, stop };
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
  // The next process finds the stored messages and starts without repairs.
  const next = await start('demo.db');
  expect((await next.client.thread('demo').get()).messages).toBeGreaterThanOrEqual(201);
  expect(await next.stop('SIGINT')).toBe(0);
});

it('R-60 I-1 killed right after an answer, it has every older exchange, and the rest when the client goes on', async () => {
  const upstream = await startUpstream((_seen, index) => ({ text: `Answer ${index}, word for word.` }));
  const messages: { role: string; content: string }[] = [];
  const ask = async (url: string, content: string): Promise<void> => {
    messages.push({ role: 'user', content });
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'local', messages }),
    });
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    messages.push({ role: 'assistant', content: choices[0]!.message.content });
  };
  const first = await start('killed.db', '--upstream', upstream.url);
  for (let turn = 0; turn < 4; turn += 1) await ask(first.url, `Question ${turn} about the tide tables.`);
  await first.stop('SIGKILL');
  const second = await start('killed.db', '--upstream', upstream.url);
  const [kept, ...others] = (await second.client.threads()).threads;
  expect(others).toEqual([]);
  expect([6, 8]).toContain(kept!.messages);
  await ask(second.url, 'And one question more.');
  const said = async () => {
    const { messages: stored } = await second.client.thread(kept!.id).messages();
    return stored.map(({ role, parts }) => ({
      role,
      content: parts.map((part) => 'text' in part && part.text).join(''),
    }));
  };
  await expect.poll(said).toEqual(messages);
  await second.stop('SIGTERM');
  await upstream.close();
});
