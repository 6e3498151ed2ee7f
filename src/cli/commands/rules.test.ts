/** `everthread rules` over a database file, as a user runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-rules-'));
const database = join(directory, 'threads.db');

beforeAll(async () => {
  const ever = createEverthread({ store: sqliteStore({ path: database }) });
  await (await ever.thread('none')).append({ role: 'user', content: 'Hello there.' });
  await (await ever.thread('ruled')).append([
    { role: 'user', content: 'Never push to main. Call me Ada \u001b[2Jof Kent.' },
    { role: 'user', content: 'Always use tabs.' },
  ]);
  await ever.close();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[]) {
  const io = createTestIo({ directory, columns: 60, env: { EVERTHREAD_DATABASE: database } });
  const code = await runCli(['rules', ...args], io);
  expect(io.written.stdout).not.toContain('\u001b');
  return { code, ...io.written };
}

it('R-40 R-58 shows each rule with its number, message and time, and removes one', async () => {
  const { code, stdout } = await run(['--thread', 'ruled']);
  expect(code).toBe(0);
  expect(stdout).toContain('3 standing rules');
  expect(stdout).toMatch(/^1\.2 {2}message 1 · .+\n│ Call me Ada/mu);
  expect(stdout).toContain('everthread rules --remove <number>');
  const removed = await run(['--thread', 'ruled', '--remove', '1']);
  expect(removed.stdout).toBe('Removed rule 1: Never push to main.\n');
  const { rules } = JSON.parse((await run(['--thread', 'ruled', '--json'])).stdout);
  expect(rules.map(({ id, seq }: { id: string; seq: number }) => [id, seq])).toEqual([
    ['1.2', 1],
    ['2', 2],
  ]);
  expect((await run(['--thread', 'ruled', '--all'])).stdout).toMatch(/^1 {2}message 1 .* removed$/mu);
});

it('R-58 an unknown rule and a thread without rules are told', async () => {
  const unknown = await run(['--thread', 'ruled', '--remove', '7']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('There is no standing rule "7"');
  expect((await run(['--thread', 'none'])).stdout).toContain('No standing rules.');
});
