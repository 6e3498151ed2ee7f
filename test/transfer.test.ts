/**
 * Import and export in separate processes: killed half-way, interrupted, with more input than memory; and a round trip
 * of every recorded session.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { createEverthread } from '../src/everthread.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { childEnvironment } from './child-environment.ts';
import { chatgptExport, claudeLines } from './generated-transcripts.ts';
import { noSessions, sessionFiles } from './session-data.ts';
import { sampleOf, soak } from './soak.ts';

const program = resolve(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-transfer-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], nodeOptions: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    cwd: folder,
    env: { ...childEnvironment, HOME: folder, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // The process may end before all input is written.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    child.on('close', (code) => done({ code, stdout: output, stderr: errors }));
  });
  return { child, ended };
}

async function run(args: readonly string[], input: Iterable<string>, nodeOptions: readonly string[] = []) {
  const { child, ended } = start(args, nodeOptions);
  Readable.from(input).pipe(child.stdin!);
  return ended;
}

async function opened<Result>(
  database: string,
  work: (store: ReturnType<typeof sqliteStore>) => Promise<Result>,
): Promise<Result> {
  const store = sqliteStore({ path: join(folder, database) });
  await store.open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const messagesOf = (database: string, threadId: string) =>
  opened(database, async (store) => {
    const messages = await store.readMessages({ threadId });
    return messages.map(({ id, seq, hash, createdAt, tokens, unitStart }) => [
      id,
      seq,
      hash,
      createdAt,
      tokens,
      unitStart,
    ]);
  });

describe('an import that is killed', () => {
  it('I-6 R-58 goes on where it stopped, and ends as if nothing had happened', async () => {
    const lines = [...claudeLines({ messages: 1_500 })];
    const first = start(['import', '-', '--database', 'killed.db']);
    // The pipe stays open, so the process is killed while it waits for more input and has stored a part.
    first.child.stdin!.write(lines.slice(0, 1_100).join(''));
    await opened('killed.db', async (store) => {
      while (((await store.readThread('claude-code-generated'))?.messages ?? 0) === 0) {
        expect(first.child.exitCode).toBeNull();
        // Leaves the processor to the import.
        await sleep(50);
      }
    });
    first.child.kill('SIGKILL');
    await first.ended;
    const stored = (await messagesOf('killed.db', 'claude-code-generated')).length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(1_500);

    const again = await run(['import', '-', '--database', 'killed.db', '--json'], lines);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(again.stdout).totals).toMatchObject({ added: 1_500 - stored, already: stored });
    await run(['import', '-', '--database', 'whole.db'], lines);
    expect(await messagesOf('killed.db', 'claude-code-generated')).toEqual(
      await messagesOf('whole.db', 'claude-code-generated'),
    );
  });
});

describe('more than fits into memory', () => {
  /** Limits the heap in megabytes to less than the size of the input. */
  const heap = ['--max-old-space-size=96'];
  /** Prints the peak memory of the process in kilobytes when it ends. */
  const watched = [
    '--import',
    `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`,
  ];
  const megabytes = soak ? 200 : 80;
  /** Megabytes of memory by which reading this input may exceed reading 2 megabytes. */
  const allowedGrowth = megabytes * 0.8;

  async function reading(input: Iterable<string>) {
    const { code, stdout, stderr } = await run(['import', '-', '--dry-run', '--json'], input, [
      ...heap,
      ...watched,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^peak \d+$/u) });
    return { peak: Number(stderr.slice('peak '.length)) / 1_024, totals: JSON.parse(stdout).totals };
  }

  it(`R-58 ${megabytes} MB of lines take hardly more memory than 2 MB`, async () => {
    const small = await reading(claudeLines({ characters: 2e6, longText: true }));
    const large = await reading(claudeLines({ characters: megabytes * 1e6, longText: true }));
    expect(large.totals.added).toBeGreaterThan((megabytes / 4) * small.totals.added);
    expect(large.peak - small.peak).toBeLessThan(allowedGrowth);
  });

  it(`R-58 so do ${megabytes} MB of one JSON document`, async () => {
    const small = await reading(chatgptExport({ characters: 2e6 }));
    const large = await reading(chatgptExport({ characters: megabytes * 1e6 }));
    expect(large.totals.threads).toBeGreaterThan((megabytes / 4) * small.totals.threads);
    expect(large.peak - small.peak).toBeLessThan(allowedGrowth);
  });

  it('R-58 storing is bounded too: what waits to be written is no more than a batch', async () => {
    const input = claudeLines({ characters: soak ? 12e6 : 6e6, longText: true });
    const { code, stdout } = await run(['import', '-', '--json', '--database', 'big.db'], input, [
      '--max-old-space-size=100',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).totals.added).toBeGreaterThan(500);
  });
});

