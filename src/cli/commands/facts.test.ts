/** `everthread facts` over a database file, as a user runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-facts-'));
const database = join(directory, 'threads.db');

beforeAll(async () => {
  const ever = createEverthread({ store: sqliteStore({ path: database }) });
  await (await ever.thread('none')).append({ role: 'user', content: 'Hello there.' });
  await (await ever.thread('dated')).append([
    { role: 'user', content: 'The deadline is 2026-03-01. See src/\u001b[2Jharbour.ts.' },
    { role: 'assistant', content: 'Noted.' },
  ]);
  await ever.close();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], from = database) {
  const io = createTestIo({ directory, columns: 60, env: { EVERTHREAD_DATABASE: from } });
  const code = await runCli(args, io);
  expect(io.written.stdout).not.toContain('\u001b');
  return { code, ...io.written };
}

it('R-40 R-58 shows facts with id and message, corrects one and takes that back', async () => {
  const { stdout } = await run(['facts', 'deadline', '--thread', 'dated']);
  const id = /^(\w{12}) {2}date · message 1\n│ deadline: 2026-03-01/mu.exec(stdout)?.[1];
  expect(id).toBeDefined();
  const corrected = await run(['facts', '--thread', 'dated', '--correct', id!, '20 May 2026']);
  expect(corrected.stdout).toBe('Corrected: 2026-03-01 → 20 May 2026\n');
  expect((await run(['facts', '--thread', 'dated'])).stdout).toMatch(
    /corrected .+\n│ deadline: 20 May 2026 \(was 2026-03-01\)/u,
  );
  const { fact } = JSON.parse(
    (await run(['facts', '--thread', 'dated', '--take-back', id!, '--json'])).stdout,
  );
  expect(fact).toMatchObject({ id, value: '2026-03-01' });
});

it('R-40 a correction is exported, and imported where the file is trusted', async () => {
  const { facts } = JSON.parse((await run(['facts', '--thread', 'dated', '--json'])).stdout);
  const { id } = facts.find(({ value }: { value: string }) => value === '2026-03-01');
  await run(['facts', '--thread', 'dated', '--correct', id, '2026-05-20']);
  const file = join(directory, 'dated.jsonl');
  const other = join(directory, 'other.db');
  expect((await run(['export', '--thread', 'dated', '--output', file])).code).toBe(0);
  expect((await run(['import', '--trust', file], other)).code).toBe(0);
  expect((await run(['facts', 'deadline', '--thread', 'dated'], other)).stdout).toContain(
    'deadline: 2026-05-20 (was 2026-03-01)',
  );
});

it('R-58 a correction that cannot be made is refused, and says why', async () => {
  expect((await run(['facts', '--thread', 'none'])).stdout).toContain('No exact facts yet.');
  const unknown = await run(['facts', '--thread', 'dated', '--correct', 'nothing', 'x']);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no fact "nothing"') });
  const missing = await run(['facts', '--thread', 'dated', '--correct', 'nothing']);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('needs the right text') });
});
