/**
 * Runs every command with --json, in good and bad cases. The output must be JSON without control characters, even if
 * paths, ids and texts hold some.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { commandNames } from './commands/all-commands.ts';
import { runCli } from './run-cli.ts';
import { createTestIo } from './test-io.suite.ts';

const evil = '\u001b[2J\u009b31m\u202e\u0007evil';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;
const folder = mkdtempSync(join(tmpdir(), 'everthread-json-'));
const database = join(folder, `${evil}.db`);
// Ids may not hold control characters, but they may hold characters that reorder text.
const threadId = 'thread \u202e\u2066evil';
const transcript = join(folder, `${evil}.json`);

beforeAll(async () => {
  const everthread = createEverthread({ store: sqliteStore({ path: database }) });
  const thread = await everthread.thread(threadId);
  for (let index = 0; index < 40; index += 1) {
    await thread.append({ role: index % 2 ? 'assistant' : 'user', content: `Message ${index} ${evil}` });
  }
  await thread.compact();
  await everthread.close();
  writeFileSync(transcript, JSON.stringify([{ role: 'user', content: `Hello ${evil}` }]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const io = createTestIo({ directory: folder });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

const at = ['--database', database];
const of = ['--thread', threadId];
const fresh = () => ['--database', join(folder, `${evil}-${Math.random()}.db`)];

/** Every command that takes --json, with arguments that work and arguments that are refused. */
const cases: { [command: string]: { good: string[][]; bad: string[][] } } = {
  chat: { good: [[...at, ...of, 'what was said?']], bad: [['--budget', evil]] },
  demo: { good: [['--fast']], bad: [['--strategy', evil]] },
  threads: {
    good: [[...at], [...at, '--ids']],
    bad: [
      ['--database', join(folder, evil)],
      [...at, 'delete', evil, '--yes'],
      [evil, ...at],
    ],
  },
  history: {
    good: [
      [...at, ...of],
      [...at, ...of, '--full'],
    ],
    bad: [[...at, '--thread', evil]],
  },
  context: {
    good: [
      [...at, ...of],
      ...['text', 'past', 'openai', 'openai-responses', 'anthropic', 'ai-sdk'].map((format) => [
        ...at,
        ...of,
        '--format',
        format,
      ]),
    ],
    bad: [[...at, '--thread', evil]],
  },
  summaries: { good: [[...at, ...of]], bad: [[...at, '--thread', evil]] },
  rules: { good: [[...at, ...of]], bad: [[...at, '--thread', evil]] },
  facts: {
    good: [[...at, ...of]],
    bad: [
      [...at, '--thread', evil],
      [...at, ...of, '--correct', evil, 'right'],
    ],
  },
  search: { good: [['Message', ...at, ...of]], bad: [['x', ...at, '--thread', evil]] },
  stats: { good: [[...at, ...of]], bad: [[...at, '--thread', evil]] },
  import: {
    good: [
      [transcript, ...fresh()],
      [transcript, '--dry-run', ...fresh()],
    ],
    bad: [
      [join(folder, `missing ${evil}`), ...fresh()],
      [transcript, '--format', evil],
    ],
  },
  export: {
    good: [[...at, ...of, '--output', join(folder, `out ${evil}`)]],
    bad: [
      [...at, '--thread', evil],
      [...at, ...of, '--output', join(folder, evil, 'no', 'where')],
    ],
  },
  rename: {
    good: [[threadId, 'Another title', ...at]],
    bad: [[evil, 'Title', ...at]],
  },
  compact: { good: [[...at, ...of]], bad: [[...at, '--thread', evil]] },
  profile: { good: [[...at]], bad: [[...at, '--owner', evil, '--forget', evil]] },
  brief: {
    good: [[transcript], [...at, ...of]],
    bad: [[join(folder, `missing ${evil}`)], [...at, '--thread', evil], [transcript, '--tokens', evil]],
  },
  summarize: { good: [[transcript]], bad: [[join(folder, `missing ${evil}`)]] },
  verify: { good: [[...at]], bad: [['--database', join(folder, evil)]] },
  repair: {
    good: [[...at, '--output', join(folder, `saved ${evil}.db`)]],
    bad: [[...at], [...at, '--output', transcript], ['--database', join(folder, evil), '--output', 'x.db']],
  },
  reindex: { good: [[...at]], bad: [['--database', join(folder, evil)]] },
  config: { good: [[...at]], bad: [[`--${evil}`]] },
  keys: {
    good: [
      ['create', '--name', evil, ...fresh()],
      ['list', ...at],
    ],
    bad: [[evil], ['revoke', evil, ...at], ['create', '--tenant', evil, ...fresh()]],
  },
  // Runs until it is stopped; its output is tested in serve/serve.test.ts.
  serve: {
    good: [],
    bad: [
      ['--port', evil],
      ['--log', evil],
      ['--host', '0.0.0.0', ...fresh()],
    ],
  },
};