describe('summarize', () => {
  it('R-58 leaves no database behind, also when it is interrupted', async () => {
    const { child, ended } = start(['summarize', '-']);
    child.stdin!.write([...claudeLines({ messages: 400 })].join(''));
    const temporary = () => readdirSync(folder).filter((name) => name.startsWith('everthread-summarize-'));
    while (temporary().length === 0 || readdirSync(join(folder, temporary()[0]!)).length === 0) {
      expect(child.exitCode).toBeNull();
      await new Promise((next) => setImmediate(next));
    }
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(temporary()).toEqual([]);

    const whole = await run(['summarize', '-', '--json'], claudeLines({ messages: 400 }));
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.stdout).threads[0]).toMatchObject({
      messages: 400,
      summaries: [{ from: 1, to: 400 }],
    });
    expect(temporary()).toEqual([]);
  });
});

describe('compact', () => {
  it('R-58 I-5 interrupted, it gives its thread back: the next one does not wait for a worker that is gone', async () => {
    const database = join(folder, 'long.db');
    const store = sqliteStore({ path: database });
    const ever = createEverthread({ store, automatic: false });
    const thread = await ever.thread('long');
    const lines = Array.from({ length: soak ? 40_000 : 12_000 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Line ${index}: berth ${index % 97} needs a lamp, and the clerk paid ${index * 7} euros for it.`,
    }));
    for (let at = 0; at < lines.length; at += 2_000) await thread.append(lines.slice(at, at + 2_000));
    await ever.close();
    const held = () => {
      // Whoever opens a database first keeps others out for a moment.
      const reader = new DatabaseSync(database, { readOnly: true, timeout: 60_000 });
      const row = reader.prepare('select lease_owner as owner from threads').get();
      reader.close();
      return row?.owner != null;
    };
    const { child, ended } = start(['compact', '--thread', 'long', '--database', database]);
    while (!held()) {
      expect(child.exitCode).toBeNull();
      await sleep(5);
    }
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(held()).toBe(false);
  });
});

describe('recorded sessions', () => {
  it('R-58 every file is imported, exported and imported again to the same hashes', async (context) => {
    const all = sessionFiles();
    if (all === undefined) {
      console.warn(noSessions);
      return context.skip(noSessions);
    }
    const files = sampleOf(all, { every: 3 });
    expect(files.length).toBeGreaterThan(3);
    const cli = async (...args: string[]) => {
      const io = createTestIo({ directory: folder });
      expect({ args, code: await runCli(args, io), stderr: io.written.stderr }).toEqual({
        args,
        code: 0,
        stderr: '',
      });
      return io.written.stdout;
    };
    const report = JSON.parse(await cli('import', ...files, '--side-chains', '--database', 'a.db', '--json'));
    const ids: string[] = report.files.flatMap(({ threads }: { threads: { id: string }[] }) =>
      threads.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [index, id] of ids.entries()) {
      await cli('export', '--thread', id, '--database', 'a.db', '--output', `${index}.jsonl`);
    }
    const exported = ids.map((_, index) => `${index}.jsonl`);
    await cli('import', ...exported, '--database', 'b.db');
    for (const id of ids) {
      const before = await messagesOf('a.db', id);
      expect(before.length).toBeGreaterThan(0);
      expect(await messagesOf('b.db', id)).toEqual(before);
    }
    expect(JSON.parse(await cli('import', ...exported, '--database', 'b.db', '--json')).totals).toMatchObject(
      { added: 0 },
    );
    expect(
      JSON.parse(await cli('import', ...files, '--side-chains', '--database', 'b.db', '--json')).totals,
    ).toMatchObject({ added: 0, differing: 0 });
    const engine = createEverthread({ store: sqliteStore({ path: join(folder, 'b.db') }), automatic: false });
    expect((await engine.verify()).damages).toEqual([]);
    await engine.close();
  });
});
