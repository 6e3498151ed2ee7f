import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-details-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const io = createTestIo({ directory });
  const status = await runCli([...args, '--database', join(directory, 'd.db')], io);
  return { status, ...io.written };
}

function session(id: string, day: string, more: readonly object[] = []): void {
  const line = (uuid: string, role: string, content: string, other: object = {}) => ({
    ...{ type: role, uuid: `${id}-${uuid}`, sessionId: id, cwd: '/home/me/bookshop', isSidechain: false },
    ...{ timestamp: `${day}T10:0${uuid}:00.000Z`, message: { role, content }, ...other },
  });
  const lines = [
    line('1', 'user', 'Please mend the parser of invoices'),
    line('2', 'user', 'Look for the old parser', { isSidechain: true, agentId: 'a1' }),
    line('3', 'assistant', 'Done.'),
    ...more,
  ];
  writeFileSync(join(directory, `${id}.jsonl`), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** Times of the first and the last message of that day's session, without side chains. */
function times(day: string): { createdAt: string; updatedAt: string } {
  return { createdAt: `${day}T10:01:00.000Z`, updatedAt: `${day}T10:03:00.000Z` };
}

it('R-71 R-78 imported sessions keep their time, title and folder, and are listed newest first', async () => {
  session('s2', '2025-06-02', [{ type: 'custom-title', customTitle: 'The invoice parser' }]);
  session('s1', '2025-03-01', [{ type: 'summary', summary: 'Parser', leafUuid: 'x' }]);
  session('s3', '2025-05-04');
  const imported = await run('import', 's1.jsonl', 's2.jsonl', 's3.jsonl', '--side-chains');
  expect(imported.stdout).toContain('`everthread threads` lists them, newest first.');
  expect(imported.stdout).toContain('everthread compact --thread <thread>');
  const listed = async () =>
    JSON.parse((await run('threads', '--json')).stdout) as { [name: string]: unknown }[];
  const first = await listed();
  expect(first.filter(({ labels }) => JSON.stringify(labels) === '["bookshop"]')).toMatchObject([
    { id: 'claude-code-s2', title: 'The invoice parser', ...times('2025-06-02') },
    { id: 'claude-code-s3', title: 'Mend the parser of invoices', ...times('2025-05-04') },
    { id: 'claude-code-s1', title: 'Parser', ...times('2025-03-01') },
  ]);
  const table = (await run('threads')).stdout.split('\n');
  const parent = table.findIndex((row) => row.startsWith('claude-code-s2 '));
  expect(table[parent + 1]).toMatch(/^ {2}claude-code-s2-side-a1/u);
  // A second import changes no times.
  await run('import', 's1.jsonl', 's2.jsonl', '--side-chains');
  expect(await listed()).toEqual(first);
});

it('R-71 a title somebody gave stays; rename and compact name the thread', async () => {
  session('s1', '2025-03-01', [{ type: 'ai-title', aiTitle: 'Made by a model' }]);
  await run('import', 's1.jsonl');
  expect((await run('rename', 'claude-code-s1', 'Mine')).stdout).toContain('is called "Mine"');
  await run('import', 's1.jsonl');
  expect((await run('threads')).stdout).toContain('Mine');
  const { status, stdout } = await run('compact', '--thread', 'claude-code-s1');
  expect(status).toBe(0);
  expect(stdout).not.toBe('');
  expect(await run('compact', '--thread', 'claude-code-s9')).toMatchObject({ status: 2 });
  expect(await run('rename')).toMatchObject({ status: 2 });
});

it('R-71 a thread is found by what a list shows of it: its title, or an id that was cut', async () => {
  session('s1', '2025-03-01', [{ type: 'ai-title', aiTitle: 'The invoice parser' }]);
  session('s2', '2025-04-01', [{ type: 'ai-title', aiTitle: 'Twice' }]);
  session('s3', '2025-05-01', [{ type: 'ai-title', aiTitle: 'Twice' }]);
  await run('import', 's1.jsonl', 's2.jsonl', 's3.jsonl');
  for (const name of ['the Invoice Parser', 'claude-code-s1', 'claude-code-s1…']) {
    const { status, stdout } = await run('brief', '--thread', name);
    expect([status, stdout]).toEqual([0, expect.stringContaining('# Brief of claude-code-s1')]);
    expect((await run('search', 'parser', '--thread', name)).stdout).toContain('parser');
  }
  for (const [name, told] of [
    ['twice', '2 are shown so, take one by its id: claude-code-s2, claude-code-s3.'],
    ['claude-code-…', '3 are shown so'],
    ['invoice', '`everthread threads --title WORD` finds one by a word of its title.'],
    ['…', 'There is no thread'],
  ] as const) {
    const { status, stderr } = await run('brief', '--thread', name);
    expect([status, stderr]).toEqual([2, expect.stringContaining(told)]);
  }
});

it('R-58 a line that cannot be read is told with the flag that leaves it out', async () => {
  writeFileSync(
    join(directory, 'bad.jsonl'),
    '{"type":"session_meta","payload":{"id":"c","cwd":"/x"}}\nnope\n{"type":"response_item","payload":{"type":"message","role":"user","content":[]}}\n',
  );
  const { status, stderr } = await run('import', 'bad.jsonl');
  expect(status).toBe(2);
  expect(stderr).toContain(
    'bad.jsonl: line 2 must be one JSON object. Add --lenient to leave out what cannot be read, and to take the rest.',
  );
});
