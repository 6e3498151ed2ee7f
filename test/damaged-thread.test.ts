/** If the row of one thread cannot be read, the other threads still work, and an event names the damaged one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { createEverthread, type EverthreadEvents } from '../src/index.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';

let directory: string;
let path: string;
const names = ['anchor', 'berth', 'crane', 'dock'];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-damaged-'));
  path = join(directory, 'harbour.db');
  const ever = createEverthread({ store: sqliteStore({ path }) });
  for (const name of names) {
    await (await ever.thread(name)).append({ role: 'user', content: `The ${name} is checked.` });
  }
  await ever.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function damage(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function listed(pageSize: number) {
  const ever = createEverthread({ store: sqliteStore({ path }), automatic: false });
  const told: EverthreadEvents['diagnostic'][] = [];
  ever.on('diagnostic', (event) => told.push(event));
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await ever.threads({ limit: pageSize, ...(after !== undefined && { after }) });
    ids.push(...page.map(({ id }) => id));
    if (page.length < pageSize) break;
  }
  await ever.close();
  return { ids, damaged: told.map(({ code, threadId }) => [code, threadId]) };
}

it.each([1, 2, 3, 100])('R-62 the others are listed in pages of %i, and it is named', async (pageSize) => {
  damage("update threads set settings = '{broken' where id = 'berth'");
  const { ids, damaged } = await listed(pageSize);
  expect(ids).toEqual(['anchor', 'crane', 'dock']);
  expect(damaged[0]).toEqual(['store_corrupt', 'berth']);
});

it.each(["id = 'anchor'", "id = 'dock'", "id in ('anchor', 'berth')", "id in ('crane', 'dock')", '1'])(
  'R-62 wherever it stands: %s',
  async (where) => {
    damage(`update threads set settings = '{broken' where ${where}`);
    const database = new DatabaseSync(path);
    const healthy = database.prepare("select id from threads where settings <> '{broken' order by id").all();
    database.close();
    const { ids, damaged } = await listed(100);
    expect(ids).toEqual(healthy.map(({ id }) => id));
    expect(damaged.length).toBe(names.length - healthy.length);
  },
);

it('R-62 R-58 the command lists the others, names it, and goes on with them', async () => {
  damage("update threads set settings = '{broken' where id = 'berth'");
  const run = async (...args: string[]) => {
    const io = createTestIo({ directory, env: { EVERTHREAD_PROVIDER: 'none' } });
    const code = await runCli([...args, '--database', path], io);
    return { code, ...io.written };
  };
  const { code, stdout, stderr } = await run('threads', '--ids', '--json');
  expect({ code, ids: JSON.parse(stdout) }).toEqual({
    code: 0,
    ids: expect.arrayContaining(['anchor', 'crane', 'dock']),
  });
  expect(stderr).toMatch(/thread "berth" is damaged and not listed: .*everthread verify/u);
  expect(await run('history')).toMatchObject({ code: 0 });
  expect(await run('history', '--thread', 'berth')).toMatchObject({ code: 1 });
  expect(await run('threads', 'delete', 'crane', '--yes')).toMatchObject({ code: 0 });
});
