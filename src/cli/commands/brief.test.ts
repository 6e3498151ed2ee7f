/** `everthread brief` of files and threads, as a user runs it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workSession } from '../../compaction/work-session.suite.ts';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-brief-'));
const database = join(directory, 'threads.db');
const talk = [
  { role: 'user', content: 'Please water the \u001b[2Jroses.' },
  { role: 'assistant', content: 'I will water them by Friday.' },
];

beforeAll(async () => {
  const ever = createEverthread({ store: sqliteStore({ path: database }) });
  const thread = await ever.thread('parser');
  await thread.append(workSession);
  await ever.close();
  writeFileSync(join(directory, 'talk.json'), JSON.stringify(talk));
  writeFileSync(join(directory, 'two.json'), JSON.stringify([{ messages: talk }, { messages: talk }]));
  writeFileSync(join(directory, 'notes.txt'), 'Nothing of a transcript.');
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], input = '') {
  const io = createTestIo({ directory, input, env: { EVERTHREAD_DATABASE: database } });
  const code = await runCli(['brief', ...args], io);
  expect(io.written.stdout).not.toContain('\u001b');
  return { code, ...io.written };
}

it('R-68 prints the hand-off of a thread, at a size and with a focus', async () => {
  const { code, stdout } = await run(['--thread', 'parser', '--tokens', '400', '--focus', 'totals']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Brief of parser\n/u);
  expect(stdout).toContain('Then change the expectation and commit both.');
  expect(stdout).toContain('## About: totals');
  const { briefs } = JSON.parse((await run(['--thread', 'parser', '--json', '--tokens', '400'])).stdout);
  expect(briefs).toMatchObject([{ thread: 'parser', kind: 'work', from: 1, to: 12 }]);
  expect(briefs[0].tokens).toBeLessThanOrEqual(400);
});

it('R-68 prints that of a transcript, from a file or standard input, and keeps nothing of it', async () => {
  const { code, stdout } = await run(['talk.json']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Brief of talk\n/u);
  expect(stdout).toContain('Please water the');
  expect((await run(['-'], JSON.stringify(talk))).stdout).toContain('# Brief of standard input');
  const { stdout: both } = await run(['two.json']);
  expect(both.match(/^# Brief of /gmu)).toHaveLength(2);
  const threads = createTestIo({ directory, env: { EVERTHREAD_DATABASE: database } });
  await runCli(['threads', '--ids'], threads);
  expect(threads.written.stdout).toBe('parser\n');
});

it('R-68 writes it into a file', async () => {
  const { code, stdout } = await run(['talk.json', '--output', 'HANDOFF.md']);
  expect([code, stdout]).toEqual([0, '']);
  expect(readFileSync(join(directory, 'HANDOFF.md'), 'utf8')).toMatch(/^# Brief of talk\n/u);
});

it.each([
  [[], 'brief needs a file, or --thread'],
  [['talk.json', '--thread', 'parser'], 'either a file or --thread'],
  [['talk.json', 'two.json'], 'takes one file'],
  [['missing.json'], 'There is no file or folder missing.json (looked for /'],
  [['notes.txt'], 'must be a session of Claude Code'],
  [['.'], 'takes one file, not a folder'],
  [['talk.json', '--format', 'diary'], '--format must be one of'],
  [['talk.json', '--tokens', '100'], '--tokens must be a whole number of at least 150'],
  [['talk.json', '--tokens', 'many'], '--tokens must be'],
  [['talk.json', '--focus', ''], 'focus must be'],
  [['--thread', 'parsre'], 'Nearest: parser'],
])('R-68 %j is refused with what is accepted', async (args, told) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(told);
});
