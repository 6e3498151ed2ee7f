/** The commands that know titles, labels and owners: threads, profile, search, export. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { systemRuntime } from '../../runtime.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { displayWidth } from '../terminal/width.ts';
import { createTestIo } from '../test-io.suite.ts';

let directory: string;
let database: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-owners-'));
  database = join(directory, 'threads.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], options: Partial<Parameters<typeof createTestIo>[0]> = {}) {
  const io = createTestIo({ directory, ...options });
  const code = await runCli([...args, '--database', database], io);
  return { code, ...io.written };
}

async function fill(store = sqliteStore({ path: database })): Promise<void> {
  // The clock moves on with every call, so that the order of the threads is fixed.
  let now = Date.now() - 60_000;
  const everthread = createEverthread({
    store,
    runtime: {
      ...systemRuntime,
      now: () => {
        now += 1;
        return now;
      },
    },
  });
  const said: [id: string, owner: string | undefined, text: string][] = [
    ['garden', 'ada', 'How deep do raspberry canes go? I live in Rome.'],
    ['move', 'ada', 'I live in Oslo now. Where do I buy raspberry canes?'],
    ['trip', 'bob', 'I live in Paris. Plan a trip to the raspberry canes'],
    ['plain', undefined, 'Compare two bicycles for me'],
  ];
  for (const [id, owner, content] of said) {
    const thread = await everthread.thread(id, owner === undefined ? {} : { owner });
    await thread.append({ role: 'user', content });
  }
  await everthread.close();
}

describe('threads', () => {
  it('R-71 are listed with titles and owners, and filtered by them', async () => {
    await fill();
    const { stdout } = await run(['threads'], { columns: 120 });
    expect(stdout.split('\n')[0]).toMatch(/^thread +title +owner +messages +tokens +summaries +last used$/u);
    expect(stdout).toMatch(/^garden +How deep do raspberry canes go\? +ada +1 /mu);
    for (const columns of [40, 72, 80, 120]) {
      const lines = (await run(['threads'], { columns })).stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(5);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    }
    const ids = async (...args: string[]) =>
      (await run(['threads', '--ids', ...args])).stdout.split('\n').slice(0, -1);
    expect(await ids()).toEqual(['plain', 'trip', 'move', 'garden']);
    expect(await ids('--owner', 'ada')).toEqual(['move', 'garden']);
    expect(await ids('--title', 'BICYCLES')).toEqual(['plain']);
    expect(await ids('--order', 'title')).toEqual(['plain', 'garden', 'trip', 'move']);
    expect(await ids('--order', 'created', '--limit', '2')).toEqual(['plain', 'trip']);
    expect(await run(['threads', '--order', 'size'])).toMatchObject({ code: 2 });
    const list = JSON.parse((await run(['threads', '--json', '--owner', 'bob'])).stdout);
    expect(list).toMatchObject([{ id: 'trip', owner: 'bob', labels: [], title: expect.any(String) }]);
  });

  it('R-71 are renamed, labelled and given to an owner', async () => {
    await fill();
    expect((await run(['threads', 'rename', 'plain', 'Two', 'wheels'])).stdout).toBe(
      'Thread "plain" is called "Two wheels".\n',
    );
    expect((await run(['threads', 'label', 'plain', 'shop', 'bike'])).stdout).toBe(
      'Thread "plain" is labelled bike, shop.\n',
    );
    expect((await run(['threads', 'owner', 'plain', 'ada'])).stdout).toBe('Thread "plain" belongs to ada.\n');
    expect((await run(['threads', '--ids', '--label', 'bike', '--owner', 'ada'])).stdout).toBe('plain\n');
    expect((await run(['threads', 'rename', 'plain'])).stdout).toBe(
      'Thread "plain" is called "Compare two bicycles for me".\n',
    );
    expect((await run(['threads', 'label', 'plain'])).stdout).toBe('Thread "plain" has no labels now.\n');
    expect((await run(['threads', 'owner', 'plain'])).stdout).toBe('Thread "plain" has no owner now.\n');
    const unknown = await run(['threads', 'rename', 'plian', 'x']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('plain');
    expect(await run(['threads', 'rename'])).toMatchObject({ code: 2 });
  });

  it('R-69 of an owner are deleted together, when somebody says yes', async () => {
    await fill();
    const nobody = await run(['threads', 'delete', '--owner', 'ada']);
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes.') });
    const sure = await run(['threads', 'delete', '--owner', 'ada'], {
      input: 'yes\n',
      inputIsTerminal: true,
    });
    expect(sure.stdout).toBe(
      'Deleted 2 threads of ada with 2 messages, and all that was known of this owner.\n',
    );
    expect((await run(['threads', '--ids'])).stdout).toBe('plain\ntrip\n');
  });
});

describe('profile', () => {
  it('R-69 shows what is known of an owner, with sources, and nothing of others', async () => {
    await fill();
    const { stdout } = await run(['profile', '--owner', 'ada']);
    expect(stdout).toContain('I live in Oslo now.');
    expect(stdout).toMatch(/move, message 1, \d{4}-\d\d-\d\d/u);
    expect(stdout).toMatch(/before \(\d{4}-\d\d-\d\d\): I live in Rome\./u);
    expect(stdout).toMatch(/raspberry canes · 2 threads\n {2}move, garden/u);
    expect(stdout).not.toMatch(/Paris|trip/u);
    for (const columns of [40, 80]) {
      const shown = await run(['profile', '--owner', 'ada'], { columns });
      for (const line of shown.stdout.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    }
    const several = await run(['profile']);
    expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('ada, bob') });
    expect((await run(['profile', '--owner', 'nobody'])).stdout).toBe('Nothing is known of nobody yet.\n');
  });

  it('R-69 puts entries right and takes them out', async () => {
    await fill();
    const read = async () => JSON.parse((await run(['profile', '--owner', 'bob', '--json'])).stdout);
    const [home] = (await read()).entries;
    expect(home).toMatchObject({ kind: 'fact', value: { text: 'I live in Paris.' } });
    const corrected = await run(['profile', '--owner', 'bob', '--correct', home.id, 'Lives', 'in', 'Lyon']);
    expect(corrected.stdout).toBe('Corrected: I live in Paris. → Lives in Lyon\n');
    expect((await read()).entries[0].value.text).toBe('Lives in Lyon');
    expect((await run(['profile', '--owner', 'bob', '--remove', home.id])).stdout).toBe(
      'Removed: Lives in Lyon\n',
    );
    expect((await read()).entries).toEqual([]);
    expect(await run(['profile', '--owner', 'bob', '--remove', 'nothing'])).toMatchObject({ code: 2 });
    expect(await run(['profile', '--owner', 'bob', '--correct', home.id])).toMatchObject({ code: 2 });
  });
});

describe('an owner', () => {
  it('R-69 is searched alone', async () => {
    await fill();
    const { stdout } = await run(['search', 'raspberry', '--owner', 'ada', '--json']);
    const found = JSON.parse(stdout).hits.map(({ threadId }: { threadId: string }) => threadId);
    expect(found.sort()).toEqual(['garden', 'move']);
    expect(await run(['search', 'x', '--owner', 'ada', '--all-threads'])).toMatchObject({ code: 2 });
  });

  it('R-69 is exported to one file that can be read back with titles, owner and labels', async () => {
    await fill();
    await run(['threads', 'label', 'move', 'home']);
    await run(['threads', 'rename', 'garden', 'Raspberries']);
    const file = join(directory, 'ada.jsonl');
    const { stdout } = await run(['export', '--owner', 'ada', '--output', file]);
    expect(stdout).toContain('2 messages of ada written');
    expect(readFileSync(file, 'utf8')).not.toContain('Paris');
    database = join(directory, 'again.db');
    await run(['import', file, '--trust']);
    const list = JSON.parse((await run(['threads', '--json', '--order', 'id'])).stdout);
    expect(list).toMatchObject([
      { id: 'garden', owner: 'ada', title: 'Raspberries', labels: [] },
      { id: 'move', owner: 'ada', title: 'Where do I buy raspberry canes?', labels: ['home'] },
    ]);
    expect(await run(['export', '--owner', 'ada', '--format', 'openai'])).toMatchObject({ code: 2 });
    expect(await run(['export', '--owner', 'nobody'])).toMatchObject({ code: 2 });
  });
});

describe('chat --owner', () => {
  it('R-69 talks in the newest thread of an owner, makes one where there is none, and enters nobody else’s', async () => {
    await fill();
    const ownerOf = async (id: string) => {
      const { stdout } = await run(['threads', '--json']);
      const threads = JSON.parse(stdout) as { id: string; owner?: string; messages: number }[];
      return threads.find((thread) => thread.id === id);
    };
    expect(
      (await run(['chat', 'Where did I say I live?', '--owner', 'ada', '--provider', 'none'])).code,
    ).toBe(0);
    expect((await ownerOf('move'))!.messages).toBeGreaterThan(1);
    expect((await run(['chat', 'Hello there', '--owner', 'eve', '--provider', 'none'])).code).toBe(0);
    expect(await ownerOf('main-eve')).toMatchObject({ owner: 'eve' });
    const foreign = await run(['chat', 'Hello', '--owner', 'eve', '--thread', 'trip', '--provider', 'none']);
    expect(foreign.code).not.toBe(0);
    expect(foreign.stderr).toContain('trip');
    expect((await ownerOf('trip'))!.messages).toBe(1);
    expect((await run(['chat', 'Hello', '--owner', ' '])).stderr).toContain('--owner needs a name');
  });
});
