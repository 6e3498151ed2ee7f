/** The commands that keep a database in order: threads, verify, reindex, config. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { displayWidth } from '../terminal/width.ts';
import { createTestIo } from '../test-io.suite.ts';

let directory: string;
let database: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-keeping-'));
  database = join(directory, '.local/share/everthread/everthread.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], options: Partial<Parameters<typeof createTestIo>[0]> = {}) {
  const io = createTestIo({ directory, ...options });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

async function fill(threads: { [id: string]: number }): Promise<void> {
  mkdirSync(join(database, '..'), { recursive: true });
  const everthread = createEverthread({ store: sqliteStore({ path: database }) });
  for (const [id, count] of Object.entries(threads)) {
    const thread = await everthread.thread(id);
    for (let index = 0; index < count; index += 1) {
      await thread.append({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Message ${index} of ${id}.`,
      });
    }
  }
  await everthread.close();
}

describe('threads', () => {
  it('R-58 the default database is made on first use, for its owner alone', async () => {
    expect(await run(['threads'])).toEqual({
      code: 0,
      stdout: `There are no threads in ${database} yet.\n`,
      stderr: '',
    });
    expect(statSync(join(database, '..')).mode & 0o777).toBe(0o700);
    expect(await run(['threads', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('R-58 lists them with their figures, for people and for programs', async () => {
    await fill({ work: 3, 'old-plan': 1 });
    const { stdout } = await run(['threads']);
    expect(stdout.split('\n')[0]).toMatch(/^thread +title +messages +last used$/u);
    expect(stdout).toMatch(/^work +Message 0 of work +3 +\d{4}-\d\d-\d\d \d\d:\d\d$/mu);
    const figures = await run(['threads'], { columns: 120 });
    expect(figures.stdout).toMatch(/^work +Message 0 of work +3 +\d+ +0 +\d{4}-\d\d-\d\d \d\d:\d\d$/mu);
    const list = JSON.parse((await run(['threads', '--json'])).stdout);
    expect(list).toMatchObject([
      { id: 'old-plan', messages: 1 },
      { id: 'work', messages: 3, summaries: 0, compactions: 0, updatedAt: expect.any(String) },
    ]);
    expect((await run(['threads', '--ids'])).stdout).toBe('old-plan\nwork\n');
  });

  it('R-58 a hostile or long id stays on its line at 40 columns', async () => {
    await fill({ [`bad\u202e${'x'.repeat(80)}`]: 1, 会議の記録: 2 });
    const { stdout } = await run(['threads'], { columns: 40 });
    expect(stdout).not.toContain('\u202e');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    for (const line of stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40);
  });

  it('R-58 delete asks first, and takes only yes for yes', async () => {
    await fill({ work: 2 });
    const unsure = await run(['threads', 'delete', 'work'], { input: 'maybe\n', inputIsTerminal: true });
    expect(unsure.code).toBe(1);
    expect(unsure.stderr).toBe(
      'Delete thread "work" with 2 messages? This cannot be undone. [y/N] Nothing was deleted.\n',
    );
    const nobody = await run(['threads', 'delete', 'work']);
    expect(nobody.code).toBe(2);
    expect(nobody.stderr).toContain('Add --yes.');
    expect((await run(['threads', '--ids'])).stdout).toBe('work\n');
    const sure = await run(['threads', 'delete', 'work'], { input: 'yes\n', inputIsTerminal: true });
    expect(sure).toMatchObject({ code: 0, stdout: 'Deleted thread "work" with 2 messages.\n' });
    expect((await run(['threads', '--ids'])).stdout).toBe('');
  });

  it('R-58 delete --yes --json says what it did; an unknown thread is named with the nearest', async () => {
    await fill({ work: 2, other: 1 });
    const unknown = await run(['threads', 'delete', 'wrok', '--yes']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('There is no thread "wrok". Did you mean work?');
    const done = await run(['threads', 'delete', 'work', '--yes', '--json']);
    expect(JSON.parse(done.stdout)).toEqual({ deleted: true, threadId: 'work', messages: 2, summaries: 0 });
  });

  it.each([
    [['threads', 'delte', 'x'], 'Did you mean delete?'],
    [['threads', 'delete'], 'threads delete needs the id of a thread.'],
    [['threads', 'delete', 'a', 'b'], 'Unexpected argument "b"'],
  ])('R-58 %j is refused', async (args, says) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});

describe('verify', () => {
  it('R-58 a whole database is said to be whole', async () => {
    await fill({ work: 3, other: 2 });
    expect(await run(['verify'])).toMatchObject({
      code: 0,
      stdout: 'No damage: 2 threads, 5 messages, 0 summaries.\n',
    });
    expect(JSON.parse((await run(['verify', '--thread', 'work', '--json'])).stdout)).toMatchObject({
      database,
      ok: true,
      threads: 1,
      messages: 3,
      damages: [],
      fileDamages: [],
    });
  });

  it('R-58 I-9 damage is named with its thread and message, exit code 1', async () => {
    await fill({ work: 3 });
    const file = new DatabaseSync(database);
    file.exec("update messages set hash = 'x' where seq = 2");
    file.close();
    const { code, stdout } = await run(['verify']);
    expect(code).toBe(1);
    expect(stdout).toContain(`in ${database}:\n  work, message 2 (`);
    const report = JSON.parse((await run(['verify', '--json'])).stdout);
    expect(report.ok).toBe(false);
    expect(report.damages[0]).toMatchObject({ threadId: 'work', kind: 'message-hash', where: 'message 2' });
  });

  it('R-58 progress is drawn on a terminal and taken away again', async () => {
    await fill({ work: 3 });
    const { stderr, stdout } = await run(['verify'], { isTerminal: true });
    expect(stderr).toContain('\r\u001b[2Kchecking ');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
    expect(stdout).not.toContain('\u001b[2K');
  });

  it('R-58 an unknown thread is refused', async () => {
    await fill({ work: 1 });
    const { code, stderr } = await run(['verify', '--thread', 'nope']);
    expect(code).toBe(2);
    expect(stderr).toContain('nope');
  });
});

it('R-49 R-58 reindex makes the index anew', async () => {
  await fill({ work: 3, other: 2 });
  expect(await run(['reindex'])).toEqual({ code: 0, stdout: 'Indexed 5 messages.\n', stderr: '' });
  expect(JSON.parse((await run(['reindex', '--json'])).stdout)).toEqual({ messages: 5 });
});

describe('config', () => {
  const env = { ANTHROPIC_API_KEY: 'sk-ant-secret', EVERTHREAD_BASE_URL: 'http://joe:hidden@localhost:1/v1' };

  it('R-58 shows each value and where it came from, and of keys only that they are there', async () => {
    const file = join(directory, 'everthread.config.yaml');
    writeFileSync(file, 'model: m\nstrategy:\n  name: rolling\n  messages: 30\nsystem: "a\\u001b[2Jb"\n');
    const { stdout } = await run(['config', '--budget', '8000'], { env, columns: 100 });
    const lines = stdout.split('\n');
    const line = (name: string) => lines.find((text) => text.startsWith(`${name} `));
    expect(line('budget')).toMatch(/^budget +8000 +--budget$/u);
    expect(line('model')).toMatch(/^model +m +everthread\.config\.yaml:1$/u);
    expect(line('strategy')).toMatch(/^strategy +rolling \{"messages":30\} +everthread\.config\.yaml:2$/u);
    expect(line('baseUrl')).toMatch(/^baseUrl +http:\/\/\*\*\*@localhost:1\/v1 +EVERTHREAD_BASE_URL$/u);
    expect(line('recall')).toMatch(/^recall +true +default$/u);
    expect(line('ANTHROPIC_API_KEY')).toMatch(/^ANTHROPIC_API_KEY +set +environment$/u);
    expect(line('OPENAI_API_KEY')).toMatch(/ not set /u);
    expect(stdout).toContain(`Configuration file: ${file}`);
    expect(stdout).toContain('a␛[2Jb');
    for (const secret of ['sk-ant-secret', 'hidden']) expect(stdout).not.toContain(secret);
  });

  it('R-49 says how to search by meaning, and that it is so', async () => {
    const words = (text: string) => text.replaceAll(/\s+/gu, ' ');
    const without = words((await run(['config'], { env, columns: 60 })).stdout);
    expect(without).toContain('The past is searched by words. Set --embedder minilm to find by meaning too');
    expect(without).toMatch(/holds all the evidence for \d+ % of the questions instead of \d+ %/u);
    const using = words((await run(['config', '--embedder', 'minilm'], { env, columns: 60 })).stdout);
    expect(using).toContain('The past is searched by words and by meaning.');
  });

  it('R-58 the same as JSON', async () => {
    const { stdout } = await run(['config', '--json'], { env });
    for (const secret of ['sk-ant-secret', 'hidden']) expect(stdout).not.toContain(secret);
    expect(JSON.parse(stdout)).toMatchObject({
      file: null,
      settings: {
        database: { value: database, from: 'default', name: 'default' },
        budget: { value: null, from: 'default' },
        baseUrl: { value: 'http://***@localhost:1/v1', from: 'environment', name: 'EVERTHREAD_BASE_URL' },
      },
      keys: { ANTHROPIC_API_KEY: 'set', OPENAI_API_KEY: 'not set' },
      provider: { provider: 'openai-compatible' },
    });
  });

  it.each([20, 40, 80])('R-58 fits in %i columns', async (columns) => {
    const { stdout } = await run(['config'], { env, columns });
    for (const line of stdout.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
  });
});
