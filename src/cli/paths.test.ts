import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathProblem } from './paths.ts';
import { runCli } from './run-cli.ts';
import { createTestIo } from './test-io.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-paths-'));
const home = join(directory, 'home');
beforeAll(() => {
  for (const name of ['home', 'empty', 'sessions']) mkdirSync(join(directory, name));
  const talk = JSON.stringify([{ role: 'user', content: 'The berth costs 27 euros.' }]);
  for (const name of ['talk.json', 'home/mine.json', 'sessions/a.json'])
    writeFileSync(join(directory, name), talk);
  writeFileSync(join(directory, 'nothing.json'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const io = createTestIo({ directory, env: { HOME: home, EVERTHREAD_DATABASE: join(directory, 'd.db') } });
  const status = await runCli(args, io);
  return { status, ...io.written };
}

it.each([
  [
    ['import', 'tlak.json'],
    `There is no file or folder tlak.json (looked for ${directory}/tlak.json). Did you mean talk.json?`,
  ],
  [['import', join(directory, 'x9.json')], `There is no file or folder ${directory}/x9.json.\n`],
  [
    ['import', 'no/such/x.json'],
    `There is no no/such/x.json: the folder ${directory}/no/such is not there either.`,
  ],
  [
    ['import', 'talk.json/x'],
    `There is no talk.json/x: the folder ${directory}/talk.json is not there either.`,
  ],
  [['import', '~/yours.json'], `looked for ${home}/yours.json`],
  [['import', 'nothing.json'], 'nothing.json must be a session of'],
  [['import', 'nothing.json'], 'but it is empty.'],
  [
    ['brief', 'sessions'],
    'brief takes one file, not a folder: sessions is one. Name a file in it, such as sessions/a.json;',
  ],
  [
    ['summarize', 'empty'],
    'summarize takes one file, not a folder: empty is one. Name a file in it; `everthread import`',
  ],
  [['brief', 'talk.json', '--output', 'empty'], 'empty is a folder, but a file is needed here.'],
  [
    ['brief', 'talk.json', '--output', 'no/such.md'],
    `no/such.md cannot be written: there is no folder ${directory}/no. Make it first.`,
  ],
  [
    ['summarize', 'talk.json', '--base-url', 'http://127.0.0.1:9', '--model', 'm', '--prompts', 'talk.json'],
    'talk.json is a file, but a folder is needed here.',
  ],
])('R-58 %j is told in plain words', async (args, words) => {
  const { status, stderr } = await run(...args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}\b/u);
});

it('R-58 a database that is a folder, and a folder with nothing in it, are told so', async () => {
  const { status, stderr } = await run('threads', '--database', 'empty');
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${directory}/empty is a folder. Name a file in it`),
  ]);
  const { stdout } = await run('import', 'empty');
  expect(stdout).toContain('No file was found there: the folder is empty.');
});

it('R-58 ~ is the home folder also where no shell replaced it', async () => {
  expect((await run('import', '~/mine.json')).stdout).toContain('1 message added');
  expect((await run('brief', '~/mine.json', '--output=~/brief.md')).status).toBe(0);
  expect(readFileSync(join(home, 'brief.md'), 'utf8')).toContain('# Brief of mine');
});

it.each([
  ['EACCES', 'read', 'x cannot be read: you have no permission to read it.'],
  ['EPERM', 'written', 'x cannot be written: you have no permission to write there.'],
  ['ENOSPC', 'written', 'x cannot be written: the disk is full.'],
  ['EROFS', 'written', 'x cannot be written: nothing can be written on that disk.'],
  ['EMFILE', 'read', 'x cannot be read: EMFILE happened.'],
] as const)('R-58 %s while a file is %s', (code, to, message) => {
  const cause = Object.assign(new Error(`${code} happened`), { code, syscall: 'open' });
  expect(pathProblem({ given: 'x', path: '/x', field: 'file', to, cause })).toMatchObject({
    ...{ code: 'invalid_input', field: 'file', message },
  });
});

it('R-58 what is no refusal of the operating system is not reworded', () => {
  const cause = new Error('something else');
  expect(pathProblem({ given: 'x', path: '/x', field: 'file', to: 'read', cause })).toBe(cause);
});

it('R-58 with --lenient, what is left out is told without the advice to leave it out', async () => {
  writeFileSync(join(directory, 'broken.jsonl'), '{"role":"user","content":"hi"}\nnope\n');
  const { status, stdout } = await run('import', 'broken.jsonl', '--lenient');
  expect([status, stdout]).toEqual([0, expect.stringContaining('    line 2 must be one JSON object.\n')]);
  expect(stdout).not.toContain('lenient');
});
