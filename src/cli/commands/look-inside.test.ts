/** The commands that show what is in a thread, over a database file, as a user runs them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { displayWidth } from '../terminal/width.ts';
import { createTestIo } from '../test-io.suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-look-'));
const database = join(directory, 'threads.db');

beforeAll(async () => {
  const ever = createEverthread({ store: sqliteStore({ path: database }), strategy: 'rolling' });
  await ever.thread('harbour-old');
  const thread = await ever.thread('harbour');
  for (let number = 1; number <= 50; number += 1) {
    const role = number % 2 === 1 ? 'user' : 'assistant';
    const text =
      number === 3
        ? 'We decided on SQLite for the berth list, \u001b[2Jnot on a spreadsheet.'
        : `Letter ${number} of the harbour master is about lighthouse ${number}.`;
    await thread.append({ id: `m${number}`, role, content: text });
    await ever.idle();
  }
  await ever.close();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(args: string[], { columns = 80 }: { columns?: number } = {}) {
  const io = createTestIo({ directory, columns, env: { EVERTHREAD_DATABASE: database } });
  const code = await runCli(args, io);
  for (const line of io.written.stdout.split('\n')) {
    if (!args.includes('--json') && !args.includes('--format'))
      expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
  expect(io.written.stdout).not.toContain('\u001b');
  return { code, ...io.written };
}

async function json(args: string[]) {
  const { code, stdout, stderr } = await run([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('history', () => {
  it('R-13 R-58 shows the newest messages of the thread used last, and how to see the others', async () => {
    const { code, stdout } = await run(['history']);
    expect(code).toBe(0);
    expect(stdout).toContain('Messages 31–50 of 50');
    expect(stdout).toContain('#50  assistant');
    expect(stdout).toContain('Earlier ones: everthread history --full');
  });

  it('R-13 with --full lists summaries with their ranges, then all newer messages with their numbers', async () => {
    const { stdout } = await run(['history', '--full', '--thread', 'harbour'], { columns: 40 });
    expect(stdout).toMatch(/Summarized: messages 1–21 in 1 summary/u);
    expect(stdout).toMatch(/^#1–21 /mu);
    expect(stdout).toContain('Messages 22–50 of 50');
    const full = await json(['history', '--full']);
    expect(full).toMatchObject({ threadId: 'harbour', total: 50 });
    expect(full.summaries).toHaveLength(1);
    expect(full.summaries[0]).toMatchObject({ from: 1, to: 21, since: expect.any(String) });
    expect(full.messages.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 29 }, (_, index) => index + 22),
    );
  });

  it('R-58 a range is shown as it was said, escape sequences made visible', async () => {
    const { stdout } = await run(['history', '--from', '2', '--to', '4']);
    expect(stdout).toContain('␛[2Jnot on a spreadsheet.');
    expect(stdout).not.toContain('#5 ');
    const range = await json(['history', '--from', '3', '--to', '3']);
    expect(range.messages).toMatchObject([{ seq: 3, id: 'm3' }]);
    expect(range.messages[0].parts[0].text).toContain('\u001b[2J');
    expect((await run(['history', '--from', '99'])).stdout).toContain('No messages in this range.');
  });
});

describe('context', () => {
  it('R-58 shows where the budget goes, and each item with its reason', async () => {
    const { stdout } = await run(['context', '--items', '--budget', '2000'], { columns: 40 });
    expect(stdout).toMatch(/^Context: [\d,]+ of 2,000 tokens/u);
    expect(stdout).toMatch(/summaries {2}summary/u);
    expect(stdout).toContain('newest message');
    const figures = await json(['context', '--budget', '2000']);
    expect(figures.budget.tokens).toBe(2_000);
    const sections = Object.values(figures.sections as { [name: string]: { tokens: number } });
    expect(sections.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(figures.tokens);
  });

  it.each(['openai', 'anthropic', 'ai-sdk', 'openai-responses'])(
    'R-46 R-58 gives the context as %s messages',
    async (format) => {
      const { stdout, code } = await run(['context', '--format', format, '--query', 'berth list']);
      expect(code).toBe(0);
      const shape = JSON.parse(stdout);
      const messages = shape.messages ?? shape.input ?? shape;
      expect(messages.length).toBeGreaterThan(10);
      expect(stdout).toContain('lighthouse 50');
    },
  );

  it('R-46 gives the context as text', async () => {
    const { stdout } = await run(['context', '--format', 'text']);
    expect(stdout).toContain('Assistant: Letter 50 of the harbour master');
  });
});

describe('search', () => {
  it('R-49 R-58 finds an old message with its neighbours, and marks the words', async () => {
    const { stdout, code } = await run(['search', 'which', 'database', 'for', 'berths'], { columns: 60 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/#3 {2}user/u);
    expect(stdout).toContain('»berth«');
    expect(stdout).toMatch(/#2 {2}assistant[^#]*#3 {2}user[^#]*#4 {2}assistant/su);
  });

  it('R-49 R-58 takes filters and pages, over one thread or all', async () => {
    const first = await json(['search', 'lighthouse', '--role', 'user', '--limit', '5', '--all-threads']);
    expect(first.hits).toHaveLength(5);
    expect(first.hits.every((hit: { message: { role: string } }) => hit.message.role === 'user')).toBe(true);
    const second = await json([
      ...['search', 'lighthouse', '--role', 'user', '--limit', '5', '--all-threads'],
      ...['--cursor', first.next],
    ]);
    const seqs = [...first.hits, ...second.hits].map(
      ({ message }: { message: { seq: number } }) => message.seq,
    );
    expect(new Set(seqs).size).toBe(10);
    expect((await json(['search', 'berth', '--before', '2001-01-01'])).hits).toEqual([]);
    expect((await run(['search', 'xyzzy'])).stdout).toBe('Nothing found for “xyzzy”.\n');
  });
});

describe('summaries', () => {
  it('R-58 lists summaries and goes back to the messages behind one', async () => {
    const { stdout } = await run(['summaries']);
    expect(stdout).toMatch(/^1 summary: [\d,]+ → [\d,]+ tokens/u);
    const [summary] = (await json(['summaries'])).summaries;
    expect(stdout).toContain(summary.id);
    const opened = await run(['summaries', '--expand', summary.id, '--limit', '2']);
    expect(opened.stdout).toContain(`Messages 1–2 behind summary ${summary.id}`);
    expect(opened.stdout).toContain('--after 2');
    const page = await json(['summaries', '--expand', summary.id, '--after', '20']);
    expect(page).toMatchObject({ next: null, messages: [{ seq: 21 }] });
    expect((await json(['summaries', '--all'])).summaries.length).toBeGreaterThan(1);
  });
});

describe('stats', () => {
  it('R-58 shows what was sent beside the whole history: what is only looked at does not count', async () => {
    const before = (await json(['stats'])).sent.requests;
    await run(['context'], { columns: 40 });
    expect((await json(['stats'])).sent.requests).toBe(before);
    await run(['context', '--format', 'openai'], { columns: 40 });
    const { stdout } = await run(['stats', '--prices', 'input=3'], { columns: 40 });
    expect(stdout).toContain(`Tokens sent in ${before + 1} request`);
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('At $3.00 per million input tokens,');
    expect(stdout).toMatch(/measured/u);
    expect(stdout).toMatch(/estimated/u);
    expect(await json(['stats'])).toMatchObject({ threadId: 'harbour', messages: 50, cost: null });
  });
});

describe('wrong input', () => {
  it.each([
    {
      args: ['history', '--thread', 'harbor'],
      says: 'There is no thread "harbor". Nearest: harbour',
    },
    { args: ['stats', '--thread', 'harbuor'], says: 'Nearest: harbour' },
    { args: ['history', '--from', 'x'], says: '--from must be a whole number of at least 1, but got "x".' },
    {
      args: ['history', '--from', '9', '--to', '2'],
      says: '--from must not be after --to, but got 9 and 2.',
    },
    { args: ['history', '--full', '--to', '2'], says: 'do not go together' },
    { args: ['context', '--format', 'xml'], says: '--format must be one of text, past, openai' },
    { args: ['search'], says: 'search needs a query.' },
    { args: ['search', 'x', '--role', 'robot'], says: '--role must be one of system, user, assistant, tool' },
    { args: ['search', 'x', '--after', 'soon'], says: '--after must be a day or a time such as 2026-03-02' },
    { args: ['search', 'x', '--limit', '0'], says: '--limit must be a whole number from 1 to 100' },
    { args: ['stats', '--prices', 'much'], says: '--prices must be a model such as' },
    { args: ['mcp', '--thread', 'nowhere'], says: 'There is no thread "nowhere"' },
    { args: ['summaries', '--limit', '3'], says: '--after and --limit go together with --expand <id>.' },
  ])('R-58 is named with what is accepted, exit code 2 ($args)', async ({ args, says }) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('R-58 reading makes no thread, and an unknown summary is an error', async () => {
    await run(['history', '--thread', 'nowhere']);
    const { stderr, code } = await run(['summaries', '--expand', 'sum_none']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('There is no summary "sum_none"');
    expect((await run(['context', '--thread', 'nowhere'])).stderr).toContain('There is no thread "nowhere".');
  });

  it('R-58 without any thread says how to begin one', async () => {
    const empty = join(directory, 'empty.db');
    const io = createTestIo({ directory, env: { EVERTHREAD_DATABASE: empty } });
    expect(await runCli(['history'], io)).toBe(2);
    expect(io.written.stderr).toContain('There are no threads yet.');
  });
});