describe('--json', () => {
  it('R-58 every command that has it is here', async () => {
    const without = ['mcp', 'completion', 'help'];
    expect(commandNames.filter((name) => !without.includes(name)).sort()).toEqual(Object.keys(cases).sort());
  });

  it.each(Object.keys(cases))(
    'R-58 %s prints JSON and nothing a terminal could act on',
    async (command) => {
      for (const args of cases[command]!.good) {
        const { code, stdout, stderr } = await run(command, ...args, '--json');
        expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
        expect(stdout).not.toMatch(dangerous);
        // The chat prints one event a line; all other commands print one document.
        const documents = command === 'chat' ? stdout.trimEnd().split('\n') : [stdout];
        for (const text of documents) expect(() => JSON.parse(text)).not.toThrow();
      }
      for (const args of cases[command]!.bad) {
        const { code, stdout, stderr } = await run(command, ...args, '--json');
        expect({ args, failed: code !== 0, stdout }).toEqual({ args, failed: true, stdout: '' });
        expect(stderr).not.toMatch(dangerous);
        expect(JSON.parse(stderr)).toMatchObject({ error: { code: expect.any(String), exitCode: code } });
      }
    },
    60_000,
  );

  it.each(Object.keys(cases))(
    'R-58 nor does %s without it',
    async (command) => {
      for (const args of [...cases[command]!.good, ...cases[command]!.bad]) {
        if (command === 'repair') rmSync(join(folder, `saved ${evil}.db`), { force: true });
        const { stdout, stderr } = await run(command, ...args);
        expect({ args, found: dangerous.exec(stdout + stderr) }).toEqual({ args, found: null });
      }
    },
    60_000,
  );

  it('R-58 threads --ids --json is a list of ids', async () => {
    expect(JSON.parse((await run('threads', ...at, '--ids', '--json')).stdout)).toContain(threadId);
  });
});

describe('repair', () => {
  it('R-62 of a file in which no thread can be read it says so, and not that nothing is missing', async () => {
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'no database at all, '.repeat(500));
    const args = ['--database', broken, '--output', join(folder, 'nothing.db')];
    const { code, stdout } = await run('repair', ...args);
    expect(code).toBe(1);
    expect(stdout).toContain('No thread could be read');
    expect(stdout).not.toContain('missing');
  });

  it('R-62 saves what can be read, and says what cannot', async () => {
    const output = join(folder, 'whole.db');
    const { stdout } = await run('repair', ...at, '--output', output, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      lostMessages: 0,
      changedMessages: 0,
      threads: [{ id: threadId }],
    });
    const everthread = createEverthread({ store: sqliteStore({ path: output }) });
    const thread = await everthread.thread(threadId);
    const texts: string[] = [];
    for await (const { parts } of thread.history()) texts.push(JSON.stringify(parts));
    // Includes the questions of the chat above.
    expect(texts.length).toBeGreaterThanOrEqual(40);
    expect(texts).toHaveLength(JSON.parse(stdout).messages);
    expect((await everthread.verify()).damages).toEqual([]);
    await everthread.close();
    expect((await run('repair', ...at, '--output', output)).stderr).toContain('exists already');
  });
});
