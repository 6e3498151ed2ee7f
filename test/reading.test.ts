/** A context only reads: it works on a read-only file, changes nothing, and leaves out damaged records. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { createEverthread, type Everthread } from '../src/everthread.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';

let folder: string;
let path: string;
const opened: Everthread[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-reading-'));
  path = join(folder, 'a.db');
});
afterEach(async () => {
  for (const everthread of opened.splice(0)) await everthread.close();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function open(store = sqliteStore({ path })): Everthread {
  const everthread = createEverthread({ store, budget: { tokens: 1_500 } });
  opened.push(everthread);
  return everthread;
}

async function fill(everthread = open()): Promise<void> {
  for (const id of ['first', 'second']) {
    const thread = await everthread.thread(id);
    for (let index = 1; index <= 60; index += 1) {
      const content = `Message ${index} of ${id}: gravel at yard ${index} costs ${index * 3} euros in the harbour.`;
      await thread.append({ role: index % 2 ? 'user' : 'assistant', content });
    }
    await everthread.idle();
  }
}

const system = 'You are a careful keeper of weirs. '.repeat(12);

describe('where nothing can be written', () => {
  it('R-48 a context is made on a full disk, again and again', async () => {
    const database = new DatabaseSync(path);
    const everthread = open(sqliteStore({ database }));
    await fill(everthread);
    const pages = (database.prepare('pragma page_count').get() as { page_count: number }).page_count;
    database.exec(`pragma max_page_count = ${pages}; pragma query_only = on`);
    const thread = await everthread.thread('first');
    const context = await thread.context({ system });
    expect(context.toText()).toContain('Message 60 of first');
    expect((await thread.context({ system, budget: { tokens: 900 } })).tokens).toBeLessThanOrEqual(900);
    expect(await thread.search('harbour')).toMatchObject({ hits: expect.any(Array) });
    await expect(thread.append({ role: 'user', content: 'more' })).rejects.toMatchObject({
      code: 'store_failed',
    });
    await everthread.idle();
    database.exec('pragma query_only = off');
    await everthread.close();
    database.close();
  });

  it('R-48 everything that only looks works on a file that is opened for reading alone', async () => {
    await fill();
    await opened.pop()!.close();
    const before = readFileSync(path);
    const everthread = open(sqliteStore({ path, readOnly: true }));
    const thread = await everthread.thread('first');
    expect((await thread.context({ system })).toText()).toContain('Message 60 of first');
    expect((await everthread.verify()).damages).toEqual([]);
    await expect(thread.append({ role: 'user', content: 'more' })).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('read-only'),
    });
    await expect(everthread.thread('new')).rejects.toMatchObject({ code: 'store_failed' });
    await everthread.close();
    expect(readFileSync(path)).toEqual(before);
  });

  it.runIf(process.getuid?.() === 0)('R-48 so does every command, in a folder of somebody else', async () => {
    await fill();
    await opened.pop()!.close();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    const before = readFileSync(path);
    const run = async (...args: string[]) => {
      const io = createTestIo({ directory: folder, env: { HOME: '/nonexistent' } });
      return { code: await runCli([...args, '--database', path], io), ...io.written };
    };
    // Loads the code of the commands before the process becomes another user.
    for (const command of [
      'threads',
      'context',
      'history',
      'search',
      'stats',
      'summaries',
      'verify',
      'export',
    ]) {
      await run(command, '--help');
    }
    process.seteuid!(65_534);
    try {
      for (const args of [
        ['threads'],
        ['context', '--thread', 'first'],
        ['history', '--thread', 'first'],
        ['search', 'gravel', '--thread', 'first'],
        ['stats', '--thread', 'first'],
        ['summaries', '--thread', 'first'],
        ['verify'],
        ['export', '--thread', 'first'],
      ]) {
        expect({ args, ...(await run(...args)) }).toMatchObject({ args, code: 0, stderr: '' });
      }
    } finally {
      process.seteuid!(0);
    }
    expect(readdirSync(folder)).toEqual(['a.db']);
    expect(readFileSync(path)).toEqual(before);
  });

  it('R-62 an old database that may only be read says what it needs', async () => {
    new DatabaseSync(path).close();
    const store = sqliteStore({ path, readOnly: true });
    await expect(store.open()).rejects.toMatchObject({
      code: 'store_failed',
      field: 'path',
      message: expect.stringContaining('read-only'),
    });
    expect(statSync(path).size).toBe(0);
  });
});

describe('looking', () => {
  it('R-71 moves nothing: neither times nor which thread was used last', async () => {
    const everthread = open();
    await fill(everthread);
    const states = async () => everthread.threads();
    const stored = () => new DatabaseSync(path, { readOnly: true }).prepare('select * from threads').all();
    const before = [await states(), stored()];
    const thread = await everthread.thread('first');
    for (const tokens of [600, 1_000, 3_000]) await thread.context({ system, budget: { tokens } });
    await thread.describe();
    await thread.explain();
    await everthread.idle();
    const after = [await states(), stored()];
    const times = (all: unknown[]) => JSON.stringify(all).match(/"updated(?:At|_at)":"[^"]+"/gu);
    expect(times(after)).toEqual(times(before));
    const io = createTestIo({ directory: folder });
    await runCli(['context', '--database', 'a.db', '--json'], io);
    expect(JSON.parse(io.written.stdout)).toMatchObject({ threadId: 'second' });
  });

  it('I-3 what a context learnt of the fixed parts counts at once, and is stored with the next message', async () => {
    const everthread = open();
    await fill(everthread);
    const thread = await everthread.thread('first');
    const row = () =>
      (
        new DatabaseSync(path, { readOnly: true })
          .prepare("select fixed_tokens as tokens from threads where id = 'first'")
          .get() as { tokens: number }
      ).tokens;
    const before = row();
    await thread.context({ system });
    const { fixedTokens } = await thread.state();
    expect(fixedTokens).toBeGreaterThan(before);
    expect(row()).toBe(before);
    await thread.append({ role: 'user', content: 'go on' });
    expect(row()).toBe(fixedTokens);
  });
});

describe('damage', () => {
  it.each([
    ['a message', "update messages set content = 'null' where seq = 59", 'damaged in the archive'],
    ['a summary', "update summaries set body = '[]' where status = 'live'", 'Message 60'],
  ])('R-62 a context is made around %s that cannot be read, and says so', async (_name, sql, shown) => {
    await fill();
    await opened.pop()!.close();
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    const everthread = open();
    const told: string[] = [];
    everthread.on('diagnostic', ({ code }) => told.push(code));
    const thread = await everthread.thread('first');
    expect((await thread.context({ recall: false })).toText()).toContain(shown);
    expect(told).toContain('store_corrupt');
  });
});
